extension Duration {
  /// The duration, if it is plausible for a recording. An unknown duration is better than a wrong
  /// one.
  public var ifPlausible: Duration? {
    self > .zero && self < .seconds(7 * 86_400) ? self : nil
  }
}

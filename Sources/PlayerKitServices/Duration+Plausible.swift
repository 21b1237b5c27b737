extension Duration {
  /// The duration, where a recording can have it: a catalog's mistake is worse than nothing known.
  public var ifPlausible: Duration? {
    self > .zero && self < .seconds(7 * 86_400) ? self : nil
  }
}

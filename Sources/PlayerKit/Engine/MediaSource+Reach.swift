import PlayerKitSystem

extension MediaSource {
  /// Which addresses requests may connect to.
  public typealias Reach = NetworkScope
}

import PlayerKitSystem

extension MediaSource {
  /// The addresses that requests may connect to.
  public typealias Reach = NetworkScope
}

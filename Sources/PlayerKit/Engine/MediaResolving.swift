/// Finds the resolvers of a track: the services of an app, or a single resolver.
public protocol MediaResolving: Sendable {
  /// Returns the resolvers that can find the audio of a track, in the order of
  /// ``Track/playerTypes``. Empty if no resolver can.
  func resolvers(for track: any Track) -> [any MediaResolver]
}

extension MediaResolving {
  /// Returns the resolver to try first; `nil` if no resolver can find the audio of the track.
  public func resolver(for track: any Track) -> (any MediaResolver)? {
    resolvers(for: track).first
  }
}

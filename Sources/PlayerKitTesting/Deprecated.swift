import PlayerKit

// The names of before. They will be removed.

/// The earlier name of ``MediaResolverFixture``.
@available(*, deprecated, renamed: "MediaResolverFixture")
public typealias MediaResolverBench = MediaResolverFixture

extension FakeMedia {
  /// The earlier name of ``TimedEvent``.
  @available(*, deprecated, renamed: "TimedEvent")
  public typealias Happening<Content: Sendable & Equatable> = TimedEvent<Content>
}

extension Sequence<PlaybackChange> {
  /// The earlier name of ``playIntents``.
  @available(*, deprecated, renamed: "playIntents")
  public var wishesToPlay: [Bool] { playIntents }
}

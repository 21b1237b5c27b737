import PlayerKit

// Deprecated names. A later version will remove them.

/// The former name of ``MediaResolverFixture``.
@available(*, deprecated, renamed: "MediaResolverFixture")
public typealias MediaResolverBench = MediaResolverFixture

extension FakeMedia {
  /// The former name of ``TimedEvent``.
  @available(*, deprecated, renamed: "TimedEvent")
  public typealias Happening<Content: Sendable & Equatable> = TimedEvent<Content>
}

extension Sequence<PlaybackChange> {
  /// The former name of ``playIntents``.
  @available(*, deprecated, renamed: "playIntents")
  public var wishesToPlay: [Bool] { playIntents }
}

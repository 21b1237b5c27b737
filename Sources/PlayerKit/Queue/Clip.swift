/// A part of a track that is played as if it were all of it.
///
/// Positions, seeks and durations of a clipped entry count from the clip's start.
public struct Clip: Sendable, Hashable, Codable {
  /// Where it begins, from the start of the track.
  public let start: Duration
  /// Where it ends, from the start of the track; `nil`: where the track does.
  public let end: Duration?

  /// Makes a clip.
  ///
  /// - Throws: ``QueueError/invalidClip`` where it would begin before the track, or be empty.
  public init(from start: Duration = .zero, to end: Duration? = nil) throws(QueueError) {
    guard start >= .zero, end.map({ $0 > start }) ?? true else { throw .invalidClip }
    self.start = start
    self.end = end
  }

  /// Reads a clip; throws where it would begin before the track, or be empty.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let start = try values.decode(Duration.self, forKey: .start)
    let end = try values.decodeIfPresent(Duration.self, forKey: .end)
    guard start.ifStorable != nil, end.map({ $0.ifStorable != nil }) ?? true else {
      throw QueueError.invalidClip
    }
    try self.init(from: start, to: end)
  }

  /// How long it is; `nil` where only the track's end tells.
  public var duration: Duration? { end.map { $0 - start } }

  /// How long it is in a track of this length.
  package func duration(in whole: Duration) -> Duration {
    max(min(end ?? whole, whole) - start, .zero)
  }
}

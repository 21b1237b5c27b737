/// A part of a track, played like a whole track.
///
/// Positions, seeks and durations of a clipped entry count from the clip's start.
public struct Clip: Sendable, Hashable, Codable {
  /// The clip's beginning, from the start of the track.
  public let start: Duration
  /// The clip's end, from the start of the track; `nil` for the end of the track.
  public let end: Duration?

  /// Creates a clip.
  ///
  /// - Throws: ``QueueError/invalidClip`` if it would begin before the track or be empty.
  public init(from start: Duration = .zero, to end: Duration? = nil) throws(QueueError) {
    guard start >= .zero, end.map({ $0 > start }) ?? true else { throw .invalidClip }
    self.start = start
    self.end = end
  }

  /// Decodes a clip; throws if it would begin before the track or be empty.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let start = try values.decode(Duration.self, forKey: .start)
    let end = try values.decodeIfPresent(Duration.self, forKey: .end)
    guard start.ifStorable != nil, end.map({ $0.ifStorable != nil }) ?? true else {
      throw QueueError.invalidClip
    }
    try self.init(from: start, to: end)
  }

  /// The clip's length; `nil` if it ends with the track.
  public var duration: Duration? { end.map { $0 - start } }

  /// The clip's length in a track of length `whole`.
  package func duration(in whole: Duration) -> Duration {
    max(min(end ?? whole, whole) - start, .zero)
  }
}

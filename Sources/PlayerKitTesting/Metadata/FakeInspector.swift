import PlayerKitSystem
import PlayerKit

/// Looks into tracks as scripted. Of a track that nobody scripted it finds nothing.
///
/// ```swift
/// let inspector = FakeInspector(["a": TrackMetadata(title: "Angel", artist: "B")])
/// queue.inspector = inspector
/// ```
///
/// It answers at once. With a ``Lateness`` it is late on the clock that it was made with, and as many
/// questions fail as the lateness says, as ``PlayerError/Code/timedOut``: show the lateness where a test
/// fails, so that the run can be repeated. All methods may be called on any thread.
public final class FakeInspector: MediaInspecting {
  private let answers: FakeResponses<TrackMetadata>
  private let places = Locked<[String: InspectionPlace?]>([:])

  /// Makes an inspector.
  ///
  /// - Parameters:
  ///   - findings: what it finds, by the ids of tracks.
  ///   - lateness: how late it is; `nil`: not at all.
  ///   - clock: the clock that it is late on. Without one it is not late.
  public init(
    _ findings: [String: TrackMetadata] = [:],
    lateness: Lateness? = nil,
    clock: (any PlaybackClock)? = nil
  ) {
    answers = FakeResponses(lateness: lateness, clock: clock, salt: 3)
    for (id, metadata) in findings { answers.set(.success(metadata), for: id) }
  }

  /// The ids of the tracks that it was asked to look into, in order.
  public var inspected: Recorded<String> { answers.asked }

  /// The ids of those whose question was cancelled, in order.
  public var cancelled: Recorded<String> { answers.cancelled }

  /// Scripts what it finds in a track.
  public func setFinding(_ metadata: TrackMetadata, for id: String) {
    answers.set(.success(metadata), for: id)
  }

  /// Scripts a failure.
  public func setFailure(_ error: PlayerError, for id: String) {
    answers.set(.failure(error), for: id)
  }

  /// Scripts where the media of a track is: ``InspectionPlace/local`` unless scripted; `nil`: it is not to
  /// be looked into.
  public func setPlace(_ place: InspectionPlace?, for id: String) {
    places.withLock { $0[id] = .some(place) }
  }

  /// Has questions wait from now on, until ``release()`` or ``releaseAll()``.
  public func hold() { answers.hold() }

  /// Has the oldest question that waits be answered. Where none waits: no effect.
  public func release() { answers.release() }

  /// Has all questions be answered, also those to come.
  public func releaseAll() { answers.releaseAll() }

  /// As scripted.
  public func place(of track: any Track) -> InspectionPlace? {
    places.withLock { $0[track.id] } ?? .local
  }

  /// As scripted.
  public func inspect(_ track: any Track) async throws -> TrackMetadata {
    try await answers.answer(track.id) ?? TrackMetadata()
  }
}

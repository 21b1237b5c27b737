import PlayerKit
import PlayerKitSystem

/// A fake inspector that returns scripted metadata, and nothing for unscripted tracks.
///
/// ```swift
/// let inspector = FakeInspector(["a": TrackMetadata(title: "Angel", artist: "B")])
/// queue.inspector = inspector
/// ```
///
/// It answers immediately. With a ``Lateness`` it answers late, on its clock, and the given share
/// of requests fails with ``PlayerError/Code/timedOut``. Print the lateness when a test fails, so
/// that the run can be repeated. All methods may be called on any thread.
public final class FakeInspector: MediaInspecting {
  private let answers: FakeResponses<TrackMetadata>
  private let places = Locked<[String: InspectionPlace?]>([:])

  /// Makes an inspector.
  ///
  /// - Parameters:
  ///   - findings: The metadata, by track id.
  ///   - lateness: The delays. `nil` for none.
  ///   - clock: The clock of the delays. Without one there are no delays.
  public init(
    _ findings: [String: TrackMetadata] = [:],
    lateness: Lateness? = nil,
    clock: (any PlaybackClock)? = nil
  ) {
    answers = FakeResponses(lateness: lateness, clock: clock, salt: 3)
    for (id, metadata) in findings { answers.set(.success(metadata), for: id) }
  }

  /// The ids of the inspected tracks, in order of the requests.
  public var inspected: Recorded<String> { answers.asked }

  /// The ids of the tracks whose requests were canceled, in order.
  public var cancelled: Recorded<String> { answers.cancelled }

  /// Sets the metadata of a track.
  public func setFinding(_ metadata: TrackMetadata, for id: String) {
    answers.set(.success(metadata), for: id)
  }

  /// Makes requests for a track fail.
  public func setFailure(_ error: PlayerError, for id: String) {
    answers.set(.failure(error), for: id)
  }

  /// Sets the location of a track's media. The default is ``InspectionPlace/local``. `nil` if the
  /// track should not be inspected.
  public func setPlace(_ place: InspectionPlace?, for id: String) {
    places.withLock { $0[id] = .some(place) }
  }

  /// Holds all further requests until ``release()`` or ``releaseAll()``.
  public func hold() { answers.hold() }

  /// Answers the oldest request on hold. Has no effect if there is none.
  public func release() { answers.release() }

  /// Answers all requests on hold, and further ones without holding them.
  public func releaseAll() { answers.releaseAll() }

  /// Returns the scripted location.
  public func place(of track: any Track) -> InspectionPlace? {
    places.withLock { $0[track.id] } ?? .local
  }

  /// Returns the scripted metadata or throws the scripted error.
  public func inspect(_ track: any Track) async throws -> TrackMetadata {
    try await answers.answer(track.id) ?? TrackMetadata()
  }
}

import Foundation
import PlayerKit
import PlayerKitSystem

extension PlayerType {
  /// The same recording at another service. Tracks of services list it last: if a track is
  /// unavailable at its own service, the queue tries the player of ``SameRecordingResolver``, if
  /// there is one.
  public static let sameRecording = PlayerType(rawValue: "sameRecording")
}

/// Finds a track's recording at other services, in the order given by the app. Uses the full track
/// if the service has it, otherwise its preview.
///
/// ```swift
/// let fallback = SameRecordingResolver(services: [subsonic, soundCloud, deezer])
/// queue.add(EnginePlayer(resolver: fallback, engine: engine))
/// ```
///
/// Without such a player, a queue has no fallback. The services are asked one after the other, only
/// after a track has failed, and without the track's own service. ``RecordingMatcher`` decides
/// which recordings are the same: a wrong song is worse than none. If the media found cannot be
/// opened, the next services are asked.
///
/// With a ``PlayerKitServices/RecordingLookup``, a recording with an ISRC or a MusicBrainz id is
/// looked up first. Services are then asked for each known code and id. Without one, there is no
/// such lookup. May be used on any thread, any number of times at once.
public struct SameRecordingResolver: MediaResolver {
  /// The replacement that plays instead of a track.
  public struct Finding: Sendable {
    /// The name of the service that has it, such as `deezer`.
    public let service: String
    /// The track at the service. Its metadata contains the details that the service requires to be
    /// shown. If the service gave only a preview, the original track.
    public let track: any Track
    /// The result of the recording lookup, including failures. `nil` if there was no lookup.
    public let lookup: RecordingLookup.Answer?
  }

  private struct Memory: Sendable {
    let place: Int
    let found: RecordingSource.Found
    let wanted: RecordingQuery
  }

  private static let capacity = 300

  private let places: [RecordingSource]
  private let lookup: RecordingLookup?
  private let clock: any PlaybackClock
  private let memory = Locked(BoundedCache<Key, Memory, Date>(maximumCost: capacity))

  private struct Key: Hashable {
    let type: PlayerType?
    let id: String

    init(_ track: any Track) {
      type = track.playerTypes.first
      id = track.id
    }
  }

  /// Makes a resolver. Sends no request.
  ///
  /// - Parameters:
  ///   - services: The services to ask, the preferred one first. Skips services that are not
  ///     configured, and those that can neither find previews nor search for songs.
  ///   - lookup: Finds codes and ids of a recording before services are asked. `nil` skips the
  ///     lookup.
  ///   - matcher: Decides which recordings are the same.
  ///   - clock: The clock that decides what has expired.
  public init(
    services: [any MusicService],
    lookup: RecordingLookup? = nil,
    matcher: RecordingMatcher = RecordingMatcher(),
    clock: any PlaybackClock = SystemPlaybackClock()
  ) {
    places = services.compactMap { RecordingSource($0, matcher: matcher, clock: clock) }
    self.lookup = lookup
    self.clock = clock
  }

  /// The player type for the same recording elsewhere.
  public var playerType: PlayerType { .sameRecording }

  /// Returns the cached source, if there is one.
  public func resolveNow(_ track: any Track) throws(PlayerError) -> MediaSource? {
    guard let known = remembered(track) else { return nil }
    return try known.found.sourceNow().map { finished($0, track, known) }
  }

  /// Returns the cached source, or the source of the first service that has the recording.
  ///
  /// - Throws: `PlayerError`. The code is `notFound` if no service has it, or if the track has no
  ///   title or artist. If a service could not be asked, throws that error, since the service may
  ///   have the recording. If only a lookup failed, the code is `notFound`, with that failure as
  ///   the cause.
  public func resolve(_ track: any Track) async throws -> MediaSource {
    guard let known = remembered(track) else { return try await find(track, from: 0) }
    do {
      return finished(try await known.found.source(), track, known)
    } catch let error as CancellationError {
      throw error
    } catch {
      forget(track)
      return try await find(track, from: known.place + 1, known.wanted)
    }
  }

  /// Drops the cached track that failed.
  public func forget(_ track: any Track, after error: PlayerError) {
    remembered(track)?.found.forget(after: error)
    forget(track)
  }

  /// Returns the last replacement found for a track, to show the details that the service requires.
  /// `nil` if there was none or it is no longer cached.
  public func finding(for track: any Track) -> Finding? {
    remembered(track).map {
      Finding(service: places[$0.place].name, track: $0.found.shown, lookup: $0.wanted.answer)
    }
  }

  // MARK: - Search

  /// - Parameter known: The result of an earlier lookup. `nil` if there was none.
  private func find(
    _ track: any Track,
    from first: Int,
    _ known: RecordingQuery? = nil
  ) async throws -> MediaSource {
    var failure: PlayerError?
    guard let recording = track.metadata.recording else { throw RecordingQuery.nothing(nil) }
    let others = places.enumerated().dropFirst(first).filter { !$0.element.plays(track) }
    guard !others.isEmpty else { throw RecordingQuery.nothing(known?.answer) }
    let wanted = if let known { known } else { try await looked(up: recording) }
    for (index, place) in others {
      try Task.checkCancellation()
      do {
        guard let found = try await place.find(wanted, for: track) else { continue }
        let source = try await found.source()
        let memory = Memory(place: index, found: found, wanted: wanted)
        remember(memory, for: track)
        return finished(source, track, memory)
      } catch let error as CancellationError {
        throw error
      } catch {
        failure = failure ?? Self.playerError(error)
      }
    }
    throw failure ?? RecordingQuery.nothing(wanted.answer)
  }

  private func looked(up recording: Recording) async throws -> RecordingQuery {
    let recognizers = LinkRecognizers(places.map(\.links))
    return RecordingQuery(recording, try await lookup?.answer(for: recording, at: recognizers))
  }

  private static func playerError(_ error: any Error) -> PlayerError {
    if let error = error as? CatalogError { return PlayerError(error) }
    return PlayerError(resolving: error)
  }

  /// Adds the next services as a replacement, for a source that cannot be opened.
  private func finished(
    _ source: MediaSource,
    _ track: any Track,
    _ known: Memory
  ) -> MediaSource {
    let next = known.place + 1
    guard next < places.count, source.replacement == nil else { return source }
    // Bytes are already loaded. A URL or file may no longer exist.
    if case .bytes = source.location { return source }
    var source = source
    source.replacement = { try await find(track, from: next, known.wanted) }
    return source
  }

  // MARK: - Memory

  private func remembered(_ track: any Track) -> Memory? {
    let now = clock.date
    return memory.withLock { $0.value(for: Key(track), now: now) }
  }

  private func remember(_ found: Memory, for track: any Track) {
    let dayLater = clock.date.addingTimeInterval(86_400)
    memory.withLock { $0.keep(found, for: Key(track), cost: 1, until: dayLater) }
  }

  private func forget(_ track: any Track) {
    memory.withLock { $0.remove(Key(track)) }
  }
}

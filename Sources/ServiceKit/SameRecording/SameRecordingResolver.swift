import Foundation
import Locking
import MusicCatalog
import PlayerKit

extension PlayerType {
  /// The same recording at another service. Tracks of services name it last: where a track can't be had at its
  /// own service, the queue tries the player of ``SameRecordingResolver``, if it has one.
  public static let sameRecording = PlayerType(rawValue: "sameRecording")
}

/// Finds a track's recording at other services, in the order of the app: whole where the service has whole
/// tracks, else its preview.
///
/// ```swift
/// let fallback = SameRecordingResolver(services: [subsonic, soundCloud, deezer])
/// queue.add(EnginePlayer(resolver: fallback, engine: engine))
/// ```
///
/// A queue without such a player falls back to nothing. The services are asked one after the other, only once a
/// track has failed, and not the track's own. ``RecordingMatcher`` decides what is the same: a wrong song is
/// worse than none. Where the media that was found can't be opened, the services behind it are asked.
/// May be used on any thread, any number of times at once.
public struct SameRecordingResolver: MediaResolver {
  /// What is heard in place of a track.
  public struct Finding: Sendable {
    /// The name of the service that has it, such as `deezer`.
    public let service: String
    /// What the service has. Its metadata name what the service wants to be shown. The track that was looked
    /// for, where the service gave a preview alone.
    public let track: any Track
  }

  private struct Memory: Sendable {
    let place: Int
    let found: RecordingPlace.Found
  }

  private static let capacity = 300

  private let places: [RecordingPlace]
  private let clock: any CatalogClock
  private let memory = Locked(BoundedCache<Key, Memory, Date>(maximumCost: capacity))

  private struct Key: Hashable {
    let type: PlayerType?
    let id: String

    init(_ track: any Track) {
      type = track.playerTypes.first
      id = track.id
    }
  }

  /// Makes a resolver. Sends nothing.
  ///
  /// - Parameters:
  ///   - services: where to look, the preferred first. Those that are not set up are left out, and so are
  ///     those that neither find previews nor search for songs.
  ///   - matcher: what decides.
  ///   - clock: whose calendar tells what has expired.
  public init(
    services: [any MusicService],
    matcher: RecordingMatcher = RecordingMatcher(),
    clock: any CatalogClock = SystemCatalogClock()
  ) {
    places = services.compactMap { RecordingPlace($0, matcher: matcher, clock: clock) }
    self.clock = clock
  }

  /// The same recording elsewhere.
  public var playerType: PlayerType { .sameRecording }

  /// What is remembered.
  public func resolveNow(_ track: any Track) throws(PlayerError) -> MediaSource? {
    guard let known = remembered(track) else { return nil }
    return try known.found.sourceNow().map { finished($0, track, known.place) }
  }

  /// What is remembered, else what the first service has that knows the recording.
  ///
  /// - Throws: `PlayerError`: `notFound` where no service has it, or where the track names no title or artist;
  ///   where a service could not be asked, why: that is no proof that it has none.
  public func resolve(_ track: any Track) async throws -> MediaSource {
    guard let known = remembered(track) else { return try await find(track, from: 0) }
    do {
      return finished(try await known.found.source(), track, known.place)
    } catch let error as CancellationError {
      throw error
    } catch {
      forget(track)
      return try await find(track, from: known.place + 1)
    }
  }

  /// Forgets what failed.
  public func forget(_ track: any Track, after error: PlayerError) {
    remembered(track)?.found.forget(after: error)
    forget(track)
  }

  /// What was found last in place of a track, to show what the service wants to be named; `nil`: nothing, or it
  /// is not known any more.
  public func finding(for track: any Track) -> Finding? {
    remembered(track).map { Finding(service: places[$0.place].name, track: $0.found.track) }
  }

  // MARK: - Looking

  private func find(_ track: any Track, from first: Int) async throws -> MediaSource {
    var failure: PlayerError?
    guard let wanted = track.metadata.recording else { throw Self.nothing }
    for (index, place) in places.enumerated().dropFirst(first) where !place.plays(track) {
      try Task.checkCancellation()
      do {
        guard let found = try await place.find(wanted, for: track) else { continue }
        let source = try await found.source()
        remember(Memory(place: index, found: found), for: track)
        return finished(source, track, index)
      } catch let error as CancellationError {
        throw error
      } catch {
        failure = failure ?? Self.playerError(error)
      }
    }
    throw failure ?? Self.nothing
  }

  private static let nothing = PlayerError(
    .notFound,
    "No other service has this recording."
  )

  private static func playerError(_ error: any Error) -> PlayerError {
    if let error = error as? CatalogError { return PlayerError(error) }
    return PlayerError(resolving: error)
  }

  /// Where it can't be opened, the services behind are asked.
  private func finished(_ source: MediaSource, _ track: any Track, _ place: Int) -> MediaSource {
    guard case .remote = source.location, place + 1 < places.count, source.replacement == nil else {
      return source
    }
    var source = source
    source.replacement = { try await find(track, from: place + 1) }
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

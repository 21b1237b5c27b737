import Foundation
import PlayerKitSystem
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
///
/// With a ``PlayerKitServices/RecordingLookup``, a recording that has an ISRC or an id of MusicBrainz is looked up first:
/// services are then asked by each code and by the ids that are known. Without one, nobody is asked for that.
/// May be used on any thread, any number of times at once.
public struct SameRecordingResolver: MediaResolver {
  /// What is heard in place of a track.
  public struct Finding: Sendable {
    /// The name of the service that has it, such as `deezer`.
    public let service: String
    /// What the service has. Its metadata name what the service wants to be shown. The track that was looked
    /// for, where the service gave a preview alone.
    public let track: any Track
    /// What indexes told of the recording, and which could not be asked; `nil`: none was asked.
    public let lookup: RecordingLookup.Answer?
  }

  private struct Memory: Sendable {
    let place: Int
    let found: RecordingPlace.Found
    let wanted: WantedRecording
  }

  private static let capacity = 300

  private let places: [RecordingPlace]
  private let lookup: RecordingLookup?
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
  ///   - lookup: finds codes and ids of a recording before services are asked; `nil`: none is looked up.
  ///   - matcher: what decides.
  ///   - clock: whose calendar tells what has expired.
  public init(
    services: [any MusicService],
    lookup: RecordingLookup? = nil,
    matcher: RecordingMatcher = RecordingMatcher(),
    clock: any CatalogClock = SystemCatalogClock()
  ) {
    places = services.compactMap { RecordingPlace($0, matcher: matcher, clock: clock) }
    self.lookup = lookup
    self.clock = clock
  }

  /// The same recording elsewhere.
  public var playerType: PlayerType { .sameRecording }

  /// What is remembered.
  public func resolveNow(_ track: any Track) throws(PlayerError) -> MediaSource? {
    guard let known = remembered(track) else { return nil }
    return try known.found.sourceNow().map { finished($0, track, known) }
  }

  /// What is remembered, else what the first service has that knows the recording.
  ///
  /// - Throws: `PlayerError`: `notFound` where no service has it, or where the track names no title or artist;
  ///   where a service could not be asked, why: that is no proof that it has none. Where only a look-up failed, it
  ///   is `notFound`, with that as its cause.
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

  /// Forgets what failed.
  public func forget(_ track: any Track, after error: PlayerError) {
    remembered(track)?.found.forget(after: error)
    forget(track)
  }

  /// What was found last in place of a track, to show what the service wants to be named; `nil`: nothing, or it
  /// is not known any more.
  public func finding(for track: any Track) -> Finding? {
    remembered(track).map {
      Finding(service: places[$0.place].name, track: $0.found.shown, lookup: $0.wanted.answer)
    }
  }

  // MARK: - Looking

  /// - Parameter known: what an earlier look-up gave; `nil`: there was none.
  private func find(
    _ track: any Track,
    from first: Int,
    _ known: WantedRecording? = nil
  ) async throws -> MediaSource {
    var failure: PlayerError?
    guard let recording = track.metadata.recording else { throw WantedRecording.nothing(nil) }
    let others = places.enumerated().dropFirst(first).filter { !$0.element.plays(track) }
    guard !others.isEmpty else { throw WantedRecording.nothing(known?.answer) }
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
    throw failure ?? WantedRecording.nothing(wanted.answer)
  }

  private func looked(up recording: Recording) async throws -> WantedRecording {
    let recognizers = LinkRecognizers(places.map(\.links))
    return WantedRecording(recording, try await lookup?.answer(for: recording, at: recognizers))
  }

  private static func playerError(_ error: any Error) -> PlayerError {
    if let error = error as? CatalogError { return PlayerError(error) }
    return PlayerError(resolving: error)
  }

  /// Where it can't be opened, the services behind are asked.
  private func finished(
    _ source: MediaSource,
    _ track: any Track,
    _ known: Memory
  ) -> MediaSource {
    let next = known.place + 1
    guard next < places.count, source.replacement == nil else { return source }
    // Bytes are there; an address, or a file, may be gone.
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

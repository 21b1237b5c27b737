import PlayerKitSystem
import PlayerKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Loads the pictures that ``PlayerKit/Artwork`` stands for.
///
/// ```swift
/// let loader = ArtworkLoader(sources: [subsonic])
/// if let artwork = track.metadata.artwork {
///   let image = try await loader.image(for: artwork, atLeast: 600)
/// }
/// ```
///
/// Nothing is fetched before it is asked for. A picture at an address comes by the library's own http:
/// https or http alone, one request, which servers may lead on, and no further than
/// ``Configuration/reach``. A key is turned into a place by the ``PlayerKit/ArtworkSource`` of its name;
/// `Artwork(path:)` needs none. All of it are the bytes of strangers: they are bounded, and not decoded.
///
/// One loader serves an app. Threads: any. Nothing waits on the threads of Swift's concurrency.
public final class ArtworkLoader: ArtworkLoading {
  private struct State {
    var loads: ArtworkLoads
    var memory: PictureMemory
    var waiters: [Int: Waiter] = [:]
    /// Who left before being put among the waiters.
    var gone: Set<Int> = []
    var serial = 0
    /// What finds out where pictures are.
    var searches: [ArtworkLoads.ID: Search] = [:]
    var streams: [ArtworkLoads.ID: any ByteStream] = [:]
  }

  private struct Search {
    let task: Task<Void, Never>
    let timer: ClockTimer

    func cancel() {
      timer.cancel()
      task.cancel()
    }
  }

  private typealias Waiter = CheckedContinuation<Result<ArtworkImage, PlayerError>, Never>

  /// How it is set up.
  public let configuration: Configuration

  private let sources: [String: any ArtworkSource]
  private let opener: SourceOpener
  private let clock: any PlaybackClock
  private let state: Locked<State>

  /// Makes a loader. Nothing is opened, or made, before a picture is wanted.
  ///
  /// - Parameters:
  ///   - sources: what knows the keys of pictures. Of several of one name, the first.
  ///   - clock: what the time of the sources is measured on.
  public init(
    configuration: Configuration = .init(),
    sources: [any ArtworkSource] = [],
    clock: any PlaybackClock = SystemPlaybackClock()
  ) {
    self.configuration = configuration
    self.clock = clock
    self.sources = Dictionary(sources.map { ($0.artworkSource, $0) }) { first, _ in first }
    opener = SourceOpener(
      LoadingSettings(
        networkTimeout: configuration.networkTimeout,
        cache: configuration.cache,
        // Each source says how far it reaches.
        reach: .everywhere
      ),
      memory: 0
    )
    state = Locked(
      State(
        loads: ArtworkLoads(mostAtOnce: configuration.mostAtOnce),
        memory: PictureMemory(limit: configuration.memoryLimit)
      )
    )
  }

  deinit { opener.close() }

  /// The picture, from memory, from the disk, or from where it is.
  ///
  /// Called again while the same is under way, it waits for that. Where all who wait are cancelled, it is
  /// given up. A failure is not remembered.
  ///
  /// - Parameters:
  ///   - artwork: where it is.
  ///   - pixels: the longer side as it is wanted. The picture has the nearest size at or above, else the
  ///     largest there is. So it may be smaller, or far larger.
  /// - Throws: ``PlayerKit/PlayerError/Code/unsupportedFormat`` for what is no picture, or is too large;
  ///   ``PlayerKit/PlayerError/Code/blockedURL`` for an address that must not be asked for, also where a
  ///   server leads there; ``PlayerKit/PlayerError/Code/interrupted`` where it broke off, and where the
  ///   task is cancelled; ``PlayerKit/PlayerError/Code/notFound`` for a key that no source knows;
  ///   ``PlayerKit/PlayerError/Code/timedOut`` where a source does not answer in time; what a source
  ///   throws, and what servers and files fail with, as for media.
  public func image(
    for artwork: Artwork,
    atLeast pixels: Int
  ) async throws(PlayerError) -> ArtworkImage {
    let wish = try wish(artwork, min(max(pixels, 1), Self.longestSide))
    let id = state.withLock { state in
      state.serial += 1
      return state.serial
    }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        start(wish, id, continuation)
      }
    } onCancel: {
      leave(wish, id)
    }
    // It may have been cancelled with the answer on its way.
    state.withLock { _ = $0.gone.remove(id) }
    return try result.get()
  }

  /// Forgets the pictures that are in memory, as where a user signs out. What is on disk stays.
  public func removeAll() {
    state.withLock { $0.memory.removeAll() }
  }

  /// How many wait for pictures.
  var waiterCount: Int { state.withLock(\.waiters.count) }

  /// Whether nothing is under way, and nobody waits.
  var isIdle: Bool { state.withLock { $0.loads.isIdle && $0.waiters.isEmpty && $0.gone.isEmpty } }

  /// No picture has a longer side.
  private static let longestSide = 1 << 16

  private func wish(_ artwork: Artwork, _ pixels: Int) throws(PlayerError) -> ArtworkWish {
    if let key = artwork.key {
      guard key.source == Artwork.files || sources[key.source] != nil else {
        throw PlayerError(.notFound, "There is no source of pictures of this name.")
      }
      return ArtworkWish(place: .key(key), pixels: key.source == Artwork.files ? 0 : pixels)
    }
    guard let url = artwork.url(atLeast: pixels) else {
      throw PlayerError(.invalidItem, "The picture has no address.")
    }
    guard url.isHTTP else {
      throw PlayerError(.blockedURL, "Only http and https addresses of pictures are asked for.")
    }
    return ArtworkWish(place: .address(url), pixels: 0)
  }

  // MARK: - Waiting

  private func start(
    _ wish: ArtworkWish,
    _ id: Int,
    _ continuation: Waiter
  ) {
    let (result, actions) = state.withLock {
      state -> (Result<ArtworkImage, PlayerError>?, [ArtworkLoads.Action]) in
      if state.gone.remove(id) != nil { return (.failure(Self.cancelled), []) }
      if let image = state.memory.image(for: wish) { return (.success(image), []) }
      state.waiters[id] = continuation
      return (nil, state.loads.want(wish, waiter: id))
    }
    if let result { continuation.resume(returning: result) }
    perform(actions)
  }

  private func leave(_ wish: ArtworkWish, _ id: Int) {
    let (waiter, actions) = state.withLock { state in
      let waiter = state.waiters.removeValue(forKey: id)
      if waiter == nil { state.gone.insert(id) }
      return (waiter, state.loads.leave(wish, waiter: id))
    }
    waiter?.resume(returning: .failure(Self.cancelled))
    perform(actions)
  }

  /// - Parameter isOverdue: whether this holds only as long as nobody has said where the picture is.
  private func finish(
    _ id: ArtworkLoads.ID,
    _ result: Result<ArtworkImage, PlayerError>,
    isOverdue: Bool = false
  ) {
    let (search, waiters, actions) = state.withLock {
      state -> (Search?, [Waiter], [ArtworkLoads.Action]) in
      if isOverdue, !state.loads.isSought(id) { return (nil, [], []) }
      let search = state.searches.removeValue(forKey: id)
      let (load, actions) = state.loads.finished(id)
      guard let (wish, ids) = load else { return (search, [], actions) }
      if case .success(let image) = result, !wish.place.isFile {
        state.memory.keep(image, for: wish)
      }
      return (search, ids.compactMap { state.waiters.removeValue(forKey: $0) }, actions)
    }
    search?.cancel()
    for waiter in waiters { waiter.resume(returning: result) }
    perform(actions)
  }

  // MARK: - Doing

  private func perform(_ actions: [ArtworkLoads.Action]) {
    for action in actions {
      switch action {
      case .find(let id, let wish): find(id, wish)
      case .read(let id, let source):
        // Not on one of the threads that Swift's concurrency has.
        let isStarted = BackgroundThread.start("artwork") {
          self.finish(id, self.picture(id, source))
        }
        if !isStarted { finish(id, .failure(Self.noThread)) }
      case .giveUp(let id):
        let (search, stream) = state.withLock { state in
          (state.searches.removeValue(forKey: id), state.streams[id])
        }
        search?.cancel()
        stream?.cancel()
      }
    }
  }

  private func find(_ id: ArtworkLoads.ID, _ wish: ArtworkWish) {
    switch wish.place {
    case .address(let url):
      let key = "artwork:" + url.absoluteString
      found(id, MediaSource(.remote(url), reach: configuration.reach, cacheKey: key))
    case .key(let key):
      guard let source = sources[key.source] else {
        return found(id, MediaSource(.file(path: key.id)))
      }
      let task = Task {
        do {
          found(id, try await source.picture(key.id, atLeast: wish.pixels))
        } catch {
          finish(id, .failure(Self.failure(error)))
        }
      }
      let due = clock.now + configuration.searchTimeLimit
      let timer = clock.schedule(at: due) { [weak self] in
        self?.finish(id, .failure(Self.noAnswer), isOverdue: true)
      }
      let search = Search(task: task, timer: timer)
      let isSought = state.withLock { state in
        let isSought = state.loads.isSought(id)
        if isSought { state.searches[id] = search }
        return isSought
      }
      if !isSought { search.cancel() }
    }
  }

  private func found(_ id: ArtworkLoads.ID, _ source: MediaSource) {
    var source = source
    source.reach = source.reach ?? .publicAfterRedirect
    let (search, actions) = state.withLock { state in
      (state.searches.removeValue(forKey: id), state.loads.found(id, source))
    }
    search?.timer.cancel()
    perform(actions)
  }

  private func picture(
    _ id: ArtworkLoads.ID,
    _ source: MediaSource
  ) -> Result<ArtworkImage, PlayerError> {
    let reader = PictureReader(
      largest: max(configuration.largestPicture, 1),
      mostPixels: configuration.mostPixels,
      timeLimit: configuration.timeLimit
    )
    let stream = opener.openAsIs(source, limits: .picture(of: reader.largest)).makeStream()
    let isWanted = state.withLock { state in
      state.streams[id] = stream
      return state.loads.isWanted(id)
    }
    if !isWanted { stream.cancel() }
    defer {
      state.withLock { $0.streams[id] = nil }
      stream.close()
    }
    return Result { () throws(PlayerError) in try reader.read(stream) }
  }

  private static func failure(_ error: any Error) -> PlayerError {
    if error is CancellationError { return cancelled }
    return error as? PlayerError
      ?? PlayerError(.serverError, "The picture could not be found out.", underlying: error)
  }

  private static let noThread = PlayerError(
    .unreadable,
    "The system has no more threads.",
    isRetryable: true
  )

  private static let noAnswer = PlayerError(
    .timedOut,
    "The source of the picture did not answer in time."
  )

  private static let cancelled = PlayerError(
    .interrupted,
    "It was cancelled.",
    isRetryable: false
  )
}

extension ArtworkPlace {
  /// Whether it is a file: the system keeps it in memory by itself, and knows when it changes.
  fileprivate var isFile: Bool {
    if case .key(let key) = self { key.source == Artwork.files } else { false }
  }
}

extension HTTPReader.Limits {
  /// Of a picture of so many bytes at most, which is read once: one request, and a second or third where
  /// a server does not serve parts as it should.
  static func picture(of largest: Int) -> Self {
    // One more shows that there are more.
    var limits = Self(firstWindow: Int64(largest) + 1)
    limits.pauses = []
    limits.mostRequests = 3
    limits.makeFile = { _ in nil }
    return limits
  }
}

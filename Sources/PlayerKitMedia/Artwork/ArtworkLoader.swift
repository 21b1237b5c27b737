import PlayerKit
import PlayerKitSystem

/// Loads the pictures that ``PlayerKit/Artwork`` refers to.
///
/// ```swift
/// let loader = ArtworkLoader(sources: [subsonic])
/// if let artwork = track.metadata.artwork {
///   let image = try await loader.image(for: artwork, atLeast: 600)
/// }
/// ```
///
/// Nothing is fetched before it is requested. A picture with a URL is loaded by the library's own
/// HTTP client: only over HTTP or HTTPS, in one request, which servers may redirect, within
/// ``Configuration/reach``. An ``PlayerKit/ArtworkSource`` resolves the keys with its name;
/// `Artwork(path:)` needs none. The bytes are untrusted: their size is bounded, and they are not
/// decoded.
///
/// Use one loader per app. Callable from any thread. Never blocks the threads of Swift concurrency.
public final class ArtworkLoader: ArtworkLoading {
  private struct State {
    var loads: ArtworkLoads
    var memory: PictureMemory
    var waiters: [Int: Waiter] = [:]
    /// Callers that cancelled before they became waiters.
    var gone: Set<Int> = []
    var serial = 0
    /// Running searches for the locations of pictures.
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

  /// The configuration.
  public let configuration: Configuration

  private let sources: [String: any ArtworkSource]
  private let opener: SourceOpener
  private let clock: any PlaybackClock
  private let state: Locked<State>

  /// Creates a loader. Nothing is opened or created before the first request.
  ///
  /// - Parameters:
  ///   - configuration: The settings.
  ///   - sources: resolve the keys of pictures. If several have the same name, the first is used.
  ///   - clock: measures the time limit of the sources.
  public init(
    configuration: Configuration = .init(),
    sources: [any ArtworkSource] = [],
    clock: any PlaybackClock = SystemPlaybackClock()
  ) {
    self.configuration = configuration
    self.clock = clock
    let former = sources.flatMap { source in source.formerArtworkSources.map { ($0, source) } }
    self.sources = Dictionary(sources.map { ($0.artworkSource, $0) } + former) { first, _ in first }
    opener = SourceOpener(
      LoadingSettings(
        networkTimeout: configuration.networkTimeout,
        cache: configuration.cache,
        // Each source states its own reach.
        reach: .everywhere
      ),
      memory: 0
    )
    state = Locked(
      State(
        loads: ArtworkLoads(maximumAtOnce: configuration.maximumAtOnce),
        memory: PictureMemory(limit: configuration.memoryLimit)
      )
    )
  }

  deinit { opener.close() }

  /// Returns a picture from memory, from the disk, or from its location.
  ///
  /// A second call for the same picture waits for the first. If all waiting callers are cancelled,
  /// the load is cancelled. Failures are not cached.
  ///
  /// - Parameters:
  ///   - artwork: the picture to load.
  ///   - pixels: the wanted longer side. The picture has the nearest size at or above it, otherwise
  ///     the largest available. So it may be smaller, or much larger.
  /// - Throws: ``PlayerKit/PlayerError/Code/unsupportedFormat`` if it is not a picture or too
  ///   large; ``PlayerKit/PlayerError/Code/blockedURL`` if its address, or a redirect, is not
  ///   allowed; ``PlayerKit/PlayerError/Code/interrupted`` if the transfer broke off or the task is
  ///   cancelled; ``PlayerKit/PlayerError/Code/notFound`` if no source knows the key;
  ///   ``PlayerKit/PlayerError/Code/timedOut`` if a source does not answer in time; otherwise the
  ///   error of the source, server or file, as for media.
  public func image(
    for artwork: Artwork,
    atLeast pixels: Int
  ) async throws(PlayerError) -> ArtworkImage {
    let request = try request(artwork, min(max(pixels, 1), Self.longestSide))
    let id = state.withLock { state in
      state.serial += 1
      return state.serial
    }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        start(request, id, continuation)
      }
    } onCancel: {
      leave(request, id)
    }
    // The task may have been cancelled while the result was on its way.
    state.withLock { _ = $0.gone.remove(id) }
    return try result.get()
  }

  /// Removes all pictures from memory, for example when a user signs out. The disk cache stays.
  public func removeAll() {
    state.withLock { $0.memory.removeAll() }
  }

  /// The number of callers that wait for pictures.
  var waiterCount: Int { state.withLock(\.waiters.count) }

  /// Whether nothing is loading and no caller waits.
  var isIdle: Bool { state.withLock { $0.loads.isIdle && $0.waiters.isEmpty && $0.gone.isEmpty } }

  /// No picture has a longer side.
  private static let longestSide = 1 << 16

  private func request(_ artwork: Artwork, _ pixels: Int) throws(PlayerError) -> ArtworkRequest {
    if let key = artwork.key {
      guard key.source == Artwork.files || sources[key.source] != nil else {
        throw PlayerError(.notFound, "There is no source of pictures of this name.")
      }
      return ArtworkRequest(place: .key(key), pixels: key.source == Artwork.files ? 0 : pixels)
    }
    guard let url = artwork.url(atLeast: pixels) else {
      throw PlayerError(.invalidItem, "The picture has no address.")
    }
    guard url.isHTTP else {
      throw PlayerError(.blockedURL, "Only http and https addresses of pictures are asked for.")
    }
    return ArtworkRequest(place: .address(url), pixels: 0)
  }

  // MARK: - Waiting

  private func start(
    _ request: ArtworkRequest,
    _ id: Int,
    _ continuation: Waiter
  ) {
    let (result, actions) = state.withLock {
      state -> (Result<ArtworkImage, PlayerError>?, [ArtworkLoads.Action]) in
      if state.gone.remove(id) != nil { return (.failure(Self.cancelled), []) }
      if let image = state.memory.image(for: request) { return (.success(image), []) }
      state.waiters[id] = continuation
      return (nil, state.loads.want(request, waiter: id))
    }
    if let result { continuation.resume(returning: result) }
    perform(actions)
  }

  private func leave(_ request: ArtworkRequest, _ id: Int) {
    let (waiter, actions) = state.withLock { state in
      let waiter = state.waiters.removeValue(forKey: id)
      if waiter == nil { state.gone.insert(id) }
      return (waiter, state.loads.leave(request, waiter: id))
    }
    waiter?.resume(returning: .failure(Self.cancelled))
    perform(actions)
  }

  /// - Parameter isOverdue: whether this only applies if the picture has not been located yet.
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
      guard let (request, ids) = load else { return (search, [], actions) }
      if case .success(let image) = result, !request.place.isFile {
        state.memory.keep(image, for: request)
      }
      return (search, ids.compactMap { state.waiters.removeValue(forKey: $0) }, actions)
    }
    search?.cancel()
    for waiter in waiters { waiter.resume(returning: result) }
    perform(actions)
  }

  // MARK: - Actions

  private func perform(_ actions: [ArtworkLoads.Action]) {
    for action in actions {
      switch action {
      case .find(let id, let request): find(id, request)
      case .read(let id, let source):
        // Not on a thread of Swift concurrency.
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

  private func find(_ id: ArtworkLoads.ID, _ request: ArtworkRequest) {
    switch request.place {
    case .address(let url):
      let key = "artwork:" + url.absoluteString
      found(id, MediaSource(.remote(url), reach: configuration.reach, cacheKey: key))
    case .key(let key):
      guard let source = sources[key.source] else {
        return found(id, MediaSource(.file(path: key.id)))
      }
      let task = Task {
        do {
          found(id, try await source.picture(key.id, atLeast: request.pixels))
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
      maximumPixels: configuration.maximumPixels,
      timeLimit: configuration.timeLimit,
      clock: clock
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
  /// Whether it is a file: the system caches files itself and notices changes.
  fileprivate var isFile: Bool {
    if case .key(let key) = self { key.source == Artwork.files } else { false }
  }
}

extension HTTPReader.Limits {
  /// Returns the limits for a picture with at most this many bytes, which is read once: one
  /// request, and up to two more if a server does not handle ranges correctly.
  static func picture(of largest: Int) -> Self {
    // One more byte shows that there are more.
    var limits = Self(firstWindow: Int64(largest) + 1)
    limits.pauses = []
    limits.maximumRequests = 3
    limits.makeFile = { _ in nil }
    return limits
  }
}

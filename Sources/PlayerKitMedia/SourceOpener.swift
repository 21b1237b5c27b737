import PlayerKit
import PlayerKitHTTP
import PlayerKitSystem

/// Turns media sources into byte sources. Owns the HTTP fetcher.
///
/// Callable from any thread.
package final class SourceOpener: Sendable {
  private struct State {
    var fetcher: (any HTTPFetcher)?
    var isClosed = false
  }

  private let settings: LoadingSettings
  private let memory: ByteMemory
  private let presentations = HLSMemory()
  private let watch = NetworkWatch()
  /// The cookie jars of the latest loads, so that a reopened load keeps its cookies.
  private let jars = Locked<[(load: LoadID, jar: CookieJar)]>([])
  private let state = Locked(State())

  /// - Parameter memory: how many of the bytes read are kept for later streams.
  package init(_ settings: LoadingSettings, memory: Int64 = 2 << 20) {
    self.settings = settings
    self.memory = ByteMemory(capacity: memory)
  }

  /// - Parameters:
  ///   - limits: how the source is read over HTTP.
  ///   - position: where a stream of parts begins; other media begins at its start. If `nil`, the
  ///     stream decides.
  ///   - looksForLists: whether only lists are of interest. If so, no stream of parts is started.
  ///   - load: the load of the source. If the same load is reopened, its list of parts is not read
  ///     again.
  package func open(
    _ source: MediaSource,
    limits: HTTPReader.Limits = .init(),
    at position: Duration? = nil,
    looksForLists: Bool = false,
    for load: LoadID? = nil
  ) -> any ByteSource {
    if !source.alternatives.isEmpty || source.replacement != nil {
      return AlternativesSource(source) { [self] source, turn in
        var limits = limits
        switch turn {
        // If there are alternatives, they are tried soon.
        case .inTurn: limits.longestReconnection = .seconds(20)
        case .last: break
        case .again: limits.resumesLive = true
        }
        return open(
          source,
          limits: limits,
          at: position,
          looksForLists: looksForLists,
          for: load
        )
      }
    }
    if case .remote = source.location, let offsets = source.timeOffsets {
      let place = TimeOffset(position ?? .zero, in: offsets)
      let bytes = open(
        place.source(of: source),
        limits: limits,
        looksForLists: looksForLists,
        for: load
      )
      return OffsetSource(bytes: bytes, timeline: place.timeline)
    }
    switch source.location {
    case .file(let path):
      let address = HTTPAddress(url: URL(filePath: path), reach: .everywhere)
      let setting = setting(of: address, at: position, for: load)
      return sniffing(
        FolderStream.source(orFile: path, tags: settings.lists.tags).repaired(),
        source,
        setting,
        looksForLists
      )
    case .bytes(let bytes):
      // A service's track whose address can't be requested now has no bytes, but may be in the
      // cache by its key.
      return openWhole(source) ?? CheckedByteSource(source: bytes)
    case .remote(let url):
      guard url.isHTTP, let fetcher else {
        return ClosureByteSource { FailedByteStream(HTTPFailure.blocked) }
      }
      var limits = limits
      limits.reconnection = min(settings.reconnection, limits.longestReconnection)
      if limits.isHeard { limits.outage = settings.networkTimeout * 5 }
      let address = HTTPAddress(source, url, settings, cookies: cookies(of: load))
      let setting = setting(of: address, at: position, for: load)
      if let item = presentations.item(of: setting.key) {
        return HLSSource(setting: setting, item: item)
      }
      if !limits.resumesLive, let cached = openCached(source, limits: limits) {
        return RemoteRepairedSource(
          inner: sniffing(cached, source, setting, looksForLists),
          examinesEnd: limits.isHeard && !looksForLists
        )
      }
      let bytes = HTTPByteSource(
        address,
        fetcher: fetcher,
        memory: memory,
        timeout: settings.networkTimeout,
        limits: limits
      )
      return RemoteRepairedSource(
        inner: sniffing(bytes, source, setting, looksForLists),
        examinesEnd: limits.isHeard && !looksForLists
      )
    }
  }

  /// Opens a source for its plain bytes: lists, parts of streams and alternatives are not followed.
  package func openAsIs(_ source: MediaSource, limits: HTTPReader.Limits) -> any ByteSource {
    switch source.location {
    case .file(let path): return ClosureByteSource { FileByteStream(path: path) }
    case .bytes(let bytes): return openWhole(source) ?? CheckedByteSource(source: bytes)
    case .remote(let url):
      guard url.isHTTP, let fetcher else {
        return ClosureByteSource { FailedByteStream(HTTPFailure.blocked) }
      }
      return openCached(source, limits: limits)
        ?? HTTPByteSource(
          HTTPAddress(source, url, settings),
          fetcher: fetcher,
          memory: memory,
          timeout: settings.networkTimeout,
          limits: limits
        )
    }
  }

  /// Opens a source to inspect it without playing it. If its first bytes are not media, it is
  /// refused. Only the first alternative is opened. The disk cache is used, but nothing is added to
  /// it.
  ///
  /// - Parameter limits: how the source is read over HTTP.
  package func openForInspection(
    _ source: MediaSource,
    limits: HTTPReader.Limits = .inspection
  ) -> any ByteSource {
    if case .file = source.location { return openAsIs(source, limits: limits) }
    if let whole = openWhole(source) { return whole }
    let source = Self.withoutCaching(source)
    let bytes = openAsIs(source, limits: limits)
    return ClosureByteSource {
      SniffingStream(bytes.makeStream(), refusal: source.refusal) {
        content,
        _,
        _ throws(PlayerError) in
        switch content {
        case .media: return nil
        case .hls, .list: throw HTTPFailure.notInspected
        }
      }
    }
  }

  private static func withoutCaching(_ source: MediaSource) -> MediaSource {
    var source = source
    source.allowsCaching = false
    return source
  }

  /// Opens an HTTP source and caches it on disk while it is read; `nil` if it must not be cached.
  func openCached(
    _ source: MediaSource,
    limits: HTTPReader.Limits = .init()
  ) -> CachedByteSource? {
    guard let cache = settings.cache, source.allowsCaching, let key = source.cacheKey,
      case .remote(let url) = source.location, url.isHTTP, let fetcher
    else { return nil }
    return CachedByteSource(
      HTTPAddress(source, url, settings),
      key: key,
      cache: cache,
      fetcher: fetcher,
      memory: memory,
      timeout: settings.networkTimeout,
      limits: limits
    )
  }

  /// Opens a completely cached source; `nil` if it is incomplete.
  private func openWhole(_ source: MediaSource) -> CacheFileSource? {
    guard let cache = settings.cache, source.allowsCaching, let key = source.cacheKey,
      let file = cache.files.find(CacheFolder.Name(key: key)), file.isComplete
    else { return nil }
    return CacheFileSource(file: file)
  }

  /// Detects the kind of a source from its first bytes.
  private func sniffing<Bytes: ByteSource>(
    _ bytes: Bytes,
    _ source: MediaSource,
    _ setting: HLSStream.Setting,
    _ looksForLists: Bool
  ) -> SniffingSource<Bytes> {
    SniffingSource(bytes, longestLook: settings.lists.longestRead, refusal: source.refusal) {
      [settings] content, head, rest throws(PlayerError) in
      switch content {
      case .media: nil
      case .hls: looksForLists ? nil : try HLSStream.make(setting, head, rest)
      case .list: throw ListFollower(source: source, settings: settings.lists).failure(head, rest)
      }
    }
  }

  private func cookies(of load: LoadID?) -> CookieJar {
    guard let load else { return CookieJar() }
    return jars.withLock { jars in
      if let known = jars.first(where: { $0.load == load }) { return known.jar }
      let jar = CookieJar()
      jars = jars.suffix(7) + [(load, jar)]
      return jar
    }
  }

  private func setting(
    of address: HTTPAddress,
    at position: Duration?,
    for load: LoadID?
  ) -> HLSStream.Setting {
    var setting = HLSStream.Setting(
      address: address,
      fetcher: { [weak self] in self?.fetcher },
      memory: presentations,
      key: load.map { HLSMemory.Key(load: $0, url: address.url) }
    )
    setting.limits.bitRate = settings.largestBitRate
    setting.limits.reconnection = settings.reconnection
    setting.limits.timeout = settings.networkTimeout
    setting.position = position
    return setting
  }

  /// Returns how many of the first bytes of an HTTP source are kept; 0 if a stream would request
  /// them.
  package func countOfFirstBytes(of source: MediaSource) -> Int64 {
    guard case .remote(let url) = source.location else { return 0 }
    return memory.bytes(of: HTTPAddress(source, url, settings))?.headCount ?? 0
  }

  /// Cancels all requests.
  package func close() {
    let fetcher = state.withLock { state in
      state.isClosed = true
      return state.fetcher
    }
    fetcher?.close()
  }

  // Created for the first source that needs it: an engine that plays files has none.
  private var fetcher: (any HTTPFetcher)? {
    state.withLock { state in
      guard !state.isClosed else { return nil }
      let fetcher = state.fetcher ?? watch.watching(Fetchers.make())
      state.fetcher = fetcher
      return fetcher
    }
  }
}

extension SourceOpener: NetworkChecking {
  /// Returns whether the network seems lost, judged by the servers that were used.
  package func isNetworkLost() async -> Bool { await watch.isLost() }
}

extension Duration {
  /// The duration in seconds.
  package var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}

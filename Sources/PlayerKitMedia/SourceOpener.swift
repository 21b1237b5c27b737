import PlayerKitHTTP
import PlayerKitSystem
import PlayerKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Turns media sources into byte sources; owns what fetches for those that come over http.
///
/// Threads: any.
package final class SourceOpener: Sendable {
  private struct State {
    var fetcher: (any HTTPFetcher)?
    var isClosed = false
  }

  private let settings: LoadingSettings
  private let memory: ByteMemory
  private let presentations = HLSMemory()
  private let watch = NetworkWatch()
  /// Of the last loads: what is opened again goes on with the cookies that it had.
  private let jars = Locked<[(load: LoadID, jar: CookieJar)]>([])
  private let state = Locked(State())

  /// - Parameter memory: how many bytes are kept of what was read, for streams that follow.
  package init(_ settings: LoadingSettings, memory: Int64 = 2 << 20) {
    self.settings = settings
    self.memory = ByteMemory(capacity: memory)
  }

  /// - Parameters:
  ///   - limits: how the source is read, where it comes over http.
  ///   - position: where a stream is to begin that is no media of bytes; others begin with the media.
  ///     `nil`: where it says itself.
  ///   - looksForLists: whether only lists are of interest. Then no stream of parts is begun.
  ///   - load: whose source it is. What is opened again for the same load need not be read anew where it
  ///     lists parts.
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
        // Where there are others, they are tried before long.
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
      // A track of a service whose address can't be asked for now is no bytes, but has a name.
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
        return sniffing(cached, source, setting, looksForLists)
      }
      let bytes = HTTPByteSource(
        address,
        fetcher: fetcher,
        memory: memory,
        timeout: settings.networkTimeout,
        limits: limits
      )
      return sniffing(bytes, source, setting, looksForLists)
    }
  }

  /// Opens a source whose bytes are wanted as they are: no list is followed, no part of a stream is asked
  /// for, and no alternative.
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

  /// A source to look into, without playing it. Its first bytes show whether it is media of bytes; if not,
  /// it is refused. Of alternatives, only the first is opened. Nothing is kept on a disk; what is there is
  /// used.
  ///
  /// - Parameter limits: how the source is read, where it comes over http.
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

  /// A source over http that is kept on disk as it is read; `nil`: it is not to be kept.
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

  /// What lies whole on the disk; `nil`: not all does.
  private func openWhole(_ source: MediaSource) -> CacheFileSource? {
    guard let cache = settings.cache, source.allowsCaching, let key = source.cacheKey,
      let file = cache.files.find(CacheFolder.Name(key: key)), file.isComplete
    else { return nil }
    return CacheFileSource(file: file)
  }

  /// Finds out what a source is with its first bytes.
  private func sniffing(
    _ bytes: some ByteSource,
    _ source: MediaSource,
    _ setting: HLSStream.Setting,
    _ looksForLists: Bool
  ) -> any ByteSource {
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

  /// How many of the first bytes of a source over http are kept; 0: a stream would ask for them.
  package func countOfFirstBytes(of source: MediaSource) -> Int64 {
    guard case .remote(let url) = source.location else { return 0 }
    return memory.bytes(of: HTTPAddress(source, url, settings))?.headCount ?? 0
  }

  /// Ends all requests.
  package func close() {
    let fetcher = state.withLock { state in
      state.isClosed = true
      return state.fetcher
    }
    fetcher?.close()
  }

  // Made with the first source that needs it: an engine that plays files has none.
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
  /// Whether nothing can be reached, as far as the servers tell that media came from.
  package func isNetworkLost() async -> Bool { await watch.isLost() }
}

extension Duration {
  /// In seconds.
  package var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}

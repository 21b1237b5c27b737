import PlayerKit
import PlayerKitHTTP
import PlayerKitSystem

/// Opens streams of one HTTP resource that may be partly on the disk.
final class CachedByteSource: RetainingByteSource {
  private let cache: MediaCache
  private let name: CacheFolder.Name
  private let address: HTTPAddress
  private let fetcher: any HTTPFetcher
  private let memory: ByteMemory
  private let timeout: Duration
  private let limits: HTTPReader.Limits
  /// The file or response for the first stream. It is held from the start, so that no process
  /// removes the file.
  private let early: Locked<(file: CacheFile?, network: HTTPByteSource?)>
  private let wasChecked = Locked(false)

  /// Looks for a usable cached file, and starts a request if there is none.
  init(
    _ address: HTTPAddress,
    key: String,
    cache: MediaCache,
    fetcher: any HTTPFetcher,
    memory: ByteMemory,
    timeout: Duration,
    limits: HTTPReader.Limits
  ) {
    (self.cache, name) = (cache, CacheFolder.Name(key: key))
    (self.address, self.fetcher, self.memory) = (address, fetcher, memory)
    (self.timeout, self.limits) = (timeout, limits)
    early = Locked((nil, nil))
    let file = usableFile()
    let network = file == nil ? makeNetwork() : nil
    early.withLock { $0 = (file, network) }
  }

  func makeStream() -> any ByteStream { makeCachedStream() }

  func makeCachedStream() -> CachedByteStream { CachedByteStream(self) }

  var bytesAtHand: Int64? {
    let (file, network) = early.withLock { $0 }
    guard let file = file ?? usableFile() else {
      guard let network else { return 0 }
      return network.bytesAtHand
    }
    guard let gap = file.gap() else { return nil }
    // A stream that continues the file starts with the bytes in memory.
    let inMemory = keptBytes(of: file.version)?.headCount ?? 0
    return max(gap, inMemory, network == nil ? 0 : network?.bytesAtHand ?? 0)
  }

  // MARK: Access for streams

  /// The origin of the bytes was not stored, so they count as from a public server.
  var origin: StreamOrigin {
    let reach = address.reach == .everywhere ? address.reach : .publicAlone
    return StreamOrigin(url: address.url, reach: reach)
  }

  /// Returns the cached file; `nil` if none is usable.
  func takeFile() -> CacheFile? {
    guard let file = early.withLock({ $0.file }) ?? usableFile() else { return nil }
    file.wasUsed()
    checkIfStale(file)
    return file
  }

  /// Returns a stream of the whole resource that ignores the disk.
  func makeWholeStream() -> HTTPByteStream {
    early.withLock { early in
      let network = early.network ?? makeNetwork()
      early.network = network
      return network
    }.makeHTTPStream()
  }

  /// Returns a stream for the missing parts of a file. It requests nothing before it is seeked and
  /// read. If the server does not support ranges, it is a stream of everything.
  func makeStream(completing file: CacheFile) -> HTTPByteStream {
    let version = file.version
    let kept =
      keptBytes(of: version)
      ?? RetainedBytes(
        total: version.total,
        validator: version.validator,
        lastModified: version.lastModified
      )
    return HTTPByteStream(
      address,
      fetcher: fetcher,
      timeout: timeout,
      limits: limits,
      kept: version.servesParts ? kept : nil
    )
  }

  /// Returns a file to write a version to; `nil` if it is not cached.
  func makeFile(of version: MediaVersion) -> CacheFile? { cache.files.make(name, of: version) }

  func mayFill(_ file: CacheFile) -> Bool { cache.files.mayFill(file) }

  /// Drops a version: the server has another one, or forbids caching.
  func forget(_ version: MediaVersion) {
    early.withLock { $0 = (nil, nil) }
    memory.forget(address)
    cache.files.remove(version, name)
  }

  /// Keeps a file until it is released.
  ///
  /// - Returns: whether it still has its name and could be written.
  func keep(_ file: CacheFile) -> Bool { cache.files.keep(file, name) }

  private func keptBytes(of version: MediaVersion) -> RetainedBytes? {
    guard let kept = memory.bytes(of: address), kept.isOf(version) else { return nil }
    return kept
  }

  /// Returns a usable file. An incomplete one is useless if the server does not support ranges.
  private func usableFile() -> CacheFile? {
    guard let file = cache.files.find(name) else { return nil }
    return file.version.servesParts || file.isComplete ? file : nil
  }

  private func makeNetwork() -> HTTPByteSource {
    HTTPByteSource(address, fetcher: fetcher, memory: memory, timeout: timeout, limits: limits)
  }

  // MARK: Checking

  /// Asks the server in the background whether it still has this version. Kept files are not
  /// checked. For concurrent players of the same resource in this process, only one asks.
  private func checkIfStale(_ file: CacheFile) {
    let isFirst = wasChecked.withLock { wasChecked in
      defer { wasChecked = true }
      return !wasChecked
    }
    guard isFirst, file.isStale(), !file.isKept else { return }
    let (cache, name) = (cache, name)
    guard cache.asked.withLock({ $0.insert(name.text).inserted }) else { return }
    check(file.version) { _ = cache.asked.withLock { $0.remove(name.text) } }
  }

  /// Asks the server if the file is complete but may be outdated, and calls back once this is
  /// settled. An incomplete file is requested by its version anyway.
  func settle(_ done: @escaping @Sendable () -> Void) {
    wasChecked.withLock { $0 = true }
    guard let file = early.withLock({ $0.file }), file.isStale(), !file.isKept, file.isComplete
    else {
      return done()
    }
    check(file.version) { [early] in
      early.withLock { $0.file = nil }
      done()
    }
  }

  private func check(_ version: MediaVersion, _ done: @escaping @Sendable () -> Void) {
    VersionCheck.start(address, version, fetcher, atMost: timeout) {
      [cache, name, memory, address] outcome in
      // Not on the shared transfer thread, because a disk may be slow.
      cache.queue.async {
        switch outcome {
        case .same(let lifetime):
          let file = cache.files.find(name)
          if let file, file.version.isSame(as: version) { file.wasChecked(lifetime) }
        case .other:
          memory.forget(address)
          cache.files.remove(version, name)
        case .unknown: break
        }
        done()
      }
    }
  }
}

extension RetainedBytes {
  /// Returns whether the bytes belong to a version.
  func isOf(_ version: MediaVersion) -> Bool {
    validator == version.validator && total == version.total
  }
}

import HTTPFetching
import Locking
import PlayerKit

/// Opens streams of one resource over http, of which something may be on the disk.
final class CachedByteSource: KeepingByteSource {
  private let files: CacheFolder
  private let name: CacheFolder.Name
  private let address: HTTPAddress
  private let fetcher: any HTTPFetcher
  private let memory: ByteMemory
  private let timeout: Duration
  private let limits: HTTPReader.Limits
  /// What the first stream begins with; it is held from the beginning on, so that nobody removes it.
  private let early: Locked<(file: CacheFile?, network: HTTPByteSource?)>
  private let wasChecked = Locked(false)

  /// Asks the disk, and the server where the disk has not the first bytes.
  init(
    _ address: HTTPAddress,
    key: String,
    cache: MediaCache,
    fetcher: any HTTPFetcher,
    memory: ByteMemory,
    timeout: Duration,
    limits: HTTPReader.Limits
  ) {
    (files, name) = (cache.files, CacheFolder.Name(key: key))
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
    if let file = file ?? usableFile() { return file.hole(from: 0)?.lowerBound }
    guard let network else { return 0 }
    return network.bytesAtHand
  }

  // MARK: For its streams

  var origin: StreamOrigin { StreamOrigin(url: address.url, reach: address.reach) }

  /// What the disk has; `nil`: nothing that helps.
  func takeFile() -> CacheFile? {
    guard let file = early.withLock({ $0.file }) ?? usableFile() else { return nil }
    file.wasUsed()
    checkIfStale(file)
    return file
  }

  /// A stream of all of it, as if nothing were on the disk.
  func makeWholeStream() -> HTTPByteStream {
    early.withLock { early in
      let network = early.network ?? makeNetwork()
      early.network = network
      return network
    }.makeHTTPStream()
  }

  /// A stream of what is missing of a file: it asks for nothing before it is sought and read.
  func makeStream(completing file: CacheFile) -> HTTPByteStream {
    let version = file.version
    var kept = memory.bytes(of: address)
    if kept?.validator != version.validator || kept?.total != version.total { kept = nil }
    return HTTPByteStream(
      address,
      fetcher: fetcher,
      timeout: timeout,
      limits: limits,
      kept: kept
        ?? KeptBytes(
          total: version.total,
          validator: version.validator,
          lastModified: version.lastModified
        )
    )
  }

  /// A file to write a version to; `nil`: it is not kept.
  func makeFile(of version: MediaVersion) -> CacheFile? { files.make(name, of: version) }

  func mayFill(_ file: CacheFile) -> Bool { files.mayFill(file) }

  /// The server has another version, or forbids to keep it.
  func forget(_ file: CacheFile) {
    early.withLock { $0.file = nil }
    files.remove(file, name)
  }

  /// What a server without parts has not brought whole has to be fetched from its beginning anyway.
  private func usableFile() -> CacheFile? {
    guard let file = files.find(name) else { return nil }
    return file.version.servesParts || file.isComplete ? file : nil
  }

  private func makeNetwork() -> HTTPByteSource {
    HTTPByteSource(address, fetcher: fetcher, memory: memory, timeout: timeout, limits: limits)
  }

  /// Asks the server, aside, whether it has the same still. What is kept is played without asking.
  private func checkIfStale(_ file: CacheFile) {
    let isFirst = wasChecked.withLock { wasChecked in
      defer { wasChecked = true }
      return !wasChecked
    }
    guard isFirst, file.isStale(), !file.isKept else { return }
    VersionCheck.start(address, file.version, fetcher) { [files, name] outcome in
      switch outcome {
      case .same: file.wasChecked()
      case .other: files.remove(file, name)
      case .unknown: break
      }
    }
  }
}

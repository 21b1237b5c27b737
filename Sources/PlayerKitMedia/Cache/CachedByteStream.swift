import PlayerKit
import PlayerKitSystem

/// Reads cached bytes from the disk and the rest from the server, and writes the latter to the
/// disk.
///
/// `@unchecked Sendable`: everything outside `shared` is used only by the thread that reads and
/// seeks. Other threads use `shared`.
final class CachedByteStream: TitledStream, @unchecked Sendable {
  private struct Shared {
    var isPrepared = false
    var isCancelled = false
    var file: CacheFile?
    var network: HTTPByteStream?
    var hasChanged = false
  }

  private let source: CachedByteSource
  private let shared = Locked(Shared())

  private var position: Int64 = 0
  /// Whether everything comes from the server and nothing is written.
  private var isPassing = false
  private var hasGiven = false
  /// Whether the missing parts of the file may be written; `nil` if not known yet.
  private var mayWrite: Bool?
  private var networkPosition: Int64 = 0
  private var networkEnd: Int64 = 0
  private var first = FirstBytes()
  private var blocks = BlockReader()
  private var writer = BlockWriter()

  init(_ source: CachedByteSource) {
    self.source = source
  }

  // MARK: ByteStream

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(PlayerError) -> Int {
    do throws(PlayerError) {
      let count = try step(into: buffer)
      if count > 0 { hasGiven = true }
      return count
    } catch {
      if HTTPFailure.isChange(error) { shared.withLock { $0.hasChanged = true } }
      throw error
    }
  }

  func seek(to offset: Int64) throws(PlayerError) {
    if offset == position { return }
    guard isSeekable else { throw HTTPFailure.notSeekable }
    // With a file, the server is asked only when a part is missing.
    if keptFile == nil { try network().seek(to: offset) }
    position = max(offset, 0)
    networkPosition = keptFile == nil ? position : networkPosition
  }

  var isSeekable: Bool {
    let (file, network) = prepared()
    if let file, file.version.servesParts || file.isComplete { return true }
    return network?.isSeekable ?? false
  }

  var size: Int64? {
    let (file, network) = prepared()
    return file?.version.total ?? network?.size
  }

  func cancel() {
    let network = shared.withLock { shared in
      shared.isCancelled = true
      return shared.network
    }
    network?.cancel()
  }

  func close() { shared.withLock(\.network)?.close() }

  func takeMetadata() -> StreamMetadata? { shared.withLock(\.network)?.takeMetadata() }

  var isLive: Bool { shared.withLock(\.network)?.isLive ?? false }
  var isEndless: Bool { shared.withLock(\.network)?.isEndless ?? false }

  // MARK: Preparing

  /// The file to write or read.
  var keptFile: CacheFile? { prepared().file }

  /// Whether the whole file may still reach the disk.
  var canBecomeWhole: Bool { !isPassing && mayWrite != false && keptFile?.isBroken != true }

  /// Looks at the disk on the first call. That may take a while, so it happens without a lock.
  private func prepared() -> (file: CacheFile?, network: HTTPByteStream?) {
    let (isPrepared, known) = shared.withLock { ($0.isPrepared, ($0.file, $0.network)) }
    if isPrepared { return known }
    let file = source.takeFile()
    let network = file == nil ? source.makeWholeStream() : nil
    let isCancelled = shared.withLock { shared in
      (shared.isPrepared, shared.file, shared.network) = (true, file, network)
      return shared.isCancelled
    }
    if isCancelled { network?.cancel() }
    return (file, network)
  }

  /// Returns the server's stream, and creates it if needed.
  private func network() throws(PlayerError) -> HTTPByteStream {
    let (file, known) = prepared()
    if let known { return known }
    guard let file else { throw Self.cancelled }
    let network = source.makeStream(completing: file)
    let isCancelled = shared.withLock { shared in
      shared.network = network
      return shared.isCancelled
    }
    if isCancelled { network.cancel() }
    return network
  }

  private func step(into buffer: UnsafeMutableRawBufferPointer) throws(PlayerError) -> Int {
    guard let file = keptFile else { return try readFirst(into: buffer) }
    guard position < file.version.total, !buffer.isEmpty else { return 0 }
    if shared.withLock(\.isCancelled) { throw Self.cancelled }
    let count = blocks.copy(of: file, from: position, into: buffer)
    if count > 0 {
      position += Int64(count)
      return count
    }
    do throws(PlayerError) {
      return try readMissing(of: file, into: buffer)
    } catch {
      guard HTTPFailure.isChange(error) else { throw error }
      // The cached version is outdated.
      source.forget(file.version)
      if hasGiven { throw error }
      try beginAnew()
      return try step(into: buffer)
    }
  }

  private func beginAnew() throws(PlayerError) {
    let network = source.makeWholeStream()
    let (old, isCancelled) = shared.withLock { shared in
      defer { (shared.file, shared.network) = (nil, network) }
      return (shared.network, shared.isCancelled)
    }
    old?.close()
    if isCancelled { network.cancel() }
    (mayWrite, isPassing, first) = (nil, false, FirstBytes())
    blocks.reset()
    writer.reset()
    if position > 0 {
      guard network.isSeekable else { throw HTTPFailure.changed }
      try network.seek(to: position)
    }
    networkPosition = position
  }

  // MARK: Reading without a file

  private func readFirst(into buffer: UnsafeMutableRawBufferPointer) throws(PlayerError) -> Int {
    let network = try network()
    let count = max(try network.read(into: buffer), 0)
    let (piece, offset) = (UnsafeRawBufferPointer(rebasing: buffer.prefix(count)), position)
    position += Int64(count)
    networkPosition = position
    guard !isPassing else { return count }
    first.add(piece, at: offset, named: network.origin?.namedList)
    switch (network.keeping, first.content) {
    case (.unknown, _), (.allowed, nil): break
    case (.refused, _), (.allowed, .list), (.allowed, .hls): isPassing = true
    case (.allowed(let version), .media): beginFile(of: version, piece, at: offset, network)
    }
    return count
  }

  /// Starts writing, with everything that was read so far.
  private func beginFile(
    of version: MediaVersion,
    _ piece: UnsafeRawBufferPointer,
    at offset: Int64,
    _ network: HTTPByteStream
  ) {
    guard let file = source.makeFile(of: version) else { return isPassing = true }
    mayWrite = true
    networkEnd = .max
    shared.withLock { $0.file = file }
    let known = Int64(first.bytes.count)
    first.bytes.withUnsafeBytes { writer.take($0, at: 0, for: file) }
    // Bytes from memory needed no request, so it was not known whether they may be cached.
    if let kept = network.keptBeginning, kept.isOf(version) {
      take(kept, from: known, to: offset, for: file)
    }
    if offset >= known { writer.take(piece, at: offset, for: file) }
  }

  private func take(_ kept: RetainedBytes, from start: Int64, to end: Int64, for file: CacheFile) {
    guard let window = kept.window(from: 0) else { return }
    var (offset, bytes) = (start, [UInt8](repeating: 0, count: CacheHeader.blockLength))
    while offset < end {
      let count = bytes.withUnsafeMutableBytes { window.copy(from: offset, into: $0) }
      guard count > 0 else { return }
      bytes.withUnsafeBytes {
        writer.take(.init(rebasing: $0.prefix(count)), at: offset, for: file)
      }
      offset += Int64(count)
    }
  }

  // MARK: The server

  private func readMissing(
    of file: CacheFile,
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(PlayerError) -> Int {
    let known = writer.copy(from: position, into: buffer)
    if known > 0 {
      position += Int64(known)
      return known
    }
    let range = file.range(ofBlock: Int(position / Int64(CacheHeader.blockLength)))
    let network = try network()
    try approach(range, of: file, network)
    let room = min(buffer.count, Int(range.upperBound - position))
    let rest = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(room))
    let count = try read(network, into: rest, for: file)
    position += Int64(count)
    return count
  }

  /// Moves the server's stream to the reader's position. A block is requested from its start, so
  /// that it can be written.
  private func approach(
    _ range: Range<Int64>,
    of file: CacheFile,
    _ network: HTTPByteStream
  ) throws(PlayerError) {
    if mayWrite == nil { mayWrite = source.mayFill(file) }
    let isElsewhere = networkPosition > position || networkPosition < range.lowerBound
    if position >= networkEnd || isElsewhere {
      networkEnd = file.hole(from: position)?.upperBound ?? range.upperBound
      network.want(until: networkEnd)
    }
    if isElsewhere, file.version.servesParts || network.isSeekable {
      // The bytes before it identify a version that has several validators.
      let before = BlockReader.bytes(of: file, before: range.lowerBound)
      try network.seek(to: range.lowerBound, behind: before)
      networkPosition = range.lowerBound
    }
    guard networkPosition <= position else { throw HTTPFailure.notSeekable }
    guard networkPosition < position else { return }
    var piece = [UInt8](repeating: 0, count: CacheHeader.blockLength)
    while networkPosition < position {
      let room = Int(min(position - networkPosition, Int64(piece.count)))
      let result = piece.withUnsafeMutableBytes { bytes in
        Result { () throws(PlayerError) in
          try read(network, into: .init(rebasing: bytes.prefix(room)), for: file)
        }
      }
      guard try result.get() > 0 else { throw HTTPFailure.cut }
    }
  }

  /// Reads the server's next bytes and writes them to the disk.
  private func read(
    _ network: HTTPByteStream,
    into buffer: UnsafeMutableRawBufferPointer,
    for file: CacheFile
  ) throws(PlayerError) -> Int {
    let count = max(try network.read(into: buffer), 0)
    if !file.version.servesParts {
      // The server sends everything, in its current version.
      guard case .allowed(let version) = network.keeping, version.isSame(as: file.version) else {
        throw HTTPFailure.changed
      }
    }
    if mayWrite == true, network.keeping == .refused {
      mayWrite = false
      if !file.isKept { source.forget(file.version) }
    }
    if mayWrite == true {
      let piece = UnsafeRawBufferPointer(rebasing: buffer.prefix(count))
      writer.take(piece, at: networkPosition, for: file)
    }
    networkPosition += Int64(count)
    return count
  }

  private static let cancelled = PlayerError(.interrupted, "The stream was cancelled.")
}

extension CachedByteStream: BranchingStream {
  func hasReceived(until end: Int64) -> Bool {
    let (file, network) = shared.withLock { ($0.file, $0.network) }
    return file?.isComplete == true || network?.hasReceived(until: end) == true
  }

  func branch(_ limits: HTTPReader.Limits) -> (any ByteStream)? {
    let (file, network) = shared.withLock { ($0.file, $0.network) }
    if let network, file?.isComplete != true { return network.branch(limits) }
    return file == nil ? nil : source.makeCachedStream()
  }

  var hasChanged: Bool { shared.withLock(\.hasChanged) }

  func beginExamining() { writer.withhold() }

  func endExamining(isKept: Bool) {
    let file = shared.withLock(\.file)
    writer.release(to: isKept && mayWrite == true ? file : nil)
  }
}

extension CachedByteStream: LocatedStream {
  var origin: StreamOrigin? { shared.withLock(\.network)?.origin ?? source.origin }

  func leaveNothing() {
    (isPassing, mayWrite) = (true, false)
    shared.withLock(\.network)?.leaveNothing()
    if let file = keptFile { source.forget(file.version) }
  }
}

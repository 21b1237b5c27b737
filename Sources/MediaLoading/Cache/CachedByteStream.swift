import Locking
import PlayerKit

/// Reads what is on the disk from there, and the rest from the server; and writes that down as it
/// passes.
///
/// `@unchecked Sendable`: what is not behind `shared` is touched by the one thread that reads and
/// seeks. The others ask `shared`.
final class CachedByteStream: TitledStream, @unchecked Sendable {
  fileprivate struct Shared {
    var isPrepared = false
    var isCancelled = false
    var file: CacheFile?
    var network: HTTPByteStream?
  }

  fileprivate let source: CachedByteSource
  fileprivate let shared = Locked(Shared())

  private var position: Int64 = 0
  /// Whether all comes from the server, and nothing is written.
  fileprivate var isPassing = false
  private var hasGiven = false
  /// Whether what is missing of the file may be written; `nil`: not known yet.
  fileprivate var mayWrite: Bool?
  private var networkPosition: Int64 = 0
  private var networkEnd: Int64 = 0
  private var assembly = BlockAssembly()
  /// The last block from the disk.
  private var block: (index: Int, count: Int)?
  private var blockBytes: [UInt8] = []

  init(_ source: CachedByteSource) {
    self.source = source
  }

  // MARK: ByteStream

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(PlayerError) -> Int {
    let count = try step(into: buffer)
    if count > 0 { hasGiven = true }
    return count
  }

  func seek(to offset: Int64) throws(PlayerError) {
    if offset == position { return }
    guard isSeekable else { throw HTTPFailure.notSeekable }
    // Where there is a file, the server is asked when something of it is missing.
    if keptFile == nil { try network().seek(to: offset) }
    position = max(offset, 0)
    networkPosition = keptFile == nil ? position : networkPosition
  }

  var isSeekable: Bool {
    let (file, network) = prepared { ($0.file, $0.network) }
    if let file, file.version.servesParts || file.isComplete { return true }
    return network?.isSeekable ?? false
  }

  var size: Int64? {
    let (file, network) = prepared { ($0.file, $0.network) }
    return file?.version.total ?? network?.size
  }

  func cancel() {
    let network = shared.withLock { shared in
      shared.isCancelled = true
      return shared.network
    }
    network?.cancel()
  }

  func close() {
    shared.withLock { $0.network }?.close()
  }

  func takeMetadata() -> StreamMetadata? { shared.withLock { $0.network }?.takeMetadata() }

  var isLive: Bool { shared.withLock { $0.network }?.isLive ?? false }
  var isEndless: Bool { shared.withLock { $0.network }?.isEndless ?? false }

  // MARK: What there is

  /// What is written to, or read from.
  var keptFile: CacheFile? { prepared(\.file) }

  /// Looks what the disk has, with the first call.
  private func prepared<Value>(_ body: (inout Shared) -> Value) -> Value {
    shared.withLock { shared in
      if !shared.isPrepared {
        shared.isPrepared = true
        shared.file = source.takeFile()
        if shared.file == nil, !shared.isCancelled { shared.network = source.makeWholeStream() }
      }
      return body(&shared)
    }
  }

  /// The server's stream, which is made where there is none.
  private func network() throws(PlayerError) -> HTTPByteStream {
    let stream = prepared { shared -> HTTPByteStream? in
      guard !shared.isCancelled else { return nil }
      if let network = shared.network { return network }
      guard let file = shared.file else { return nil }
      let network = source.makeStream(completing: file)
      shared.network = network
      return network
    }
    guard let stream else { throw Self.cancelled }
    return stream
  }

  private func step(into buffer: UnsafeMutableRawBufferPointer) throws(PlayerError) -> Int {
    guard let file = keptFile else { return try readFirst(into: buffer) }
    guard position < file.version.total, !buffer.isEmpty else { return 0 }
    if shared.withLock(\.isCancelled) { throw Self.cancelled }
    let count = copyBlock(of: file, into: buffer)
    if count > 0 { return count }
    do throws(PlayerError) {
      return try readMissing(of: file, into: buffer)
    } catch {
      guard HTTPFailure.isChange(error) else { throw error }
      // What is here is of a version that is gone.
      source.forget(file)
      if hasGiven { throw error }
      try beginAnew()
      return try step(into: buffer)
    }
  }

  private func beginAnew() throws(PlayerError) {
    let old = shared.withLock { shared in
      defer { (shared.file, shared.network) = (nil, source.makeWholeStream()) }
      return shared.network
    }
    old?.close()
    (block, mayWrite, isPassing, networkPosition) = (nil, nil, false, 0)
    assembly.begin(0..<0)
    if position > 0, try network().isSeekable { try network().seek(to: position) }
    networkPosition = position
  }

  // MARK: Nothing on the disk

  private func readFirst(into buffer: UnsafeMutableRawBufferPointer) throws(PlayerError) -> Int {
    let network = try network()
    let count = try network.read(into: buffer)
    guard !isPassing else { return count }
    let piece = UnsafeRawBufferPointer(rebasing: buffer.prefix(max(count, 0)))
    switch network.keeping {
    case .unknown: break
    case .refused: isPassing = true
    case .allowed(let version):
      let isList = position == 0 && ListSignature.begins(piece)
      let file = isList ? nil : source.makeFile(of: version)
      isPassing = file == nil
      mayWrite = file != nil
      shared.withLock { $0.file = file }
      if let file { take(piece, at: position, for: file) }
      networkEnd = .max
    }
    position += Int64(piece.count)
    networkPosition = position
    return count
  }

  // MARK: The disk

  private func copyBlock(
    of file: CacheFile,
    into buffer: UnsafeMutableRawBufferPointer
  ) -> Int {
    let index = Int(position / Int64(CacheHeader.blockLength))
    if block?.index != index {
      block = nil
      if blockBytes.isEmpty {
        blockBytes = [UInt8](repeating: 0, count: CacheHeader.blockLength)
      }
      let count = blockBytes.withUnsafeMutableBytes { file.read(index, into: $0) }
      block = count.map { (index, $0) }
    }
    guard let block else { return 0 }
    let start = Int(position - file.range(ofBlock: index).lowerBound)
    let rest = blockBytes[start..<block.count].prefix(buffer.count)
    buffer.copyBytes(from: rest)
    position += Int64(rest.count)
    return rest.count
  }

  // MARK: The server

  private func readMissing(
    of file: CacheFile,
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(PlayerError) -> Int {
    let known = assembly.copy(from: position, into: buffer)
    if known > 0 {
      position += Int64(known)
      return known
    }
    let range = file.range(ofBlock: Int(position / Int64(CacheHeader.blockLength)))
    let network = try network()
    try approach(range, of: file, network)
    let room = min(buffer.count, Int(range.upperBound - position))
    let count = try network.read(into: .init(rebasing: buffer.prefix(room)))
    take(UnsafeRawBufferPointer(rebasing: buffer.prefix(max(count, 0))), at: position, for: file)
    position += Int64(max(count, 0))
    networkPosition = position
    return count
  }

  /// Has the server's stream stand where the reader does; a block is asked for from its beginning on, so
  /// that it can be written.
  private func approach(
    _ range: Range<Int64>,
    of file: CacheFile,
    _ network: HTTPByteStream
  ) throws(PlayerError) {
    if mayWrite == nil { mayWrite = source.mayFill(file) }
    if position >= networkEnd || networkPosition > position || networkPosition < range.lowerBound {
      networkEnd = file.hole(from: position)?.upperBound ?? range.upperBound
      network.want(until: networkEnd)
    }
    if networkPosition > position || networkPosition < range.lowerBound {
      if file.version.servesParts || network.isSeekable {
        try network.seek(to: range.lowerBound)
        networkPosition = range.lowerBound
      }
    }
    guard networkPosition <= position else { throw HTTPFailure.notSeekable }
    guard networkPosition < position else { return }
    var piece = [UInt8](repeating: 0, count: CacheHeader.blockLength)
    while networkPosition < position {
      let room = Int(min(position - networkPosition, Int64(piece.count)))
      let count = try piece.withUnsafeMutableBytes { bytes in
        Result { () throws(PlayerError) in
          try network.read(into: .init(rebasing: bytes.prefix(room)))
        }
      }.get()
      guard count > 0 else { throw HTTPFailure.cut }
      piece.withUnsafeBytes {
        take(.init(rebasing: $0.prefix(count)), at: networkPosition, for: file)
      }
      networkPosition += Int64(count)
    }
  }

  /// Writes down what passes, block by block.
  private func take(_ piece: UnsafeRawBufferPointer, at offset: Int64, for file: CacheFile) {
    guard mayWrite == true else { return }
    if network(of: shared)?.keeping == .refused {
      mayWrite = false
      source.forget(file)
      return
    }
    var (piece, offset) = (piece, offset)
    while !piece.isEmpty {
      let index = Int(offset / Int64(CacheHeader.blockLength))
      let range = file.range(ofBlock: index)
      guard !range.isEmpty else { return }
      if assembly.range != range || assembly.end != offset {
        guard offset == range.lowerBound else {
          // The block has begun before; the next one is whole.
          piece = .init(rebasing: piece.dropFirst(Int(range.upperBound - offset)))
          offset = range.upperBound
          continue
        }
        assembly.begin(range)
      }
      let count = min(piece.count, Int(range.upperBound - offset))
      assembly.add(.init(rebasing: piece.prefix(count)), at: offset)
      if assembly.isWhole { assembly.withBytes { _ = file.store(index, $0) } }
      piece = .init(rebasing: piece.dropFirst(count))
      offset += Int64(count)
    }
  }

  private func network(of shared: Locked<Shared>) -> HTTPByteStream? {
    shared.withLock(\.network)
  }

  private static let cancelled = PlayerError(.interrupted, "The stream was cancelled.")
}

extension CachedByteStream: LocatedStream {
  var origin: StreamOrigin? { shared.withLock(\.network)?.origin ?? source.origin }

  func leaveNothing() {
    (isPassing, mayWrite) = (true, false)
    let network = shared.withLock(\.network)
    network?.leaveNothing()
    if let file = keptFile { source.forget(file) }
  }
}

/// Whether what begins so names media in place of being some.
enum ListSignature {
  private static let beginnings = ["#EXT", "[", "<", "http", "\u{FEFF}"].map { Array($0.utf8) }

  static func begins(_ piece: UnsafeRawBufferPointer) -> Bool {
    beginnings.contains { piece.starts(with: $0) }
  }
}

import Locking

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What is kept of one version of one resource: a file with holes where nothing is.
///
/// A page says what it is, a table has a checksum for each block, then comes the media, every byte at
/// its place. A block is there if its checksum is, and agrees; so a write that was torn, by whatever,
/// is a block that is not there. Bytes and checksum may be written by several at once: they write the
/// same.
///
/// It is locked, shared, as long as this lives: nobody removes what is played. Threads: any.
final class CacheFile: Sendable {
  private static let checkedOffset: Int64 = 2_048
  private static let keptOffset: Int64 = 3_072
  private static let keptMark = Array("KEEPKEEP".utf8)

  let header: CacheHeader
  private let file: OpenFile
  /// Whether a write failed: the disk is full, or may not be written.
  private let isBroken = Locked(false)

  var version: MediaVersion { header.version }
  var status: stat? { file.status }
  private var blockLength: Int { CacheHeader.blockLength }

  /// Reads the first page of a file that is locked already.
  init?(_ file: OpenFile, key: [UInt8]) {
    guard let header = CacheHeader(file.bytes(at: 0, count: CacheHeader.length)),
      header.key == key
    else { return nil }
    self.header = header
    self.file = file
  }

  /// Makes a file of one that is empty.
  init?(making header: CacheHeader, in file: OpenFile) {
    guard let page = header.encoded(), file.write(page, at: 0),
      ftruncate(file.descriptor, off_t(header.fileLength)) == 0
    else { return nil }
    self.header = header
    self.file = file
    wasChecked()
  }

  // MARK: Blocks

  /// Where a block begins and ends.
  func range(ofBlock index: Int) -> Range<Int64> {
    let start = Int64(index) * Int64(blockLength)
    return start..<min(start + Int64(blockLength), version.total)
  }

  /// Reads a block, and sees that it is what was written.
  ///
  /// - Returns: how long it is; `nil` where it is not there. One that is damaged is not there from now on.
  func read(_ index: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    guard let sum = checksum(of: index) else { return nil }
    let range = range(ofBlock: index)
    let block = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(range.count))
    let count = file.read(at: header.dataOffset + range.lowerBound, into: block)
    guard count == range.count, self.sum(of: index, UnsafeRawBufferPointer(block)) == sum else {
      write(checksum: 0, of: index)
      return nil
    }
    return count
  }

  /// Writes a whole block.
  ///
  /// - Returns: whether it was written. After one failure nothing is written any more.
  @discardableResult
  func store(_ index: Int, _ bytes: UnsafeRawBufferPointer) -> Bool {
    let range = range(ofBlock: index)
    guard bytes.count == range.count, !isBroken.withLock({ $0 }) else { return false }
    let isWritten =
      file.write(bytes, at: header.dataOffset + range.lowerBound)
      && write(checksum: sum(of: index, bytes), of: index)
    if !isWritten { isBroken.withLock { $0 = true } }
    return isWritten
  }

  /// The first stretch at or behind `offset` that is not there; `nil`: all is there.
  func hole(from offset: Int64) -> Range<Int64>? {
    var start: Int64?
    var index = Int(max(offset, 0) / Int64(blockLength))
    while index < header.blockCount {
      let count = min(512, header.blockCount - index)
      var table = file.bytes(at: place(of: index), count: count * 8)[...]
      for index in index..<index + count {
        let isThere = (table.takeNumber() ?? 0) != 0
        if let start, isThere { return start..<range(ofBlock: index).lowerBound }
        if !isThere { start = start ?? range(ofBlock: index).lowerBound }
      }
      index += count
    }
    return start.map { $0..<version.total }
  }

  var isComplete: Bool { hole(from: 0) == nil }

  private func place(of index: Int) -> Int64 { Int64(CacheHeader.length) + Int64(index) * 8 }

  private func checksum(of index: Int) -> UInt64? {
    guard (0..<header.blockCount).contains(index) else { return nil }
    var slot = file.bytes(at: place(of: index), count: 8)[...]
    return slot.takeNumber().flatMap { $0 == 0 ? nil : $0 }
  }

  @discardableResult
  private func write(checksum: UInt64, of index: Int) -> Bool {
    var slot: [UInt8] = []
    slot.append(number: checksum)
    return file.write(slot, at: place(of: index))
  }

  private func sum(of index: Int, _ bytes: UnsafeRawBufferPointer) -> UInt64 {
    BlockChecksum.of(bytes, seed: header.seed &+ UInt64(index) &* 0x9E37_79B9_7F4A_7C15)
  }

  // MARK: What is known besides

  /// Records that somebody plays it.
  func wasUsed() { futimens(file.descriptor, nil) }

  /// Records that the server has it as it is here.
  func wasChecked(at time: Int64 = CacheFile.now) {
    var record: [UInt8] = []
    record.append(number: UInt64(bitPattern: time))
    record.append(number: UInt64(bitPattern: ~time))
    _ = file.write(record, at: Self.checkedOffset)
  }

  /// Whether the server is to be asked whether it still has it as it is here.
  func isStale(at time: Int64 = CacheFile.now) -> Bool {
    var record = file.bytes(at: Self.checkedOffset, count: 16)[...]
    guard let checked = record.takeNumber(), record.takeNumber() == ~checked else { return true }
    let (age, overflow) = time.subtractingReportingOverflow(Int64(bitPattern: checked))
    return overflow || age < 0 || age >= version.lifetime ?? Self.usualLifetime
  }

  /// A day.
  private static let usualLifetime: Int64 = 86_400

  /// Seconds of the calendar.
  static var now: Int64 { Int64(time(nil)) }

  /// Whether it is to be there until it is released.
  var isKept: Bool { Self.isKept(file) }

  static func isKept(_ file: OpenFile) -> Bool { file.bytes(at: keptOffset, count: 8) == keptMark }

  /// Keeps it until it is released; returns when that, and all of it, is on the disk.
  ///
  /// - Returns: whether that could be done.
  func keep() -> Bool {
    file.synchronize() && file.write(Self.keptMark, at: Self.keptOffset) && file.synchronize()
  }

  /// What was kept is as anything else.
  func release() -> Bool {
    file.write([UInt8](repeating: 0, count: 8), at: Self.keptOffset) && file.synchronize()
  }
}

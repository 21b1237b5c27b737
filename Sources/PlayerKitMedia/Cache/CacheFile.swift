import PlayerKitSystem

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
  private let writeFailed = Locked(false)

  var isBroken: Bool { writeFailed.withLock { $0 } }
  var version: MediaVersion { header.version }
  var status: stat? { file.status }
  private var blockLength: Int { CacheHeader.blockLength }

  /// Reads the first page of a file that is locked already. One that was cut counts with the length that
  /// it may come to again.
  init?(_ file: OpenFile, key: [UInt8]) {
    guard let header = CacheHeader(file.bytes(at: 0, count: CacheHeader.length)),
      header.key == key
    else { return nil }
    if let size = file.status?.st_size, size < header.fileLength {
      ftruncate(file.descriptor, off_t(header.fileLength))
    }
    self.header = header
    self.file = file
  }

  /// Makes a file of one that is empty.
  ///
  /// - Parameter page: the header as bytes.
  init?(making header: CacheHeader, _ page: [UInt8], in file: OpenFile) {
    guard file.write(page, at: 0), ftruncate(file.descriptor, off_t(header.fileLength)) == 0
    else { return nil }
    self.header = header
    self.file = file
    wasChecked(header.version.lifetime)
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
    guard count == range.count else { return nil }
    if self.sum(of: index, UnsafeRawBufferPointer(block)) == sum { return count }
    // Somebody else may have written it anew meanwhile.
    if checksum(of: index) == sum { write(checksum: 0, of: index) }
    return nil
  }

  /// Writes a whole block.
  ///
  /// - Returns: whether it was written. After one failure nothing is written any more.
  @discardableResult
  func store(_ index: Int, _ bytes: UnsafeRawBufferPointer) -> Bool {
    let range = range(ofBlock: index)
    guard bytes.count == range.count, !isBroken else { return false }
    let isWritten =
      file.write(bytes, at: header.dataOffset + range.lowerBound)
      && write(checksum: sum(of: index, bytes), of: index)
    if !isWritten { writeFailed.withLock { $0 = true } }
    return isWritten
  }

  /// Where the first block at or behind `offset` begins that is not there; `nil`: all is there.
  func gap(from offset: Int64 = 0) -> Int64? {
    let index = Int(max(offset, 0) / Int64(blockLength))
    return block(from: index, before: header.blockCount, isThere: false).map {
      range(ofBlock: $0).lowerBound
    }
  }

  /// The first stretch at or behind `offset` that is not there, as far as it is looked at: 64 MiB.
  /// `nil`: all is there.
  func hole(from offset: Int64) -> Range<Int64>? {
    guard let start = gap(from: offset) else { return nil }
    let first = Int(start / Int64(blockLength))
    let bound = min(first + 2_048, header.blockCount)
    let end = block(from: first, before: bound, isThere: true) ?? bound
    return start..<range(ofBlock: end - 1).upperBound
  }

  var isComplete: Bool { gap() == nil }

  /// The first block of some that is there, or that is not.
  private func block(from index: Int, before end: Int, isThere: Bool) -> Int? {
    var index = index
    while index < end {
      let count = min(512, end - index)
      var table = file.bytes(at: place(of: index), count: count * 8)[...]
      for number in index..<index + count where (table.takeNumber() ?? 0 != 0) == isThere {
        return number
      }
      index += count
    }
    return nil
  }

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
  ///
  /// - Parameter lifetime: for how many seconds the server need not be asked; `nil`: what it said before.
  func wasChecked(_ lifetime: Int64? = nil, at time: Int64 = CacheFile.now) {
    let lifetime = lifetime ?? lastCheck?.lifetime ?? -1
    var record: [UInt8] = []
    record.append(number: UInt64(bitPattern: time))
    record.append(number: UInt64(bitPattern: lifetime))
    record.append(number: UInt64(bitPattern: ~(time &+ lifetime)))
    _ = file.write(record, at: Self.checkedOffset)
  }

  private var lastCheck: (time: Int64, lifetime: Int64)? {
    var record = file.bytes(at: Self.checkedOffset, count: 24)[...]
    guard let time = record.takeNumber(), let lifetime = record.takeNumber(),
      record.takeNumber() == ~(time &+ lifetime)
    else { return nil }
    return (Int64(bitPattern: time), Int64(bitPattern: lifetime))
  }

  /// Whether the server is to be asked whether it still has it as it is here.
  func isStale(at now: Int64 = CacheFile.now) -> Bool {
    guard let (time, lifetime) = lastCheck else { return true }
    let (age, overflow) = now.subtractingReportingOverflow(time)
    return overflow || age < 0 || age >= (lifetime < 0 ? Self.usualLifetime : lifetime)
  }

  /// A day.
  private static let usualLifetime: Int64 = 86_400

  /// Seconds of the calendar.
  static var now: Int64 { Int64(time(nil)) }

  /// Whether it is to be there until it is released.
  var isKept: Bool { file.bytes(at: Self.keptOffset, count: 8) == Self.keptMark }

  /// Whether a file is ours, and kept until it is released.
  static func isKept(_ file: OpenFile) -> Bool {
    let page = file.bytes(at: 0, count: CacheHeader.length)
    return CacheHeader(page) != nil && page.dropFirst(Int(keptOffset)).starts(with: keptMark)
  }

  /// Waits until what was written is on the disk.
  func synchronize() -> Bool { file.synchronize() }

  /// Keeps it until it is released.
  func markAsKept() -> Bool { file.write(Self.keptMark, at: Self.keptOffset) }

  /// What was kept is as anything else.
  func release() -> Bool {
    file.write([UInt8](repeating: 0, count: 8), at: Self.keptOffset) && file.synchronize()
  }
}

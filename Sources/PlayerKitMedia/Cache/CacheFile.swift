import PlayerKitSystem

/// The cached bytes of one version of a resource: a file with holes for missing bytes.
///
/// It starts with a header page, then a table with a checksum for each block, then the media, each
/// byte at its offset. A block counts as present if its checksum exists and matches, so a torn
/// write is a missing block. Several writers may write bytes and checksums at once, as they write
/// the same.
///
/// Holds a shared lock while it lives, so that no process removes a playing file. Callable from any
/// thread.
final class CacheFile: Sendable {
  private static let checkedOffset: Int64 = 2_048
  private static let keptOffset: Int64 = 3_072
  private static let keptMark = Array("KEEPKEEP".utf8)

  let header: CacheHeader
  private let file: OpenFile
  /// Whether a write failed: the disk is full or not writable.
  private let writeFailed = Locked(false)

  var isBroken: Bool { writeFailed.withLock { $0 } }
  var version: MediaVersion { header.version }
  var status: stat? { file.status }
  private var blockLength: Int { CacheHeader.blockLength }

  /// Reads the header of a locked file. A truncated file is extended to its full length.
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

  /// Initializes an empty file.
  ///
  /// - Parameter page: the encoded header.
  init?(making header: CacheHeader, _ page: [UInt8], in file: OpenFile) {
    guard file.write(page, at: 0), ftruncate(file.descriptor, off_t(header.fileLength)) == 0
    else { return nil }
    self.header = header
    self.file = file
    wasChecked(header.version.lifetime)
  }

  // MARK: Blocks

  /// Returns the range of a block.
  func range(ofBlock index: Int) -> Range<Int64> {
    let start = Int64(index) * Int64(blockLength)
    return start..<min(start + Int64(blockLength), version.total)
  }

  /// Reads and verifies a block.
  ///
  /// - Returns: its length; `nil` if it is missing. A damaged block counts as missing from now on.
  func read(_ index: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    guard let sum = checksum(of: index) else { return nil }
    let range = range(ofBlock: index)
    let block = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(range.count))
    let count = file.read(at: header.dataOffset + range.lowerBound, into: block)
    guard count == range.count else { return nil }
    if self.sum(of: index, UnsafeRawBufferPointer(block)) == sum { return count }
    // Another writer may have replaced it meanwhile.
    if checksum(of: index) == sum { write(checksum: 0, of: index) }
    return nil
  }

  /// Writes a whole block.
  ///
  /// - Returns: whether it was written. After a failure, nothing is written anymore.
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

  /// Returns the start of the first missing block at or after `offset`; `nil` if none is missing.
  func gap(from offset: Int64 = 0) -> Int64? {
    let index = Int(max(offset, 0) / Int64(blockLength))
    return block(from: index, before: header.blockCount, isThere: false).map {
      range(ofBlock: $0).lowerBound
    }
  }

  /// Returns the first missing range at or after `offset`, checking at most 64 MiB; `nil` if
  /// nothing is missing.
  func hole(from offset: Int64) -> Range<Int64>? {
    guard let start = gap(from: offset) else { return nil }
    let first = Int(start / Int64(blockLength))
    let bound = min(first + 2_048, header.blockCount)
    let end = block(from: first, before: bound, isThere: true) ?? bound
    return start..<range(ofBlock: end - 1).upperBound
  }

  var isComplete: Bool { gap() == nil }

  /// Returns the first present or missing block in a range.
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

  // MARK: Use and checks

  /// Records that it is played.
  func wasUsed() { futimens(file.descriptor, nil) }

  /// Records that the server still has this version.
  ///
  /// - Parameter lifetime: for how many seconds the server need not be asked; `nil` to keep the
  ///   last value.
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

  /// Returns whether the server must be asked if it still has this version.
  func isStale(at now: Int64 = CacheFile.now) -> Bool {
    guard let (time, lifetime) = lastCheck else { return true }
    let (age, overflow) = now.subtractingReportingOverflow(time)
    return overflow || age < 0 || age >= (lifetime < 0 ? Self.usualLifetime : lifetime)
  }

  /// One day.
  private static let usualLifetime: Int64 = 86_400

  /// The current Unix time in seconds.
  static var now: Int64 { Int64(time(nil)) }

  /// Whether it is kept until it is released.
  var isKept: Bool { file.bytes(at: Self.keptOffset, count: 8) == Self.keptMark }

  /// Returns whether a file is ours and kept until it is released.
  static func isKept(_ file: OpenFile) -> Bool {
    let page = file.bytes(at: 0, count: CacheHeader.length)
    return CacheHeader(page) != nil && page.dropFirst(Int(keptOffset)).starts(with: keptMark)
  }

  /// Waits until the written data is on the disk.
  func synchronize() -> Bool { file.synchronize() }

  /// Keeps it until it is released.
  func markAsKept() -> Bool { file.write(Self.keptMark, at: Self.keptOffset) }

  /// Releases it, so that it may be removed like any other file.
  func release() -> Bool {
    file.write([UInt8](repeating: 0, count: 8), at: Self.keptOffset) && file.synchronize()
  }
}

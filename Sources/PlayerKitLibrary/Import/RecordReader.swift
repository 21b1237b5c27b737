import Foundation
import PlayerKitSystem

/// Reads a file in pieces and splits it into records. Memory is bounded: records longer than
/// ``longestRecord`` are skipped.
final class RecordReader {
  static let pieceSize = 1 << 20
  /// The maximum size of a record, in bytes.
  static let longestRecord = 1 << 20

  private let path: String
  private let descriptor: Int32
  private var splitter: any RecordSplitter
  private var bytes: [UInt8] = []
  private var start = 0
  private var isOver = false
  /// Whether the current record is too long.
  private(set) var isSkipping = false
  /// The offset in the file of the next record.
  private(set) var offset: Int
  /// The number of records that were too long.
  private(set) var tooLong = 0
  /// Whether the last record had no terminator.
  private(set) var lacksEnd = false

  init(path: String, from offset: Int, _ splitter: any RecordSplitter) throws(LibraryError) {
    // Opening must not block on a pipe without a writer.
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      offset == 0 || lseek(descriptor, off_t(offset), SEEK_SET) >= 0
    else {
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      throw LibraryError(
        .unreadable,
        isFolder ? "\(path): this is a folder." : "\(path): the file can't be read."
      )
    }
    self.path = path
    self.offset = offset
    self.splitter = splitter
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// The next record without its terminator, or `nil` after the last one. Bytes after the last
  /// terminator are the last record.
  func next() throws(LibraryError) -> ArraySlice<UInt8>? {
    var searched = start
    while true {
      if let end = splitter.end(in: bytes, from: searched, recordStart: start) {
        let record = bytes[start..<end]
        offset += end + 1 - start
        start = end + 1
        searched = start
        if isSkipping {
          isSkipping = false
          continue
        }
        return record
      }
      if isOver {
        guard start < bytes.count || isSkipping else { return nil }
        lacksEnd = true
        let record = bytes[start...]
        offset += bytes.count - start
        start = bytes.count
        return isSkipping ? nil : record
      }
      if bytes.count - start > Self.longestRecord {
        if !isSkipping { tooLong += 1 }
        isSkipping = true
        // The last bytes may be the first half of a terminator.
        let rest = bytes.count - splitter.endLength + 1
        offset += rest - start
        start = rest
      }
      searched = max(bytes.count - start - splitter.endLength + 1, 0)
      try fill()
      searched += start
    }
  }

  private func fill() throws(LibraryError) {
    bytes.removeSubrange(..<start)
    start = 0
    var count = 0
    let piece = [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, filled in
      repeat {
        count = read(descriptor, buffer.baseAddress, Self.pieceSize)
      } while count < 0 && errno == EINTR
      filled = max(count, 0)
    }
    guard count >= 0 else {
      throw LibraryError(.unreadable, "\(path): the file can't be read to its end.")
    }
    bytes.append(contentsOf: piece)
    isOver = count == 0
  }
}

/// Finds the ends of records. It sees each byte once, except bytes that may be half of a
/// terminator.
protocol RecordSplitter: Sendable {
  /// The number of bytes that end a record.
  var endLength: Int { get }
  /// The index of the last byte of a terminator, or `nil` if the record continues after the bytes.
  mutating func end(in bytes: [UInt8], from place: Int, recordStart: Int) -> Int?
}

extension RecordSplitter {
  var endLength: Int { 1 }
}

/// Treats each line as a record.
struct LineSplitter: RecordSplitter {
  func end(in bytes: [UInt8], from place: Int, recordStart: Int) -> Int? {
    bytes[place...].firstIndex(of: 0x0A)
  }
}

/// Treats each line as a record, except that line ends inside quotes do not count.
struct CSVSplitter: RecordSplitter {
  private var state = CSVPlace()

  init() {}

  mutating func end(in bytes: [UInt8], from place: Int, recordStart: Int) -> Int? {
    bytes.withUnsafeBufferPointer { bytes in
      (place..<bytes.count).first { state.take(bytes[$0]) == .recordEnd }
    }
  }
}

/// Ends records at a special byte plus a line feed. Fields may contain line feeds alone.
struct PartnerFeedSplitter: RecordSplitter {
  var endLength: Int { 2 }

  func end(in bytes: [UInt8], from place: Int, recordStart: Int) -> Int? {
    bytes.withUnsafeBufferPointer { bytes in
      var place = max(place, recordStart + 1)
      while place < bytes.count {
        if bytes[place] == 0x0A, bytes[place - 1] == 0x02 { return place }
        place += 1
      }
      return nil
    }
  }
}

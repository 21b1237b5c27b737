import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads a file piece by piece, and cuts it where a splitter says. Bounded: what is longer than a record may be is
/// passed over.
final class RecordReader {
  static let pieceSize = 1 << 20
  /// A longer record is none.
  static let longestRecord = 1 << 20

  private let descriptor: Int32
  private var splitter: any RecordSplitter
  private var bytes: [UInt8] = []
  private var start = 0
  private var isOver = false
  /// Whether the record that is read is too long.
  private(set) var isSkipping = false
  /// Where in the file the next record begins.
  private(set) var offset: Int
  /// How many were too long.
  private(set) var tooLong = 0
  /// Whether the last one lacked its end.
  private(set) var lacksEnd = false

  init(path: String, from offset: Int, _ splitter: any RecordSplitter) throws(LibraryError) {
    // A pipe that nobody writes into is not waited for.
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      offset == 0 || lseek(descriptor, off_t(offset), SEEK_SET) >= 0
    else {
      throw LibraryError(.unreadable, "\(path): the file can't be read.")
    }
    self.offset = offset
    self.splitter = splitter
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// The next record, without its end; `nil` behind the last one. What lacks an end is the last one.
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
        // Half of its end may be there.
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
    guard count >= 0 else { throw LibraryError(.unreadable, "The file can't be read to its end.") }
    bytes.append(contentsOf: piece)
    isOver = count == 0
  }
}

/// Finds where records end. It is shown each byte once, but for those that may be half of an end.
protocol RecordSplitter: Sendable {
  /// How many bytes end a record.
  var endLength: Int { get }
  /// The place of the last byte that ends a record; `nil`: it goes on behind the bytes.
  mutating func end(in bytes: [UInt8], from place: Int, recordStart: Int) -> Int?
}

extension RecordSplitter {
  var endLength: Int { 1 }
}

/// Each line is a record.
struct LineSplitter: RecordSplitter {
  func end(in bytes: [UInt8], from place: Int, recordStart: Int) -> Int? {
    bytes[place...].firstIndex(of: 0x0A)
  }
}

/// Lines, but for those that end within quotes.
struct CSVSplitter: RecordSplitter {
  private var state = CSVPlace()

  init() {}

  mutating func end(in bytes: [UInt8], from place: Int, recordStart: Int) -> Int? {
    bytes.withUnsafeBufferPointer { bytes in
      (place..<bytes.count).first { state.take(bytes[$0]) == .recordEnd }
    }
  }
}

/// Records end with a byte of their own and a line's end; lines alone end within fields.
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

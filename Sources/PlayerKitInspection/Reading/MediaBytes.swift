import PlayerKit
import PlayerKitMedia
import PlayerKitSystem
import Synchronization

/// Random access to the bytes of one piece of media, for parsers. Reads in pages, within limits,
/// and skips what need not be fetched.
///
/// `@unchecked Sendable`: one parser thread uses it, and other threads only call ``cancel()``.
final class MediaBytes: RandomAccessBytes, @unchecked Sendable {
  /// The limits of reading, in bytes.
  struct Limits: Sendable {
    /// The limit for all reads.
    var total: Int64 = 64 << 20
    /// The limit for one read of a parser. Longer reads are pictures, and the rest of them is
    /// zeros.
    var piece: Int = 64 << 10
    /// The length up to which one read is never shortened.
    var wholePiece: Int = 256 << 10
    /// The limit for what parsers receive, including zeros for skipped bytes.
    var given: Int64 = 128 << 20
    /// The limit for media that cannot seek.
    var forwards: Int64 = 1 << 20
    /// The limit for scanning past a long picture.
    var walk: Int64 = 1 << 20

    /// The limit for what libavformat reads of an MP4 index.
    var index: MP4Index.Limits { .inspection(walk: walk) }

    /// The limits for reading a picture whole.
    static let picture = Limits(
      total: 80 << 20,
      piece: .max,
      wholePiece: .max,
      given: 256 << 20,
      forwards: 24 << 20
    )
  }

  private static let pageLength = 32 << 10
  private static let maximumPages = 128

  let limits: Limits
  /// Whether the whole media is cheap to read.
  let isLocal: Bool

  private let stream: any ByteStream
  private let isCancelledFlag = Atomic(false)
  private let remoteMedia = Locked<RemoteMedia?>(nil)
  private var piece: Int
  private var pages: [Int64: [UInt8]] = [:]
  private var order: [Int64] = []
  private var position: Int64 = 0
  private var left: Int64
  private var given: Int64 = 0
  /// The length that parsers see.
  private(set) var size: Int64 = 0
  /// The length of the media.
  private(set) var mediaSize: Int64 = 0
  private var replacement: (range: Range<Int64>, bytes: [UInt8])?
  private(set) var isSeekable = false
  /// Whether a parser received zeros instead of bytes.
  private(set) var hasGaps = false
  /// Whether a parser wanted bytes beyond the part that was read of media that cannot seek.
  private(set) var isShort = false
  /// The error that ended reading early.
  private(set) var failure: PlayerError?
  /// The ranges to skip, which read as zeros. In order and without overlaps.
  var holes: [Range<Int64>] = []

  init(_ stream: any ByteStream, isLocal: Bool = false, limits: Limits = Limits()) {
    self.stream = stream
    self.isLocal = isLocal
    self.limits = limits
    left = limits.total
    piece = limits.piece
  }

  deinit { stream.close() }

  /// Allows reads that hold a whole tag with its pictures.
  func allowWholeTags() { piece = max(piece, 1 << 20) }

  /// Shows parsers other bytes instead of a range. The end of the media moves accordingly.
  func replace(_ range: Range<Int64>, by bytes: [UInt8]) {
    replacement = (range, bytes)
    size = mediaSize - Int64(range.count) + Int64(bytes.count)
    hasGaps = true
  }

  /// Reads the first bytes.
  ///
  /// - Throws: If the media is empty or a live stream.
  func begin() throws(PlayerError) {
    var first = [UInt8](repeating: 0, count: 4_096)
    let count = try stream.read(into: &first)
    let titled = stream as? any TitledStream
    if titled?.isLive == true { throw InspectionFailure.live }
    guard count > 0 else { throw InspectionFailure.empty }
    isSeekable = stream.isSeekable
    let length = stream.size
    if titled?.isLive == true { throw InspectionFailure.live }
    mediaSize = length ?? 0
    if isSeekable, length != nil {
      position = -1
    } else {
      readForwards(Array(first.prefix(count)), until: length ?? .max)
      // If a server does not support ranges, only the beginning is available.
    }
    size = mediaSize
    if isCancelled { throw InspectionFailure.cancelled }
  }

  /// Cancels reading. Safe on any thread.
  func cancel() {
    isCancelledFlag.store(true, ordering: .sequentiallyConsistent)
    stream.cancel()
    remoteMedia.withLock(\.self)?.close()
  }

  var isCancelled: Bool { isCancelledFlag.load(ordering: .sequentiallyConsistent) }

  /// Copies the available bytes.
  ///
  /// - Returns: The number of bytes copied.
  func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard let (range, bytes) = replacement else { return readMedia(at: offset, into: buffer) }
    guard offset >= 0 else { return 0 }
    let end = range.lowerBound + Int64(bytes.count)
    var done = 0
    while done < buffer.count, offset < size - Int64(done) {
      let place = offset + Int64(done)
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      var count: Int
      if place < range.lowerBound {
        count = min(rest.count, Int(clamping: range.lowerBound - place))
        count = readMedia(at: place, into: .init(rebasing: rest[..<count]))
      } else if place < end {
        let part = bytes[Int(place - range.lowerBound)...].prefix(rest.count)
        rest.copyBytes(from: part)
        count = part.count
      } else {
        count = readMedia(at: place - end + range.upperBound, into: rest)
      }
      if count == 0 { break }
      done += count
    }
    return done
  }

  private func readMedia(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard offset >= 0, offset < mediaSize, buffer.count > 0 else { return 0 }
    guard given < limits.given else {
      failure = failure ?? InspectionFailure.tooMuch
      return 0
    }
    let count = Int(min(Int64(buffer.count), mediaSize - offset))
    let real = count <= limits.wholePiece ? count : min(count, piece)
    var (done, copied) = (0, 0)
    while done < count, copied < real {
      let place = offset + Int64(done)
      let hole = holes.first { $0.upperBound > place }
      if let hole, hole.lowerBound <= place {
        let length = min(count - done, Int(clamping: hole.upperBound - place))
        zero(buffer, done, length)
        done += length
        continue
      }
      let solid = Int(clamping: (hole?.lowerBound ?? .max) - place)
      let room = min(count - done, real - copied, solid)
      let length = copy(at: place, into: .init(rebasing: buffer[done..<done + room]))
      if length == 0 { return done }
      done += length
      copied += length
    }
    zero(buffer, done, count - done)
    given += Int64(count)
    return count
  }

  /// Finds out more about media on a server than its parts show; `nil` for other media.
  func remote(_ layout: TagLayout? = nil) -> RemoteMedia? {
    guard !isLocal, isSeekable, let stream = stream as? any BranchingStream else { return nil }
    let media = RemoteMedia(stream, size: mediaSize, layout: layout)
    remoteMedia.withLock { $0 = media }
    if isCancelled { media.close() }
    return media
  }

  /// Reads a range of a local file in one go, outside of the limits for parsers. Media that cannot
  /// seek is read on to the end of the range.
  ///
  /// - Returns: Whether the whole range was read.
  func scan(
    _ range: Range<Int64>,
    atMost limit: Int64,
    _ body: (UnsafeRawBufferPointer) -> Void
  ) -> Bool {
    guard range.upperBound - range.lowerBound <= limit else { return false }
    if !isSeekable { return scanForwards(range, body) }
    guard isLocal else { return false }
    position = -1
    var piece = [UInt8](repeating: 0, count: 256 << 10)
    var place = range.lowerBound
    do throws(PlayerError) {
      try stream.seek(to: place)
      while place < range.upperBound, !isCancelled {
        let count = try stream.read(into: &piece)
        guard count > 0 else { return false }
        let wanted = min(Int64(count), range.upperBound - place)
        piece.withUnsafeBytes { body(.init(rebasing: $0.prefix(Int(wanted)))) }
        place += wanted
      }
    } catch { return false }
    return !isCancelled
  }

  private func scanForwards(
    _ range: Range<Int64>,
    _ body: (UnsafeRawBufferPointer) -> Void
  ) -> Bool {
    var place: Int64 = 0
    func pass(_ bytes: ArraySlice<UInt8>) {
      let skipped = min(max(range.lowerBound - place, 0), Int64(bytes.count))
      let room = max(range.upperBound - place - skipped, 0)
      bytes.dropFirst(Int(skipped)).prefix(Int(clamping: room)).withUnsafeBytes { body($0) }
      place += Int64(bytes.count)
    }
    while let page = pages[place / Int64(Self.pageLength)] {
      pass(page[...])
      if page.count < Self.pageLength { break }
    }
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    do throws(PlayerError) {
      while place < range.upperBound, !isCancelled, failure == nil {
        let count = try stream.read(into: &piece)
        guard count > 0 else { return false }
        pass(piece.prefix(count))
      }
    } catch { return false }
    return place >= range.upperBound
  }

  func bytes(at offset: Int64, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      initialized = read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
    }
  }

  private func zero(
    _ buffer: UnsafeMutableRawBufferPointer,
    _ start: Int,
    _ count: Int
  ) {
    guard count > 0 else { return }
    hasGaps = true
    UnsafeMutableRawBufferPointer(rebasing: buffer[start..<start + count])
      .initializeMemory(as: UInt8.self, repeating: 0)
  }

  private func copy(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let number = offset / Int64(Self.pageLength)
    let page = page(number)
    let start = Int(offset - number * Int64(Self.pageLength))
    guard start < page.count else { return 0 }
    let count = min(page.count - start, buffer.count)
    page.withUnsafeBytes { bytes in
      buffer.copyMemory(from: .init(rebasing: bytes[start..<start + count]))
    }
    return count
  }

  private func page(_ number: Int64) -> [UInt8] {
    if let page = pages[number] { return page }
    if !isSeekable { isShort = true }
    guard isSeekable, failure == nil else { return [] }
    let start = number * Int64(Self.pageLength)
    var bytes = [UInt8](repeating: 0, count: Int(min(Int64(Self.pageLength), mediaSize - start)))
    let count = fill(&bytes, at: start)
    guard count > 0 else { return [] }
    if count < bytes.count { bytes.removeLast(bytes.count - count) }
    keep(bytes, as: number)
    return bytes
  }

  private func fill(_ bytes: inout [UInt8], at start: Int64) -> Int {
    var count = 0
    do throws(PlayerError) {
      if position != start { try stream.seek(to: start) }
      while count < bytes.count {
        if isCancelled { throw InspectionFailure.cancelled }
        guard left > 0 else { throw InspectionFailure.tooMuch }
        let read = try read(into: &bytes, from: count)
        if read <= 0 { break }
        count += read
      }
    } catch {
      failure = isCancelled ? InspectionFailure.cancelled : error
    }
    position = start + Int64(count)
    return count
  }

  private func read(into bytes: inout [UInt8], from start: Int) throws(PlayerError) -> Int {
    let result = bytes.withUnsafeMutableBytes { buffer in
      Result { () throws(PlayerError) in
        try stream.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[start...]))
      }
    }
    let count = try result.get()
    left -= Int64(count)
    return count
  }

  private func keep(_ page: [UInt8], as number: Int64) {
    pages[number] = page
    order.append(number)
    if order.count > Self.maximumPages, isSeekable { pages[order.removeFirst()] = nil }
  }

  /// Reads the beginning of media that cannot seek.
  private func readForwards(_ head: [UInt8], until end: Int64) {
    isSeekable = false
    var bytes = head
    let most = min(limits.forwards, end)
    do throws(PlayerError) {
      var piece = [UInt8](repeating: 0, count: Self.pageLength)
      while Int64(bytes.count) < most {
        if isCancelled { throw InspectionFailure.cancelled }
        let count = try stream.read(into: &piece)
        if count == 0 { break }
        bytes += piece.prefix(count)
      }
    } catch {
      failure = isCancelled ? InspectionFailure.cancelled : error
    }
    mediaSize = max(mediaSize, Int64(bytes.count))
    for start in stride(from: 0, to: bytes.count, by: Self.pageLength) {
      let end = min(start + Self.pageLength, bytes.count)
      keep(Array(bytes[start..<end]), as: Int64(start / Self.pageLength))
    }
  }
}

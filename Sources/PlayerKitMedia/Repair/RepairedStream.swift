import PlayerKit
import PlayerKitSystem

/// Facts from the bytes of media that libavformat does not report.
package struct MediaFacts: Sendable, Equatable {
  package var fields = TagFields()
  /// The streams of an Ogg file, if there are several, or if they start with inaudible samples.
  package var chain: OggChain?
  /// The length, if the header states none, or a wrong one.
  package var length: Duration?
  /// The maximum number of samples per packet, if the header of FLAC states it.
  package var longestPacket: Int?
  /// The bounds of the audio, if libavformat plays the decoder's padding too.
  package var end: ExactEnd?
  /// The first frame of AAC in ADTS.
  package var adts: ADTSFrame?
  /// Whether the header of an MP3 may count its frames rightly; `nil` if that is unknown.
  package var isCountPlausible: Bool?
  /// Finds out more about media on a server; `nil` for other media, or if nothing is unknown.
  package var remote: RemoteMedia?
}

/// A stream that has examined its media.
package protocol ExaminedStream: ByteStream {
  /// `nil` before the first bytes were read, and for other kinds of media. Never blocks.
  var mediaFacts: MediaFacts? { get }
}

/// A local file as a demuxer should see it: see ``TagLayout``, ``WAVRepair`` and ``MP4Edits``.
///
/// Serial, as ``ByteStream`` requires; only ``cancel()`` and ``mediaFacts`` may be used from other
/// threads.
final class RepairedStream: ExaminedStream, LocatedStream {
  private struct State {
    var isKnown = false
    var view: MediaView?
    var mediaFacts: MediaFacts?
    var offset: Int64 = 0
    /// The offset of the inner stream; `nil` if it must be seeked first.
    var innerOffset: Int64?
  }

  private let stream: any ByteStream
  private let state = Locked(State())

  init(_ stream: any ByteStream) { self.stream = stream }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(PlayerError) -> Int {
    guard let view = view else { return try stream.read(into: buffer) }
    let (offset, innerOffset) = state.withLock { ($0.offset, $0.innerOffset) }
    var inner = innerOffset
    let count = try view.read(at: offset, into: buffer) {
      [stream] (place, part) throws(PlayerError) in
      if inner != place { try stream.seek(to: place) }
      let count = try stream.read(into: part)
      inner = place + Int64(count)
      return count
    }
    state.withLock { state in
      (state.offset, state.innerOffset) = (offset + Int64(count), inner)
    }
    return count
  }

  func seek(to offset: Int64) throws(PlayerError) {
    guard view != nil else { return try stream.seek(to: offset) }
    state.withLock { $0.offset = max(offset, 0) }
  }

  var isSeekable: Bool { stream.isSeekable }
  var size: Int64? { view?.size ?? stream.size }
  func cancel() { stream.cancel() }
  func close() { stream.close() }

  var mediaFacts: MediaFacts? { state.withLock(\.mediaFacts) }
  var origin: StreamOrigin? { (stream as? any LocatedStream)?.origin }
  func leaveNothing() { (stream as? any LocatedStream)?.leaveNothing() }

  /// The view of the media. Reads the tags on first access.
  private var view: MediaView? {
    let (isKnown, view) = state.withLock { ($0.isKnown, $0.view) }
    if isKnown { return view }
    let (found, facts) = look()
    state.withLock { state in
      (state.isKnown, state.view, state.mediaFacts) = (true, found, facts)
    }
    return found
  }

  private func look() -> (MediaView?, MediaFacts?) {
    guard stream.isSeekable, let size = stream.size else { return (nil, nil) }
    let bytes = StreamBytes(stream, size: size)
    // A read error is thrown again when the bytes are requested.
    defer { try? stream.seek(to: 0) }
    if let view = WAVRepair.view(of: bytes) { return (view, nil) }
    if let edits = MP4Edits(bytes) { return (edits.view(of: size), nil) }
    if let chain = OggChain(bytes) { return (nil, MediaFacts(chain: chain)) }
    let head = bytes.bytes(at: 0, count: ID3TagHeader.length)
    let tag = ID3TagHeader(head)?.tagLength ?? 0
    let length =
      FLACLength.duration(of: bytes, from: tag) ?? CAFLength.duration(of: bytes)
      ?? MatroskaLength.duration(of: bytes)
    if let length { return (nil, MediaFacts(length: length)) }
    guard var layout = TagLayout(bytes) else {
      let facts = MediaFacts(
        longestPacket: FLACLength.longestBlock(of: bytes, from: tag),
        end: MusepackLength.end(of: bytes, from: tag)
      )
      return (TagLayout.viewWithoutTags(bytes), facts)
    }
    layout.checkGapless(bytes)
    let facts = MediaFacts(
      fields: layout.fields,
      adts: layout.adts,
      isCountPlausible: layout.firstFrames(bytes)?.beginning.map {
        layout.isCountPlausible($0, bytes)
      }
    )
    return (layout.view(of: size), facts)
  }
}

/// The bytes of a seekable stream.
final class StreamBytes: RandomAccessBytes {
  private let stream: any ByteStream
  let size: Int64

  init(_ stream: any ByteStream, size: Int64) { (self.stream, self.size) = (stream, size) }

  func bytes(at offset: Int64, count: Int) -> [UInt8] {
    guard offset >= 0, offset < size, count > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: Int(min(Int64(count), size - offset)))
    var done = 0
    do throws(PlayerError) {
      try stream.seek(to: offset)
      while done < bytes.count {
        let read = try Self.read(stream, into: &bytes, from: done)
        if read == 0 { break }
        done += read
      }
    } catch {}
    return Array(bytes.prefix(done))
  }

  private static func read(
    _ stream: any ByteStream,
    into bytes: inout [UInt8],
    from start: Int
  ) throws(PlayerError) -> Int {
    let result = bytes.withUnsafeMutableBytes { buffer in
      Result { () throws(PlayerError) in
        max(try stream.read(into: .init(rebasing: buffer[start...])), 0)
      }
    }
    return try result.get()
  }
}

extension ClosureByteSource {
  /// Returns the same media as a demuxer should see it.
  func repaired() -> ClosureByteSource {
    ClosureByteSource { RepairedStream(makeStream()) }
  }
}

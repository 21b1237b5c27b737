import PlayerKit
import PlayerKitSystem

/// Media on a server as a demuxer should see it; see ``TagLayout``, ``WAVRepair`` and ``MP4Edits``.
///
/// The first bytes are examined before the first of them is returned, and whatever a demuxer would
/// request before the first sound anyway. Tags at the end of MPEG audio are looked for meanwhile,
/// and are left out as soon as they are known. A reader waits for that only if it would reach them,
/// or if a demuxer would not believe the header of an MP3 with these tags.
///
/// If the media changes on the server before any of it was returned, the new version is examined
/// and read instead.
///
/// Serial, as ``ByteStream`` requires; only ``cancel()`` and properties that do not read may be used
/// from other threads.
final class RemoteRepairedStream: TitledStream, TimedStream, ExaminedStream, LocatedStream {
  private struct State {
    var stream: any ByteStream
    var isKnown = false
    /// Whether bytes were read only to examine them.
    var isExamined = false
    var found = Found()
    var offset: Int64 = 0
    /// The offset of the inner stream; `nil` if it must be sought first.
    var innerOffset: Int64?
    /// Whether the inner stream may be opened again: nothing was returned, and it was not yet.
    var mayRestart = true
    var isCancelled = false
  }

  /// What was found in the first bytes.
  private struct Found {
    /// `nil` if a demuxer can read the media unchanged.
    var view: MediaView?
    var mediaFacts: MediaFacts?
    /// The tags of MPEG audio and ADTS.
    var layout: TagLayout?
    /// The offset in the view from which on the end must be known.
    var due = Int64.max
    /// Whether this stream reads the end, as no other can.
    var readsEnd = false
  }

  /// This much of the audio is returned before the tags at the end are known.
  private static let free: Int64 = 64 << 10
  /// Tags at the end are rarely longer.
  private static let usualEnd: Int64 = 2 << 20
  /// The same if the end comes last, so that waiting for it could interrupt playback.
  private static let shortEnd: Int64 = 128 << 10
  /// A demuxer would read a longer first tag whole, with its pictures.
  private static let longestTag: Int64 = 128 << 10

  private let make: @Sendable () -> any ByteStream
  private let examinesEnd: Bool
  private let state: Locked<State>

  /// - Parameters:
  ///   - examinesEnd: whether to look for tags at the end.
  ///   - make: opens the media.
  init(examinesEnd: Bool, _ make: @escaping @Sendable () -> any ByteStream) {
    (self.make, self.examinesEnd) = (make, examinesEnd)
    state = Locked(State(stream: make()))
  }

  private var stream: any ByteStream { state.withLock(\.stream) }
  private var branching: (any BranchingStream)? { stream as? any BranchingStream }

  // MARK: ByteStream

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(PlayerError) -> Int {
    look()
    do throws(PlayerError) {
      return try readOn(into: buffer)
    } catch {
      guard HTTPFailure.isChange(error), state.withLock(\.mayRestart) else { throw error }
      restart()
      try seek(to: state.withLock(\.offset))
      return try readOn(into: buffer)
    }
  }

  private func readOn(into buffer: UnsafeMutableRawBufferPointer) throws(PlayerError) -> Int {
    let isExamined = state.withLock { state in
      defer { state.isExamined = false }
      return state.isExamined
    }
    if isExamined { branching?.endExamining(isKept: state.withLock { $0.offset == 0 }) }
    let isDue = state.withLock { $0.found.due <= $0.offset }
    if isDue || isEndAtHand { lookAtEnd() }
    if hasChangedEarly { throw HTTPFailure.changed }
    let (stream, due) = state.withLock { ($0.stream, $0.found.due - $0.offset) }
    let (view, offset, innerOffset) = state.withLock { ($0.found.view, $0.offset, $0.innerOffset) }
    var (count, inner) = (0, innerOffset)
    if let view {
      let room = due > 0 ? Int(clamping: min(Int64(buffer.count), due)) : buffer.count
      count = try view.read(at: offset, into: .init(rebasing: buffer.prefix(room))) {
        (place, part) throws(PlayerError) in
        if inner != place { try stream.seek(to: place) }
        let count = try stream.read(into: part)
        inner = place + Int64(count)
        return count
      }
    } else {
      count = try stream.read(into: buffer)
    }
    state.withLock { state in
      (state.offset, state.innerOffset) = (offset + Int64(count), inner)
      if count > 0 { state.mayRestart = false }
    }
    return count
  }

  func seek(to offset: Int64) throws(PlayerError) {
    look()
    if state.withLock({ $0.found.view == nil }) { try stream.seek(to: offset) }
    state.withLock { $0.offset = max(offset, 0) }
  }

  var isSeekable: Bool { stream.isSeekable }
  var size: Int64? { state.withLock { $0.found.view }?.size ?? stream.size }
  func cancel() {
    state.withLock { $0.isCancelled = true }
    media?.close()
    stream.cancel()
  }
  func close() {
    media?.close()
    stream.close()
  }

  private var media: RemoteMedia? { mediaFacts?.remote }

  // MARK: What the inner stream reports

  func takeMetadata() -> StreamMetadata? { (stream as? any TitledStream)?.takeMetadata() }
  var isLive: Bool { (stream as? any TitledStream)?.isLive ?? false }
  var isEndless: Bool { (stream as? any TitledStream)?.isEndless ?? false }
  var timeline: StreamTimeline? { (stream as? any TimedStream)?.timeline }
  func takeJump() -> Duration? { (stream as? any TimedStream)?.takeJump() }
  var origin: StreamOrigin? { (stream as? any LocatedStream)?.origin }
  func leaveNothing() { (stream as? any LocatedStream)?.leaveNothing() }
  var mediaFacts: MediaFacts? {
    var facts = state.withLock(\.found.mediaFacts)
    // With the tags at the end.
    if let layout = facts?.remote?.layout { facts?.fields = layout.fields }
    return facts
  }

  // MARK: Examining

  /// Examines the first bytes on the first call.
  private func look() {
    guard state.withLock({ !$0.isKnown }) else { return }
    branching?.beginExamining()
    let found = find()
    if hasChangedEarly {
      found.mediaFacts?.remote?.close()
      restart()
      return look()
    }
    // A read error is thrown again when the bytes are requested.
    if found.view == nil { try? stream.seek(to: 0) }
    let isCancelled = state.withLock { state in
      (state.isKnown, state.isExamined, state.found) = (true, true, found)
      return state.isCancelled
    }
    if isCancelled { media?.close() }
  }

  /// Whether the media changed on the server before any of it was returned.
  private var hasChangedEarly: Bool {
    state.withLock(\.mayRestart) && branching?.hasChanged == true
  }

  /// Opens the new version of the media.
  private func restart() {
    media?.close()
    let stream = make()
    let (old, isCancelled) = state.withLock { state in
      let old = state.stream
      (state.stream, state.isKnown, state.found) = (stream, false, Found())
      (state.innerOffset, state.mayRestart) = (nil, false)
      return (old, state.isCancelled)
    }
    old.close()
    if isCancelled { stream.cancel() }
  }

  private func find() -> Found {
    let stream = stream
    guard stream.isSeekable, !isLive, timeline == nil, let size = stream.size,
      let branching = stream as? any BranchingStream
    else { return Found() }
    let bytes = StreamBytes(stream, size: size)
    let near = NearBytes(bytes)
    let head = near.bytes(at: 0, count: AudioSignature.enough)
    if head.has("RIFF") || head.has("RF64") { return Found(view: WAVRepair.view(of: near)) }
    if head.has("ftyp", at: 4) {
      // The stream is after the head. A demuxer needs the index as well.
      _ = MP4IndexPrefetcher.read(from: stream, head)
      return Found(view: MP4Edits(near)?.view(of: size))
    }
    if head.has("OggS") { return ogg(bytes, branching) }
    if head.has("fLaC") { return flac(bytes, from: 0) }
    guard var layout = TagLayout(beginningOf: near) else {
      let tag = ID3TagHeader(head)?.tagLength ?? 0
      if tag > 0, near.bytes(at: tag, count: 4).has("fLaC") { return flac(bytes, from: tag) }
      return Found(view: TagLayout.viewWithoutTags(near))
    }
    layout.checkGaplessByHeader(near)
    return mpeg(layout, layout.disputedLength(near), branching, size)
  }

  private func flac(_ bytes: StreamBytes, from start: Int64) -> Found {
    let length = FLACLength.duration(of: bytes, from: start)
    return Found(mediaFacts: length.map { MediaFacts(length: $0) })
  }

  /// A demuxer looks at the end of Ogg as well.
  private func ogg(_ bytes: StreamBytes, _ branching: any BranchingStream) -> Found {
    // One request for the whole end, after enough of the beginning.
    _ = bytes.bytes(at: 0, count: Int(Self.free))
    _ = bytes.bytes(at: max(bytes.size - Self.shortEnd, 0), count: Int(Self.shortEnd))
    var facts = MediaFacts(chain: OggChain(bytes, readsAll: false))
    if facts.chain == nil, OggChain.hasSeveralLinks(bytes) {
      facts.remote = RemoteMedia(branching, size: bytes.size)
    }
    return Found(mediaFacts: facts)
  }

  /// - Parameter stated: see ``TagLayout/disputedLength(_:)``.
  private func mpeg(
    _ layout: TagLayout,
    _ stated: Int64?,
    _ branching: any BranchingStream,
    _ size: Int64
  ) -> Found {
    var found = Found(
      mediaFacts: MediaFacts(fields: layout.fields, adts: layout.adts),
      layout: layout
    )
    found.view = view(of: layout.audio, layout)
    guard examinesEnd else { return found }
    let media = RemoteMedia(branching, size: size, layout: layout, isEndKnown: false)
    found.mediaFacts?.remote = media
    // The first request brings the end of a short file.
    let isShort = size <= NearBytes<StreamBytes>.reach
    found.readsEnd = isShort || !media.beginEnd()
    let start = layout.firstTag.count <= Self.longestTag ? Int64(layout.firstTag.count) : 0
    let end = start + layout.audio.upperBound - layout.audio.lowerBound
    let free = start + Self.free
    found.due = end <= free ? 0 : max(free, end - (found.readsEnd ? Self.shortEnd : Self.usualEnd))
    guard let stated else { return found }
    if isShort || !found.readsEnd {
      // Before anything is returned, since a demuxer looks at the size when it reads the header.
      found.due = 0
    } else if stated > Self.free {
      // The end would come last. What the header states is very probably the end of the audio.
      found.due = start + stated
      let audio = layout.audio.lowerBound..<layout.audio.lowerBound + stated
      found.view = view(of: audio, layout)
    }
    return found
  }

  /// Whether this stream reads the end and would not wait for it.
  private var isEndAtHand: Bool {
    let found = state.withLock(\.found)
    guard found.readsEnd, found.due != .max, let size = stream.size else { return false }
    return branching?.hasReceived(until: size) ?? false
  }

  private func view(of audio: Range<Int64>, _ layout: TagLayout) -> MediaView {
    let hasShortTag = layout.firstTag.count <= Self.longestTag
    return MediaView((hasShortTag ? [.media(layout.firstTag)] : []) + [.media(audio)])
  }

  /// Leaves out the tags at the end.
  private func lookAtEnd() {
    let found = state.withLock(\.found)
    guard found.due != .max, let media = found.mediaFacts?.remote, var layout = found.layout,
      let size = stream.size
    else { return }
    if found.readsEnd {
      layout.passTrailingTags(StreamBytes(stream, size: size))
      media.setEnd(layout)
    } else {
      media.waitForEnd()
      layout = media.layout ?? layout
    }
    state.withLock { state in
      state.found.due = .max
      state.found.view = view(of: layout.audio, layout)
      state.innerOffset = nil
    }
  }
}

/// The first bytes of media, and what follows long tags. Others read as missing.
private final class NearBytes<Bytes: RandomAccessBytes>: RandomAccessBytes {
  /// What a first request brings.
  static var reach: Int64 { 512 << 10 }
  /// How often the reader may go further at once. Each time takes a request.
  private static var maxJumps: Int { 3 }

  private let bytes: Bytes
  private let state = Locked((end: Int64(0), jumps: 0))
  var size: Int64 { bytes.size }

  init(_ bytes: Bytes) { self.bytes = bytes }

  func bytes(at offset: Int64, count: Int) -> [UInt8] {
    let isNear = state.withLock { state in
      if offset > state.end + Self.reach { state.jumps += 1 }
      return state.jumps <= Self.maxJumps
    }
    guard isNear else { return [] }
    let found = bytes.bytes(at: offset, count: count)
    state.withLock { $0.end = max($0.end, offset + Int64(found.count)) }
    return found
  }
}

/// Opens media from a server as a demuxer should see it. Keeps and costs the same as the inner
/// source.
struct RemoteRepairedSource<Inner: ByteSource>: ByteSource {
  let inner: Inner
  /// Whether to look for tags at the end.
  let examinesEnd: Bool

  func makeStream() -> any ByteStream {
    RemoteRepairedStream(examinesEnd: examinesEnd) { inner.makeStream() }
  }
}

extension RemoteRepairedSource: RetainingByteSource where Inner: RetainingByteSource {
  var bytesAtHand: Int64? { inner.bytesAtHand }
}

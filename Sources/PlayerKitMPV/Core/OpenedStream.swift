import PlayerKitSystem
import PlayerKitMedia
import PlayerKit
import Synchronization

/// One stream as libmpv reads it: tells the registry why it failed, as libmpv has no way to. Its
/// methods are called on libmpv's threads; negative results are errors.
final class OpenedStream: Sendable {
  private struct State {
    var offset: Int64 = 0
    /// The length that the media's header declares, and where that header is looked for next.
    var declared: DeclaredLength?
    var headerOffset: Int64? = 0
    var hasRead = false
    var index = MP4IndexFinder()
    var frames = MPEGFrameCounter()
    /// Of FLAC: how many bits a sample has.
    var flacBits: Int?
  }

  private let entry: PlaylistEntryID
  private let stream: GuardedByteStream
  private let registry: StreamRegistry
  private let isCancelled = Atomic(false)
  // Contended by nobody: libmpv reads and seeks in turn.
  private let state = Locked(State())

  init(entry: PlaylistEntryID, stream: any ByteStream, registry: StreamRegistry) {
    let stream = GuardedByteStream(stream)
    self.entry = entry
    self.stream = stream
    self.registry = registry
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    do throws(PlayerError) {
      let offset = offset
      let count = try stream.read(into: buffer)
      if let jump = stream.takeJump() { registry.announce(jump: jump, in: entry, at: offset) }
      if let metadata = stream.takeMetadata() {
        registry.announce(metadata, from: entry, at: offset)
      }
      follow(UnsafeRawBufferPointer(rebasing: buffer.prefix(count)))
      return count
    } catch {
      fail(error)
      return -1
    }
  }

  /// The new offset; `nil` where the stream cannot go there.
  func seek(to offset: Int64) -> Int64? {
    // libmpv begins with a seek to where it is, and can cancel nothing before that is answered; so
    // it must not wait for a server. Whether seeking works is told by `isKnownSeekable` later.
    if state.withLock({ $0.offset == offset }) { return offset }
    guard stream.isSeekable else { return nil }
    do throws(PlayerError) {
      try stream.seek(to: offset)
      state.withLock { $0.offset = offset }
      return offset
    } catch {
      fail(error)
      return nil
    }
  }

  /// The length in bytes. A server that tells none leaves the word to the header of an MP3: FFmpeg
  /// believes that header, and cuts the encoder's padding off, only where it knows a length.
  var size: Int64? { stream.size ?? (isLive ? nil : frames.statedEnd) }

  /// Whether seeking works, as far as that is known: `false` before the first bytes. Never blocks.
  var isKnownSeekable: Bool { state.withLock { $0.hasRead } && stream.isSeekable }

  /// The frames of what passed, where it is an MP3.
  var frames: MPEGFrameCounter { state.withLock(\.frames) }

  /// How many bits a sample has, where it is FLAC.
  var flacBits: Int? { state.withLock(\.flacBits) }

  /// How many bytes were handed out, where nobody sought.
  var offset: Int64 { state.withLock(\.offset) }

  /// What the bytes tell that libavformat does not. Never blocks.
  var mediaFacts: MediaFacts? { stream.mediaFacts }

  /// Where it begins and ends, if it is one that can begin in the middle. Never blocks.
  var timeline: StreamTimeline? { stream.timeline }

  /// Whether the stream has no end. Never blocks.
  var isLive: Bool { stream.isLive }

  /// Whether that is certain. Never blocks.
  var isEndless: Bool { stream.isEndless }

  func cancel() {
    isCancelled.store(true, ordering: .sequentiallyConsistent)
    stream.cancel()
  }

  func close() {
    stream.close()
  }

  private func follow(_ bytes: UnsafeRawBufferPointer) {
    var index: [UInt8]?
    let isShort = state.withLock { state in
      findHeader(bytes, &state)
      index = state.index.consume(bytes, at: state.offset)
      state.frames.consume(bytes, at: state.offset)
      if state.offset == 0, let bits = SampleDepth.ofFLAC(bytes) { state.flacBits = bits }
      state.offset += Int64(bytes.count)
      state.hasRead = true
      return bytes.isEmpty
        && state.declared.map { $0.exceeds(state.offset) } == true
    }
    if let index {
      registry.record(entry) { facts in
        facts.end = ExactEnd(index: index) ?? facts.end
        facts.audioLength = AudioLength.seconds(index: index) ?? facts.audioLength
      }
    }
    if isShort {
      fail(PlayerError(.interrupted, "The media ends before the length that it declares."))
    }
  }

  private func findHeader(_ bytes: UnsafeRawBufferPointer, _ state: inout State) {
    while let header = state.headerOffset, header >= state.offset,
      header < state.offset + Int64(bytes.count)
    {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[Int(header - state.offset)...])
      switch DeclaredLength.find(in: rest, at: header) {
      case .declared(let length):
        state.declared = length
        state.headerOffset = nil
      case .after(let distance):
        state.headerOffset = header + Int64(distance)
      case .none:
        state.headerOffset = nil
      }
    }
  }

  private func fail(_ error: PlayerError) {
    guard !isCancelled.load(ordering: .sequentiallyConsistent) else { return }
    registry.record(entry) { $0.failure = error }
  }
}

import PlayerKit
import PlayerKitMedia
import PlayerKitSystem
import Synchronization

/// A stream as libmpv reads it. It reports failures to the registry, as libmpv can't. Its methods
/// are called on libmpv's threads; negative results are errors.
final class OpenedStream: Sendable {
  private struct State {
    var offset: Int64 = 0
    /// The length that the media's header declares, and the offset at which to look for that
    /// header.
    var declared: DeclaredLength?
    var headerOffset: Int64? = 0
    var hasRead = false
    var index = MP4IndexFinder()
    var frames = MPEGFrameCounter()
    /// The bits per sample of FLAC.
    var flacBits: Int?
  }

  private let entry: PlaylistEntryID
  private let stream: GuardedByteStream
  private let registry: StreamRegistry
  private let isCancelled = Atomic(false)
  // Uncontended: libmpv reads and seeks in turn.
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

  /// Returns the new offset; `nil` if the stream can't go there.
  func seek(to offset: Int64) -> Int64? {
    // libmpv starts with a seek to its current offset and can't cancel anything until it is
    // answered, so this must not wait for a server. `isKnownSeekable` reports later whether seeking
    // works.
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

  /// The length in bytes. If a server states none, the header of an MP3 decides: only with a known
  /// length does FFmpeg trust that header and cut the encoder's padding.
  var size: Int64? { stream.size ?? (isLive ? nil : frames.statedEnd) }

  /// Whether seeking is known to work; `false` before the first bytes. Never blocks.
  var isKnownSeekable: Bool { state.withLock { $0.hasRead } && stream.isSeekable }

  /// The frames of the bytes read so far, if this is an MP3.
  var frames: MPEGFrameCounter { state.withLock(\.frames) }

  /// The bits per sample, if this is FLAC.
  var flacBits: Int? { state.withLock(\.flacBits) }

  /// The number of bytes read, if there was no seek.
  var offset: Int64 { state.withLock(\.offset) }

  /// Facts from the bytes that libavformat does not report. Never blocks.
  var mediaFacts: MediaFacts? { stream.mediaFacts }

  /// The start and end of a stream that may begin in the middle. Never blocks.
  var timeline: StreamTimeline? { stream.timeline }

  /// Whether the stream has no end. Never blocks.
  var isLive: Bool { stream.isLive }

  /// Whether it is certain that the stream has no end. Never blocks.
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
      if state.offset == 0, let bits = SoundFormat.Encoding.bits(ofFLAC: bytes) {
        state.flacBits = bits
      }
      state.offset += Int64(bytes.count)
      state.hasRead = true
      return bytes.isEmpty
        && state.declared.map { $0.exceeds(state.offset) } == true
    }
    if let index {
      registry.record(entry) { facts in
        facts.end = ExactEnd(index: index) ?? facts.end
        facts.audioLength = MP4AudioTrack.shortestLength(index: index) ?? facts.audioLength
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

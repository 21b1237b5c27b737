import PlayerKit
import PlayerKitSystem

/// What further requests can find out about media on a server. Each method opens streams of its own,
/// so that nothing delays playback.
///
/// Callable from any thread. Methods that read block.
package final class RemoteMedia: Sendable {
  /// Longer media is not read through to count its frames.
  package static let maxCounted: Int64 = 64 << 20

  private static let endLength: Int64 = 112 << 10

  private struct State {
    var layout: TagLayout?
    var isEndKnown: Bool
    var isClosed = false
    /// The stream that reads now.
    var branch: (any ByteStream)?
  }

  private let stream: any BranchingStream
  private let size: Int64
  private let condition = Condition()
  private let state: Locked<State>

  /// - Parameters:
  ///   - size: the length of the media in bytes.
  ///   - layout: the tags of MPEG audio and ADTS; `nil` for other media.
  ///   - isEndKnown: whether the layout includes the tags at the end.
  package init(
    _ stream: any BranchingStream,
    size: Int64,
    layout: TagLayout? = nil,
    isEndKnown: Bool = true
  ) {
    (self.stream, self.size) = (stream, size)
    state = Locked(State(layout: layout, isEndKnown: isEndKnown))
  }

  // MARK: The end

  /// Starts to look for tags at the end.
  ///
  /// - Returns: whether the end can be read now.
  func beginEnd() -> Bool {
    guard let branch = branch(.examinedEnd) else { return false }
    let run: @Sendable () -> Void = { [self] in
      var layout = layout
      let bytes = StreamBytes(branch, size: size)
      // One request for most of it.
      _ = bytes.bytes(at: max(size - Self.endLength, 0), count: Int(Self.endLength))
      layout?.passTrailingTags(bytes)
      end(branch)
      setEnd(layout)
    }
    if !BackgroundThread.start("PlayerKit.end", run) { setEnd(layout) }
    return true
  }

  /// Sets the tags, with those at the end.
  func setEnd(_ layout: TagLayout?) {
    condition.withLock {
      state.withLock { ($0.layout, $0.isEndKnown) = (layout, true) }
      condition.broadcast()
    }
  }

  /// Waits until the tags at the end are known, or the stream is closed.
  package func waitForEnd() {
    condition.withLock {
      while state.withLock({ !$0.isEndKnown && !$0.isClosed }) { condition.wait() }
    }
  }

  /// Whether the tags at the end are known and the media can be read beside the stream that plays.
  /// Without range requests, this takes everything that the server sends.
  package var isEndKnown: Bool { state.withLock(\.isEndKnown) && stream.branch(.samples) != nil }

  /// The tags of MPEG audio and ADTS, as far as they are known.
  package var layout: TagLayout? { state.withLock(\.layout) }

  /// Stops all reading. Nothing more is found out.
  package func close() {
    let branch = condition.withLock {
      defer { condition.broadcast() }
      return state.withLock { state in
        state.isClosed = true
        return state.branch
      }
    }
    branch?.cancel()
  }

  private func branch(_ limits: HTTPReader.Limits) -> (any ByteStream)? {
    guard let branch = stream.branch(limits) else { return nil }
    let isClosed = state.withLock { state in
      state.branch = branch
      return state.isClosed
    }
    if isClosed { branch.cancel() }
    return branch
  }

  private func end(_ branch: any ByteStream) {
    branch.close()
    state.withLock { $0.branch = nil }
  }

  private var isClosed: Bool { state.withLock(\.isClosed) }

  // MARK: Counting

  /// Returns the number of audio frames of an MP3: the header's, unless it is missing or seems wrong.
  ///
  /// - Returns: `nil` if they can't be counted.
  package func frames(_ beginning: MP3Beginning, _ isCancelled: () -> Bool) -> Int? {
    waitForEnd()
    guard let layout else { return nil }
    let frame = beginning.frame
    let known: Int?? = reading(.samples) { bytes in
      if let stated = beginning.header?.frames {
        let isPlausible =
          layout.isCountPlausibleByHead(beginning, bytes)
          || layout.isCountPlausible(beginning, bytes)
        if isPlausible { return stated }
      }
      return layout.constantFrames(bytes, like: frame).map { $0 - Self.headers(beginning) }
    }
    if let known = known ?? nil { return known }
    return count(MPEGFrameScan(like: frame), isCancelled).map { $0 - Self.headers(beginning) }
  }

  private static func headers(_ beginning: MP3Beginning) -> Int { beginning.header == nil ? 0 : 1 }

  /// Returns the number of frames of AAC in ADTS; `nil` if they can't be counted.
  package func frames(_ adts: ADTSFrame, _ isCancelled: () -> Bool) -> Int? {
    waitForEnd()
    return count(MPEGFrameScan(like: adts), isCancelled)
  }

  /// Returns the links of an Ogg file; `nil` if it has only one, or if they can't be read.
  ///
  /// - Parameter bytes: the same media. Its first and its last page are read.
  package func linksIfSeveral(_ bytes: some RandomAccessBytes) -> OggChain? {
    OggChain.hasSeveralLinks(bytes) ? links() : nil
  }

  /// Returns the links of an Ogg file; `nil` if they can't be read.
  package func links() -> OggChain? {
    guard size <= Self.maxCounted else { return nil }
    return reading(.counted) { OggChain($0) } ?? nil
  }

  private func count(_ scan: MPEGFrameScan, _ isCancelled: () -> Bool) -> Int? {
    guard let audio = layout?.audio, audio.upperBound - audio.lowerBound <= Self.maxCounted,
      let branch = branch(.counted)
    else { return nil }
    defer { end(branch) }
    var (scan, piece) = (scan, [UInt8](repeating: 0, count: 256 << 10))
    var place = audio.lowerBound
    do throws(PlayerError) {
      try branch.seek(to: place)
      while place < audio.upperBound, !isCancelled(), !isClosed {
        let count = try branch.read(into: &piece)
        guard count > 0 else { return nil }
        let wanted = Int(min(Int64(count), audio.upperBound - place))
        piece.withUnsafeBytes { scan.consume(.init(rebasing: $0.prefix(wanted))) }
        place += Int64(wanted)
      }
    } catch { return nil }
    return place == audio.upperBound ? scan.count : nil
  }

  private func reading<Value>(
    _ limits: HTTPReader.Limits,
    _ body: (StreamBytes) -> Value
  ) -> Value? {
    guard let branch = branch(limits) else { return nil }
    defer { end(branch) }
    return body(StreamBytes(branch, size: size))
  }
}

extension RemoteMedia: Equatable {
  package static func == (one: RemoteMedia, other: RemoteMedia) -> Bool { one === other }
}

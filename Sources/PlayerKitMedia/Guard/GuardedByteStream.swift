import PlayerKit
import PlayerKitSystem

/// A stream whose bytes are safe for libavformat. Bytes that would make it allocate gigabytes never
/// reach it: reading them fails with ``PlayerError/Code/unsupportedFormat``.
///
/// It requests the same bytes from the inner stream in the same order. Only the index of an MP4 is
/// read in one piece, before its first byte is returned.
///
/// Serial, as ``ByteStream`` requires; only ``cancel()`` and properties that do not read may be
/// used from other threads.
package final class GuardedByteStream: ForwardingStream {
  private struct State {
    /// The offsets of the reader and of the inner stream.
    var offset: Int64 = 0
    var innerOffset: Int64 = 0
    /// The bytes read from the inner stream ahead of the reader.
    var held = HeldBytes()
    var media = MediaGuard()
    var boxes = BoxGuard()
    /// Boxes with hidden names, and the allowed names in them.
    var hidden: [(box: Range<Int64>, allowed: Set<Int64>)] = []
    /// The error after which no more bytes are returned.
    var refusal: PlayerError?
  }

  private static let pieceLength = 64 << 10
  private static let maxHidden = 100

  package var current: any ByteStream { stream }
  private let stream: any ByteStream
  private let state = Locked(State())

  package init(_ stream: any ByteStream) { self.stream = stream }

  // MARK: ByteStream

  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(PlayerError) -> Int {
    try state.withLock { (state: inout State) throws(PlayerError) -> Int in
      if let refusal = state.refusal { throw refusal }
      guard !buffer.isEmpty else { return 0 }
      let count = try prepare(buffer, &state)
      state.offset += Int64(count)
      if state.offset >= state.held.end { state.held.release() }
      return count
    }
  }

  package func seek(to offset: Int64) throws(PlayerError) {
    try state.withLock { (state: inout State) throws(PlayerError) in
      if let refusal = state.refusal { throw refusal }
      if !state.held.contains(offset) {
        try stream.seek(to: offset)
        state.held.release()
        state.innerOffset = max(offset, 0)
      }
      state.offset = max(offset, 0)
    }
  }

  // MARK: Guarding

  /// Puts safe bytes into a buffer.
  ///
  /// - Returns: the number of bytes.
  private func prepare(
    _ buffer: UnsafeMutableRawBufferPointer,
    _ state: inout State
  ) throws(PlayerError) -> Int {
    if state.held.isEmpty { try hideAgain(&state) }
    let isHeld = state.held.contains(state.offset)
    let count =
      isHeld
      ? state.held.copy(from: state.offset, to: .max, into: buffer)
      : try pull(into: buffer, &state)
    let piece = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(count))
    var end = state.offset + Int64(count)
    if !isHeld,
      let box = state.hidden.first(where: {
        state.offset < $0.box.lowerBound && $0.box.lowerBound < end
      })
    {
      end = box.box.lowerBound
    }
    while state.offset <= state.boxes.next, state.boxes.next < end {
      let head = piece[Int(state.boxes.next - state.offset)...].prefix(BoxGuard.headLength)
      guard case .passed = try look(at: Array(head)[...], isAll: false, &state) else {
        guard state.boxes.next == state.offset else {
          end = state.boxes.next
          break
        }
        if !isHeld { state.held.hold(piece, at: state.offset) }
        try takeBox(&state)
        // The box is held now; the bytes after it are checked later.
        return state.held.copy(
          from: state.offset,
          to: max(state.boxes.next, state.offset),
          into: buffer
        )
      }
    }
    let ready = Int(end - state.offset)
    // Names are hidden again when their box is read from its start.
    if !isHeld, ready < count, !state.hidden.contains(where: { $0.box.lowerBound == end }) {
      state.held.hold(piece[ready...], at: end)
    }
    return ready
  }

  private func look(
    at head: ArraySlice<UInt8>,
    isAll: Bool,
    _ state: inout State
  ) throws(PlayerError) -> BoxGuard.Step {
    try refusing(&state) { (state: inout State) throws(PlayerError) in
      try state.boxes.look(at: head, isAll: isAll)
    }
  }

  /// Reads the box at the reader's offset, and checks it unless libavformat skips it.
  private func takeBox(_ state: inout State) throws(PlayerError) {
    let start = state.offset
    _ = try hold(until: start + Int64(BoxGuard.headLength), &state)
    let head = state.held.bytes(at: start, count: BoxGuard.headLength)
    guard case .needs(let end) = try look(at: head[...], isAll: true, &state) else { return }
    let isAll = try hold(until: end, &state)
    let last = isAll ? min(end, state.held.end) : end
    let size = stream.size
    let allowed = try refusing(&state) { (state: inout State) throws(PlayerError) in
      try state.boxes.check(&state.held, until: last, mediaSize: size)
    }
    if let allowed {
      state.hidden.append((start..<last, allowed))
      if state.hidden.count > Self.maxHidden { state.hidden.removeFirst() }
    }
  }

  /// Reads a box with hidden names again.
  private func hideAgain(_ state: inout State) throws(PlayerError) {
    guard let (box, allowed) = state.hidden.first(where: { $0.box.contains(state.offset) }) else {
      return
    }
    try stream.seek(to: box.lowerBound)
    (state.innerOffset, state.held) = (box.lowerBound, HeldBytes())
    state.held.hold([], at: box.lowerBound)
    _ = try hold(until: box.upperBound, &state)
    let end = min(box.upperBound, state.held.end)
    _ = state.held.hide(allBut: allowed, in: box.lowerBound..<max(end, box.lowerBound))
  }

  /// Reads until the held bytes reach an offset.
  ///
  /// - Returns: whether the media ends before.
  private func hold(until end: Int64, _ state: inout State) throws(PlayerError) -> Bool {
    var piece: [UInt8] = []
    while state.held.end < end {
      if piece.isEmpty { piece = [UInt8](repeating: 0, count: Self.pieceLength) }
      let room = Int(min(Int64(piece.count), end - state.held.end))
      let count = try read(&piece, room, &state)
      if count == 0 { return true }
      state.held.append(piece.prefix(count))
    }
    return false
  }

  private func read(
    _ piece: inout [UInt8],
    _ room: Int,
    _ state: inout State
  ) throws(PlayerError) -> Int {
    let result = piece.withUnsafeMutableBytes { buffer in
      Result { () throws(PlayerError) in
        try pull(into: .init(rebasing: buffer.prefix(room)), &state)
      }
    }
    return try result.get()
  }

  /// Reads the next bytes of the inner stream.
  private func pull(
    into buffer: UnsafeMutableRawBufferPointer,
    _ state: inout State
  ) throws(PlayerError) -> Int {
    let count = max(0, try stream.read(into: buffer))
    let offset = state.innerOffset
    state.innerOffset += Int64(count)
    try refusing(&state) { (state: inout State) throws(PlayerError) in
      let piece = UnsafeRawBufferPointer(rebasing: buffer.prefix(count))
      try state.media.check(piece, at: offset)
    }
    return count
  }

  /// Makes all later reads fail after the first refusal.
  private func refusing<Value>(
    _ state: inout State,
    _ body: (inout State) throws(PlayerError) -> Value
  ) throws(PlayerError) -> Value {
    do throws(PlayerError) {
      return try body(&state)
    } catch {
      state.refusal = error
      throw error
    }
  }
}

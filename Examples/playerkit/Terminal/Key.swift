import PlayerKit

/// A key with a function on the now-playing line.
enum Key: Hashable, Sendable {
  case playPause, next, previous, back, forward, louder, quieter, shuffle, `repeat`, quit

  /// The keys in these bytes. Unknown keys are left out.
  static func keys(in bytes: ArraySlice<UInt8>) -> [Key] {
    var keys: [Key] = []
    var rest = bytes
    while let byte = rest.first {
      if byte == UInt8(ascii: "\u{1B}") {
        let (key, length) = escapeSequence(rest)
        keys += [key].compactMap(\.self)
        rest = rest.dropFirst(length)
      } else {
        keys += [plain(byte)].compactMap(\.self)
        rest = rest.dropFirst()
      }
    }
    return keys
  }

  private static func plain(_ byte: UInt8) -> Key? {
    switch byte {
    case UInt8(ascii: " "): .playPause
    case UInt8(ascii: "n"): .next
    case UInt8(ascii: "p"): .previous
    case UInt8(ascii: "s"): .shuffle
    case UInt8(ascii: "r"): .repeat
    case UInt8(ascii: "q"): .quit
    default: nil
    }
  }

  /// Reads `ESC [ … x` or `ESC O x`. Only the arrow keys have a function.
  private static func escapeSequence(_ bytes: ArraySlice<UInt8>) -> (key: Key?, length: Int) {
    let rest = bytes.dropFirst()
    guard let kind = rest.first, kind == UInt8(ascii: "[") || kind == UInt8(ascii: "O") else {
      return (nil, 1)
    }
    let final: ClosedRange<UInt8> = 0x40...0x7E
    guard let end = rest.dropFirst().firstIndex(where: final.contains) else {
      return (nil, bytes.count)
    }
    let length = end - bytes.startIndex + 1
    return (length == 3 ? arrow(bytes[end]) : nil, length)
  }

  private static func arrow(_ byte: UInt8) -> Key? {
    switch byte {
    case UInt8(ascii: "A"): .louder
    case UInt8(ascii: "B"): .quieter
    case UInt8(ascii: "C"): .forward
    case UInt8(ascii: "D"): .back
    default: nil
    }
  }
}

extension Key {
  /// The step of an arrow key.
  private static let seekStep = Duration.seconds(5)
  private static let volumeStep = 0.05

  /// Applies the key to the queue. `quit` has no effect here, because the session handles it.
  func apply(to queue: QueuePlayer) {
    switch self {
    case .playPause: queue.togglePlayPause()
    case .next: queue.next()
    case .previous: queue.previous()
    case .back: queue.seek(to: queue.position - Self.seekStep)
    case .forward: queue.seek(to: queue.position + Self.seekStep)
    case .louder: queue.volume += Self.volumeStep
    case .quieter: queue.volume -= Self.volumeStep
    case .shuffle: queue.isShuffled.toggle()
    case .repeat: queue.repeatMode = queue.repeatMode.following
    case .quit: break
    }
  }
}

extension RepeatMode {
  fileprivate var following: RepeatMode {
    switch self {
    case .off: .all
    case .all: .one
    case .one: .off
    }
  }
}

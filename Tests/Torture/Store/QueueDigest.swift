import PlayerKit

/// A hash of a queue: its entries, orders, current entry, and modes.
struct QueueDigest: Hashable, CustomStringConvertible {
  private var value: UInt64 = 0xCBF2_9CE4_8422_2325

  init(_ queue: PlayQueue) {
    for entry in queue {
      add(entry.id.description)
      add(entry.track.id)
    }
    for entry in queue.playOrder { add(entry.description) }
    add(queue.current?.description ?? "-")
    add(queue.repeatMode.rawValue)
    add(queue.isShuffled ? "shuffled" : "")
  }

  init?(_ text: String) {
    guard let value = UInt64(text, radix: 16) else { return nil }
    self.value = value
  }

  var description: String { String(value, radix: 16) }

  private mutating func add(_ text: String) {
    for byte in text.utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    value = (value ^ 0xFF) &* 0x100_0000_01B3
  }
}

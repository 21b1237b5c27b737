import PlayerKit

/// Slows down password guesses: after each wrong one, the next one from the same address is checked
/// later.
struct MPDPasswordGuard {
  private struct Record {
    var wrong: Int
    /// The time from which the next guess may be checked.
    var next: MonotonicInstant
  }

  private static let longestDelay = Duration.seconds(30)
  /// The time for which wrong guesses count.
  private static let memory = Duration.seconds(600)
  private static let maximumAddresses = 1_000

  private var records: [String: Record] = [:]

  /// Returns the time from which a guess from this address may be checked. `nil` if it may be
  /// checked now.
  func delay(for address: String, now: MonotonicInstant) -> MonotonicInstant? {
    records[address].flatMap { $0.next > now ? $0.next : nil }
  }

  /// Records a wrong guess. Returns the number of consecutive ones from this address.
  mutating func failed(_ address: String, now: MonotonicInstant) -> Int {
    var record = records[address] ?? Record(wrong: 0, next: now)
    if now - record.next > Self.memory { record.wrong = 0 }
    record.wrong += 1
    record.next = now + min(.seconds(1 << min(record.wrong - 1, 5)), Self.longestDelay)
    records[address] = record
    if records.count > Self.maximumAddresses,
      let oldest = records.min(by: { $0.value.next < $1.value.next })?.key
    {
      records[oldest] = nil
    }
    return record.wrong
  }

  /// Records a correct guess.
  mutating func succeeded(_ address: String) {
    records[address] = nil
  }
}

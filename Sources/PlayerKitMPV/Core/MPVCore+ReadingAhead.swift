/// How far libmpv reads ahead of what plays.
///
/// Once it holds as much as it is to hold, its reading thread wakes up for each packet that is played. So the mark
/// goes down for some seconds, in which that thread sleeps, and then up until they are made good.
struct ReadingAhead: Sendable {
  /// Up to where libmpv reads, and down to where it may come before it reads on.
  static let most = Duration.seconds(20)
  static let least = Duration.seconds(15)
  /// How long it may take to make the difference good. What takes longer goes on the next time.
  private static let filling = Duration.milliseconds(500)

  private(set) var isFilling = true
  /// When that changes; `nil`: while nothing plays.
  private(set) var due: ContinuousClock.Instant?

  /// Looks what is due.
  ///
  /// - Parameter speed: how fast something plays, of its own time by the clock; 0: nothing does.
  /// - Returns: how far libmpv is to read from now on; `nil`: no change.
  mutating func step(speed: Double, at now: ContinuousClock.Instant) -> Duration? {
    guard speed > 0 else {
      due = nil
      return nil
    }
    guard let due else {
      self.due = now + (isFilling ? Self.filling : .zero)
      return nil
    }
    guard due <= now else { return nil }
    isFilling.toggle()
    self.due = now + (isFilling ? Self.filling : (Self.most - Self.least) / max(speed, 0.1))
    return isFilling ? Self.most : Self.least
  }
}

extension MPVCore {
  /// Has libmpv read in bursts.
  func readAhead() {
    let speed = active == nil ? 0 : machine.speed
    guard let mark = readingAhead.step(speed: speed, at: .now) else { return }
    set("cache-secs", mark.seconds)
  }
}

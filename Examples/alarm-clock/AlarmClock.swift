import Foundation
import PlayerKit
import PlayerKitMPV
import PlayerKitTesting

/// Wakes you with music that grows louder: `swift run alarm-clock 07:00 song.mp3`.
///
/// Enter snoozes, and `stop` ends the alarm. With `--simulate` a morning passes without sound.
@main @MainActor
struct AlarmClock {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments == ["--simulate"] { return try await simulate() }
    guard let time = arguments.first.flatMap(clockTime), arguments.count > 1 else {
      return print("usage: alarm-clock HH:MM PATH-OR-URL …")
    }
    let engine = try MPVEngine()
    let queue = QueuePlayer(players: [URLPlayer(engine: engine)])
    let alarm = try Alarm(queue, arguments.dropFirst().map { URLTrack(item: $0) })
    guard alarm.set(to: time, after: Date(), in: .current) else { return print("no such time") }
    read { line in
      Task { @MainActor in if line == "stop" { alarm.stop() } else { alarm.snooze(at: Date()) } }
    }
    while !alarm.isOver {
      alarm.tick(at: Date())
      try await Task.sleep(for: .seconds(1))
    }
    await engine.close()
  }

  private static func simulate() async throws {
    let clock = ManualClock()
    let queue = QueuePlayer(players: [FakePlayer(clock: clock)], clock: clock)
    let alarm = try Alarm(queue, [URLTrack(path: "Birds.mp3")])
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    guard alarm.set(to: DateComponents(hour: 7, minute: 0), after: clock.date, in: calendar) else {
      return print("no such time")
    }
    clock.advance(by: .seconds(7 * 3600))
    for second in 0..<700 where !alarm.isOver {
      alarm.tick(at: clock.date)
      if second == 45 { alarm.snooze(at: clock.date) }
      if second == 640 { alarm.stop() }
      clock.advance(by: .seconds(1))
    }
  }

  nonisolated private static func clockTime(_ text: String) -> DateComponents? {
    let parts = text.split(separator: ":").compactMap { Int($0) }
    return parts.count == 2 ? DateComponents(hour: parts[0], minute: parts[1]) : nil
  }

  nonisolated private static func read(_ body: @escaping @Sendable (String) -> Void) {
    Thread.detachNewThread { while let line = readLine() { body(line) } }
  }
}

@MainActor
final class Alarm {
  /// The seconds in which the music reaches its full volume.
  private static let rise = 30.0
  private static let snoozeTime = 9 * 60.0

  private(set) var isOver = false
  private let queue: QueuePlayer
  private var ring: Date?
  private var shownVolume = 0

  /// The songs repeat until the alarm is stopped.
  init(_ queue: QueuePlayer, _ songs: [URLTrack]) throws {
    self.queue = queue
    try queue.set(songs)
    queue.repeatMode = .all
  }

  /// Returns `false` if there is no such time.
  func set(to time: DateComponents, after now: Date, in calendar: Calendar) -> Bool {
    ring = calendar.nextDate(after: now, matching: time, matchingPolicy: .nextTime)
    return ring != nil
  }

  /// Starts the music at the time of the alarm, and then raises its volume.
  func tick(at date: Date) {
    guard let ring, date >= ring, !isOver else { return }
    queue.volume = min(0.1 + 0.9 * date.timeIntervalSince(ring) / Self.rise, 1)
    if !queue.playback.wantsToPlay {
      print("Good morning.")
      queue.play()
    }
    let percent = Int((queue.volume * 100).rounded())
    guard percent != shownVolume, percent % 10 == 0 else { return }
    shownVolume = percent
    print("  volume \(percent) %")
  }

  func snooze(at date: Date) {
    guard queue.playback.wantsToPlay else { return }
    queue.pause()
    ring = date + Self.snoozeTime
    shownVolume = 0
    print("Nine more minutes.")
  }

  func stop() {
    queue.stop()
    isOver = true
    print("The alarm is off.")
  }
}

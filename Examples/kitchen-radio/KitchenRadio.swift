import Foundation
import PlayerKit
import PlayerKitMPV
import PlayerKitTesting

/// A radio with buttons: `swift run kitchen-radio "Jazz=https://radio.example/jazz" …`.
///
/// A number chooses a station, `+` and `-` change the volume, and `s` is the sleep timer. With
/// `--simulate` it plays two invented stations without sound.
@main @MainActor
struct KitchenRadio {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments == ["--simulate"] { return try await simulate() }
    let stations = arguments.compactMap(station)
    guard !stations.isEmpty else { return print("usage: kitchen-radio NAME=URL …") }
    let engine = try MPVEngine()
    let queue = QueuePlayer(players: [URLPlayer(engine: engine)])
    let radio = try Radio(queue, stations) { .after($0, fadingOut: .seconds(10)) }
    for await line in typedLines() { radio.press(line) }
    await engine.close()
  }

  private static func simulate() async throws {
    let clock = ManualClock()
    // A station has no end, and announces its songs.
    let player = FakePlayer(clock: clock) { track in
      var media = FakeMedia(duration: nil)
      let title = "A song of " + (track.metadata.title ?? "?")
      media.announcements = [.init(at: .seconds(5), StreamMetadata(title: title))]
      return media
    }
    let queue = QueuePlayer(players: [player], clock: clock)
    let stations = ["Jazz=https://radio.example/jazz", "News=https://radio.example/news"]
    let radio = try Radio(queue, stations.compactMap(station)) {
      .after($0, fadingOut: .seconds(10), on: clock)
    }
    for (button, seconds) in [("1", 20), ("2", 20), ("-", 1), ("s", 1_801), ("3", 1)] {
      print(">", button)
      radio.press(button)
      clock.advance(by: .seconds(seconds))
      await queue.events.delivered()
    }
    withExtendedLifetime(radio) {}
  }

  nonisolated private static func station(_ text: String) -> URLTrack? {
    guard let equals = text.firstIndex(of: "="),
      let url = URL(string: String(text[text.index(after: equals)...]))
    else { return nil }
    return URLTrack(url: url, metadata: TrackMetadata(title: String(text[..<equals])))
  }

  nonisolated private static func typedLines() -> AsyncStream<String> {
    AsyncStream { continuation in
      Thread.detachNewThread {
        while let line = readLine() { continuation.yield(line) }
        continuation.finish()
      }
    }
  }
}

@MainActor
final class Radio: @MainActor QueuePlayerObserver {
  private let queue: QueuePlayer
  private let sleep: (Duration) -> SleepTimer
  private var shown = ""

  init(
    _ queue: QueuePlayer,
    _ stations: [URLTrack],
    sleep: @escaping (Duration) -> SleepTimer
  ) throws {
    self.queue = queue
    self.sleep = sleep
    try queue.set(stations)
    queue.addObserver(self)
  }

  func press(_ button: String) {
    switch button {
    case "+": turn(by: 0.1)
    case "-": turn(by: -0.1)
    case "s":
      queue.sleepTimer = sleep(.seconds(1_800))
      print("Sleeps in 30 minutes.")
    default: choose(button)
    }
  }

  private func choose(_ button: String) {
    guard let number = Int(button), (1...queue.entries.count).contains(number) else {
      return print("Press 1 to \(queue.entries.count), +, -, or s.")
    }
    do {
      try queue.play(queue.entries[number - 1])
    } catch {
      print("The station can't be chosen:", error)
    }
  }

  private func turn(by step: Double) {
    queue.volume += step
    print("Volume \(Int((queue.volume * 100).rounded())) %")
  }

  func queuePlayer(_ queue: QueuePlayer, didFinishTurn events: [QueuePlayerEvent]) {
    let status = queue.status
    let station = status.currentEntry?.metadata.title ?? "?"
    let title = status.playback.streamMetadata?.title
    let text = [station, title].compactMap(\.self).joined(separator: ": ")
    if status.playback.wantsToPlay, text != shown {
      shown = text
      print(text)
    }
    for event in events {
      switch event.change {
      case .failed(let failure): print("can't be played:", failure.error)
      case .sleepTimer(nil) where !status.playback.wantsToPlay: print("Good night.")
      default: break
      }
    }
  }
}

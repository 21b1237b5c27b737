import Foundation
import PlayerKit
import PlayerKitMPV
import PlayerKitTesting

/// The user changes what comes next shortly before the end of the track that sounds.
struct LateChange {
  enum Edit: String, CaseIterable {
    case playNext, remove, move, replace
  }

  /// What came of it.
  struct Outcome {
    /// The names of the tracks in the order in which they became current.
    var tracks: [String] = []
    var isEnded = false
    /// Whether the old one still sounded when the change was made.
    var isInTime = false
    /// By how much the right one began later than the old one ended, as reported.
    var reportedLateness: Duration?
    /// Frames of the old track that are not in the recording as they should be; `nil` without one.
    var missing: Int?
    /// How many frames of the track that is not to follow were heard.
    var wrong = 0
    /// By how many frames the right one began late, as heard; `nil` without a recording.
    var lateness: Int?

    var isRight: Bool { tracks == ["old", "right"] && isEnded }
    /// libmpv is told when the tail was heard; until it obeys, some 5 ms sound.
    var isShort: Bool { wrong <= Signal.rate * 8 / 1_000 }
    var isTailWhole: Bool { missing == 0 }
  }

  let edit: Edit
  /// How long before the end.
  let lead: Duration

  private static let old = Signal.noise(frames: 57_333, seed: 1)  // 1.3 s
  private static let wrong = Signal.noise(frames: 44_100, seed: 2)
  private static let right = Signal.noise(frames: 22_050, seed: 3)
  /// At the very start of a stream PulseAudio may lose some.
  private static let edge = 4_410

  /// - Parameter isRecorded: whether it plays to a sink of PulseAudio, in real time, and is recorded there.
  func run(isRecorded: Bool) async throws -> Outcome {
    let stage = isRecorded ? try Stage(.init(output: SinkRecorder.output)) : try Stage(.driven)
    let recorder =
      isRecorded ? try SinkRecorder.sink.map { try SinkRecorder(sink: $0, in: stage.sandbox) } : nil
    try await recorder?.wait(for: .milliseconds(50))
    let queue = stage.queue()
    let log = EventLog()
    queue.addSendableObserver(log, positionInterval: nil)
    let right = try track("right", Self.right, stage)
    let first = [try track("old", Self.old, stage), try track("wrong", Self.wrong, stage)]
    try queue.set(edit == .remove || edit == .move ? first + [right] : first)
    queue.play()
    let heard = log.events
    try await stage.wait(for: "sound") { heard.elements.contains { $0.status.playback.isPlaying } }
    let start = heard.elements.first { $0.status.playback.isPlaying }?.status.playback.anchor
    guard let start else { return Outcome() }
    let due = start.instant + (Self.length - lead - start.position)
    try await stage.wait(for: "\(lead) before the end") { stage.clock.now >= due }
    try change(queue, to: right)
    let isInTime =
      queue.entries.current == queue.entries.first?.id
      && queue.position < Self.length - .milliseconds(30)
    try await stage.wait(for: "the end") {
      heard.elements.contains { if case .ended = $0.change { true } else { false } }
    }
    var outcome = outcome(heard.elements, start)
    outcome.isInTime = isInTime
    if let recorder {
      try await recorder.wait(for: .milliseconds(400))
      judge(try recorder.stop(), &outcome)
    }
    await stage.close()
    #if os(Linux)
      if let sink = stage.sink { judge(sink.signal, &outcome) }
    #endif
    return outcome
  }

  private static var length: Duration { .samples(old.frames) }

  private func track(_ name: String, _ signal: Signal, _ stage: Stage) throws -> URLTrack {
    URLTrack(path: try stage.sandbox.write(signal.wav, to: "\(name).wav"))
  }

  private func change(_ queue: QueuePlayer, to right: URLTrack) throws {
    let entries = Array(queue.entries)
    switch edit {
    case .playNext:
      queue.playNext([right])
    case .remove:
      try queue.remove([entries[1].id])
    case .move:
      try queue.move(entries[2].id, to: 1)
    case .replace:
      try queue.remove([entries[1].id])
      queue.append([right])
    }
    // What is not to be heard even behind the right one would end the test late.
    let behind = queue.entries.dropFirst(2).map(\.id)
    if !behind.isEmpty { try queue.remove(behind) }
  }

  private func outcome(_ events: [QueuePlayerEvent], _ start: PositionAnchor) -> Outcome {
    var outcome = Outcome()
    for event in events {
      switch event.change {
      case .transition(let change):
        let title = change.to?.track.metadata.title ?? "none"
        let name = title.replacingOccurrences(of: ".wav", with: "")
        if outcome.tracks.last != name { outcome.tracks.append(name) }
      case .ended: outcome.isEnded = true
      default: break  // nothing else is asked
      }
      if outcome.tracks.count == 2, outcome.reportedLateness == nil,
        event.status.playback.isPlaying,
        let anchor = event.status.playback.anchor
      {
        let heard = anchor.instant - start.instant - anchor.position + start.position
        outcome.reportedLateness = heard - Self.length
      }
    }
    return outcome
  }

  private func judge(_ heard: Signal, _ outcome: inout Outcome) {
    guard let offset = heard.delay(of: Self.old, at: Self.old.frames / 2) else { return }
    outcome.missing = heard.deviations(
      from: Self.old,
      in: Self.edge..<Self.old.frames,
      at: offset
    )
    // It can only be heard where the tail ends.
    let end = offset + Self.old.frames
    let stretch = 0..<min(Self.wrong.frames, max(heard.frames - end, 0))
    outcome.wrong = stretch.count - heard.deviations(from: Self.wrong, in: stretch, at: end)
    guard let next = heard.delay(of: Self.right, at: 10_000) else { return }
    outcome.lateness = next - (offset + Self.old.frames)
  }
}

/// Remembers what a queue tells.
private final class EventLog: QueuePlayerObserver, Sendable {
  let events = Recorded<QueuePlayerEvent>()

  func queuePlayer(_ queue: QueuePlayer, didEmit event: QueuePlayerEvent) {
    events.append(event)
  }
}

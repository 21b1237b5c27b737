import Foundation
import PlayerKit
import PlayerKitMPV
import PlayerKitTesting

/// The user changes the next track shortly before the end of the current one.
struct LateChange {
  enum Edit: String, CaseIterable {
    case playNext, remove, move, replace
  }

  /// The result of a run.
  struct Outcome {
    /// The names of the tracks, in the order in which they became current.
    var tracks: [String] = []
    var isEnded = false
    /// Whether the old track still sounded at the time of the change.
    var isInTime = false
    /// The reported delay between the end of the old track and the start of the right one.
    var reportedLateness: Duration?
    /// The number of wrong or missing frames of the old track in the recording, or `nil` without a
    /// recording.
    var missing: Int?
    /// The number of audible frames of the wrong track.
    var wrong = 0
    /// The delay of the right track in frames, as recorded, or `nil` without a recording.
    var lateness: Int?

    var isRight: Bool { tracks == ["old", "right"] && isEnded }
    /// libmpv gets the command when the tail ends. Some 5 ms sound until it obeys.
    var isShort: Bool { wrong <= Signal.rate * 8 / 1_000 }
    var isTailWhole: Bool { missing == 0 }
  }

  let edit: Edit
  /// The time of the change before the end.
  let lead: Duration

  private static let old = Signal.noise(frames: 57_333, seed: 1)  // 1.3 s
  private static let wrong = Signal.noise(frames: 44_100, seed: 2)
  private static let right = Signal.noise(frames: 22_050, seed: 3)
  /// PulseAudio may lose some frames at the very start of a stream.
  private static let edge = 4_410

  /// - Parameter isRecorded: Whether it plays to a PulseAudio sink in real time, and is recorded
  ///   there.
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
    // Tracks after the right one would delay the end of the test.
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
      default: break  // Other events are not needed.
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
    // It can sound only after the tail ends.
    let end = offset + Self.old.frames
    let stretch = 0..<min(Self.wrong.frames, max(heard.frames - end, 0))
    outcome.wrong = stretch.count - heard.deviations(from: Self.wrong, in: stretch, at: end)
    guard let next = heard.delay(of: Self.right, at: 10_000) else { return }
    outcome.lateness = next - (offset + Self.old.frames)
  }
}

/// Records the events of a queue.
private final class EventLog: QueuePlayerObserver, Sendable {
  let events = Recorded<QueuePlayerEvent>()

  func queuePlayer(_ queue: QueuePlayer, didEmit event: QueuePlayerEvent) {
    events.append(event)
  }
}

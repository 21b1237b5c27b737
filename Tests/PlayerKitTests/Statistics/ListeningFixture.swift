import PlayerKit
import PlayerKitTesting

/// A queue whose plays are recorded, with a manual clock.
final class ListeningFixture {
  let fixture: QueueFixture
  let events = Recorded<ListeningEvent>()
  private(set) var recorder: ListeningRecorder?

  var queue: QueuePlayer { fixture.queue }

  init(
    _ names: [String] = ["a", "b", "c"],
    rule: ScrobbleRule? = .lastFM,
    configure: (inout QueuePlayer.Configuration) -> Void = { _ in }
  ) throws {
    fixture = try QueueFixture(names, configure: configure)
    recorder = ListeningRecorder(of: fixture.queue, rule: rule) { [events] in events.append($0) }
  }

  /// Plays, and lets the first track become ready, at 100 ms.
  func begin() async {
    fixture.begin()
    await heard()
  }

  func advance(_ duration: Duration) async {
    fixture.advance(duration)
    await heard()
  }

  func heard() async {
    await queue.events.delivered()
  }

  func free() {
    recorder = nil
  }

  /// The plays that have ended.
  var ended: [Listening] {
    events.elements.compactMap { if case .ended(let listening) = $0 { listening } else { nil } }
  }

  var qualified: [Listening] {
    events.elements.compactMap { if case .qualified(let listening) = $0 { listening } else { nil } }
  }

  var words: [String] {
    events.elements.map { event in
      switch event {
      case .began(let listening): "began \(listening.entry.track.id)"
      case .qualified(let listening): "qualified \(listening.entry.track.id)"
      case .ended(let listening): "ended \(listening.entry.track.id)"
      }
    }
  }
}

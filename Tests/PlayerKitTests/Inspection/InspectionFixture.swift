import PlayerKitTesting
import TestSupport

@testable import PlayerKit

/// A queue on a fake engine, with an inspector.
struct InspectionFixture {
  let fixture: QueueFixture
  let inspector: FakeInspector
  let observer: RecordingObserver<QueuePlayerEvent>

  var queue: QueuePlayer { fixture.queue }

  /// - Parameter names: The tracks. The inspector finds the title "Title x", and the artist and
  ///   album "A".
  init(
    _ names: [String] = ["a", "b", "c"],
    configure: (inout QueuePlayer.Configuration) -> Void = { _ in }
  ) throws {
    fixture = try QueueFixture(names, configure: configure)
    inspector = FakeInspector()
    for (index, name) in names.enumerated() {
      inspector.setFinding(Self.finding(name, number: index + 1), for: name)
    }
    observer = RecordingObserver(of: fixture.queue)
  }

  static func finding(_ name: String, number: Int? = nil) -> TrackMetadata {
    TrackMetadata(title: "Title \(name)", artist: "A", album: "A", trackNumber: number)
  }

  /// Plays, and advances time until the first track is ready. Its load may begin on another thread.
  func begin() async throws {
    queue.play()
    try await eventually("the first track is ready") {
      fixture.advance(.milliseconds(20))
      return queue.state == .play
    }
  }

  /// Advances time once all commands are carried out. Another thread may do that, and a load that
  /// it starts later would be timed from then on.
  func advance(_ duration: Duration) async throws {
    try await eventually("everything is performed") { queue.outbox.isAtRest }
    fixture.advance(duration)
  }

  /// Waits until this many findings were reported.
  @discardableResult
  func found(_ count: Int) async throws -> [String] {
    try await observer.wait(for: "\(count) findings") { $0.findings.count >= count }.findings
      .map(\.track.id)
  }

  func title(_ name: String) -> String? {
    queue.entries.first { $0.track.id == name }?.metadata.title
  }
}

extension Sequence where Element == QueuePlayerEvent {
  /// The entries with findings, in order.
  var findings: [QueueEntry] {
    compactMap { if case .metadata(let entry) = $0.change { entry } else { nil } }
  }
}

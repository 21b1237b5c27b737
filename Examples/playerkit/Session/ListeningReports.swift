import PlayerKit
import PlayerKitServices

/// Reports plays to services that want to know about their own tracks.
@MainActor
struct ListeningReports {
  private let reports: [(reporter: any ListeningReporter, recorder: ListeningRecorder)]

  init(of queue: QueuePlayer, services: MusicServices) {
    reports = services.reporters.map { reporter in
      (reporter, ListeningRecorder(of: queue, rule: reporter.rule) { reporter.receive($0) })
    }
  }

  /// Waits until everything is reported. The time is limited.
  func finish() async {
    for (reporter, recorder) in reports {
      recorder.stop()
      await reporter.finish()
    }
  }
}

import PlayerKit
import PlayerKitServices

/// Tells the services that want to know it what is heard of their tracks.
@MainActor
struct ListeningReports {
  private let reports: [(reporter: any ListeningReporter, recorder: ListeningRecorder)]

  init(of queue: QueuePlayer, services: MusicServices) {
    reports = services.reporters.map { reporter in
      (reporter, ListeningRecorder(of: queue, rule: reporter.rule) { reporter.receive($0) })
    }
  }

  /// Waits until all is told, which is bounded in time.
  func finish() async {
    for (reporter, recorder) in reports {
      recorder.stop()
      await reporter.finish()
    }
  }
}

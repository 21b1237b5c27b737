import Foundation
import PlayerKit
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSystem
import PlayerKitTesting

@testable import PlayerKitYTDLP

/// Answers instead of yt-dlp, by the page.
final class StubRunner: ProgramRunner {
  private let answer: @Sendable (Program) -> RunOutcome
  private let asked = Locked<[Program]>([])

  init(_ answer: @escaping @Sendable (Program) -> RunOutcome) { self.answer = answer }

  /// The requests, except those for its version.
  var programs: [Program] { asked.withLock { $0 } }

  func run(_ program: Program, limits: RunLimits) async throws -> RunOutcome {
    if program.arguments == ["--version"] { return .ok("2026.10.26\n") }
    asked.withLock { $0.append(program) }
    return answer(program)
  }

  func client(
    _ options: YTDLPOptions = YTDLPOptions(),
    clock: any PlaybackClock = ManualClock()
  ) -> YTDLPClient {
    YTDLPClient(
      executable: "/bin/sh",
      options: options,
      environment: [:],
      clock: clock,
      runner: self
    )
  }
}

extension RunOutcome {
  static func ok(_ text: String) -> RunOutcome {
    RunOutcome(end: .exited(0), output: Array(text.utf8), errors: [])
  }

  static func failed(_ words: String) -> RunOutcome {
    RunOutcome(
      end: .exited(1),
      output: Array("null\n".utf8),
      errors: Array("ERROR: [x] y: \(words)\n".utf8)
    )
  }
}

extension Program {
  /// The requested page.
  var subject: String { input.split(separator: "\n").last.map(String.init) ?? arguments.last ?? "" }

  /// The value of an option.
  func value(_ option: String) -> String? {
    arguments.firstIndex(of: option).map { arguments[$0 + 1] }
  }
}

import Foundation
import PlayerKit
import TestSupport
import Testing

extension EngineTests {
  /// Scenario 28: even if the next entry changes late, the right one follows the whole old one.
  @Suite(.tags(.local), .timeLimit(.minutes(5)))
  struct LateChangeTests {
    private static let leads = [1_000, 600, 300, 100]

    @Test(
      "28: A track added to play next shortly before the end follows the current one",
      arguments: leads
    )
    func playNext(milliseconds: Int) async throws {
      try await expectRight(.playNext, milliseconds)
    }

    @Test(
      "28: The next entry may also be removed, moved, or replaced",
      arguments: [LateChange.Edit.remove, .move, .replace]
    )
    func otherEdits(edit: LateChange.Edit) async throws {
      try await expectRight(edit, 300)
    }

    private func expectRight(_ edit: LateChange.Edit, _ milliseconds: Int) async throws {
      let change = LateChange(edit: edit, lead: .milliseconds(milliseconds))
      let outcome = try await change.run(isRecorded: false)
      #expect(outcome.isInTime)
      #expect(outcome.isRight, "\(outcome)")
      #if os(Linux)
        #expect(outcome.isTailWhole, "\(outcome)")
      #endif
      let lateness = try #require(outcome.reportedLateness)
      #expect(lateness > .milliseconds(-70) && lateness < .milliseconds(300), "\(lateness)")
    }
  }

  // Real time: only a sound server shows samples that an output has rendered ahead and can't take
  // back.
  /// The same many times, with the samples recorded from a sink.
  @Suite(
    .tags(.realTime),
    .heartbeat,
    .enabled(if: ProcessInfo.processInfo.environment["LATE_CHANGES"] != nil),
    .timeLimit(.minutes(20))
  )
  struct RealTimeLateChangeTests {
    /// The leads to repeat: all, or those in `LATE_LEADS=300,100`.
    private static var triedLeads: [Int] {
      let named = ProcessInfo.processInfo.environment["LATE_LEADS"] ?? ""
      let leads = named.split(separator: ",").compactMap { Int($0) }
      return leads.isEmpty ? [1_000, 600, 300, 100] : leads
    }

    private static var times: Int? {
      ProcessInfo.processInfo.environment["LATE_CHANGES"].flatMap { Int($0) }
    }

    @Test(
      "28: In many runs, the right track follows the whole previous one",
      arguments: LateChange.Edit.allCases
    )
    func manyTimes(edit: LateChange.Edit) async throws {
      let times = edit == .playNext ? Self.times ?? 1 : max((Self.times ?? 1) / 4, 1)
      for lead in Self.triedLeads {
        var outcomes: [LateChange.Outcome] = []
        for _ in 0..<times {
          outcomes.append(
            try await LateChange(edit: edit, lead: .milliseconds(lead)).run(isRecorded: true)
          )
        }
        print(row(edit, lead, outcomes))
        for outcome in outcomes
        where !outcome.isRight || !outcome.isShort || !outcome.isTailWhole {
          Issue.record("\(outcome)")
        }
      }
    }

    private func row(
      _ edit: LateChange.Edit,
      _ lead: Int,
      _ outcomes: [LateChange.Outcome]
    ) -> String {
      let late = outcomes.compactMap(\.lateness).sorted()
        .map { Double($0) * 1_000 / Double(Signal.rate) }
      let times =
        late.isEmpty
        ? "unknown"
        : [late[0], late[late.count / 2], late[late.count - 1]]
          .map { String(format: "%.1f", $0) }.joined(separator: " / ")
      return """
        late change: \(edit.rawValue) \(lead) ms before the end: right track \
        \(outcomes.count { $0.isRight }) of \(outcomes.count), tail whole \
        \(outcomes.count { $0.isTailWhole }) of \(outcomes.count), late by \(times) ms \
        (least / median / most); nothing of the wrong one heard \
        \(outcomes.count { $0.wrong == 0 }) of \(outcomes.count), of it at most \
        \(outcomes.map(\.wrong).max() ?? 0) frames
        """
    }
  }
}

import Foundation
import PlayerKit
import Testing

extension EngineTests {
  /// Scenario 28: however late the next entry changes, the right one follows the whole of the old one.
  ///
  /// `make late-changes` runs it 20 times each, with the samples recorded from a sink.
  @Suite(.timeLimit(.minutes(20)))
  struct LateChangeTests {
    private static let leads = [1_000, 600, 300, 100]

    /// Those that are tried many times: all, or what `LATE_LEADS=300,100` names.
    private static var triedLeads: [Int] {
      let named = ProcessInfo.processInfo.environment["LATE_LEADS"] ?? ""
      let leads = named.split(separator: ",").compactMap { Int($0) }
      return leads.isEmpty ? Self.leads : leads
    }

    private static var times: Int? {
      ProcessInfo.processInfo.environment["LATE_CHANGES"].flatMap { Int($0) }
    }

    @Test(.enabled(if: times == nil), arguments: leads)
    func `28 "play next" shortly before the end is followed by exactly that track`(
      milliseconds: Int
    ) async throws {
      try await expectRight(.playNext, milliseconds)
    }

    @Test(.enabled(if: times == nil), arguments: [LateChange.Edit.remove, .move, .replace])
    func `28 the next entry may as well be removed, moved or replaced`(
      edit: LateChange.Edit
    ) async throws {
      try await expectRight(edit, 300)
    }

    private func expectRight(_ edit: LateChange.Edit, _ milliseconds: Int) async throws {
      // A busy machine may make the change when the old one is over: then it was no late change.
      for _ in 0..<5 {
        let outcome = try await LateChange(edit: edit, lead: .milliseconds(milliseconds)).run()
        guard outcome.isInTime else { continue }
        #expect(outcome.isRight, "\(outcome)")
        let lateness = try #require(outcome.reportedLateness)
        #expect(lateness > .milliseconds(-20) && lateness < .seconds(2), "\(lateness)")
        return
      }
      Issue.record("never in time")
    }

    @Test(.enabled(if: times != nil), arguments: LateChange.Edit.allCases)
    func `28 many times, with the samples heard`(edit: LateChange.Edit) async throws {
      let times = edit == .playNext ? Self.times ?? 1 : max((Self.times ?? 1) / 4, 1)
      for lead in Self.triedLeads {
        var outcomes: [LateChange.Outcome] = []
        for _ in 0..<times {
          outcomes.append(try await LateChange(edit: edit, lead: .milliseconds(lead)).run())
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

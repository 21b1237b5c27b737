import Foundation
import TestSupport
import Testing

/// Explores the queue machine once, checks its laws, and compares the documentation's tables with
/// the machines. If `UPDATE_TABLES` is set, it writes the tables instead.
@Suite(.tags(.local, .long), .serialized) struct MachineExplorationTests {
  @Test("The documented table of the playback machine equals the machine")
  func playbackTableDocumentation() throws {
    var exploration = PlaybackExploration()
    exploration.run()
    try compare(exploration.table, section: "playback table")
  }

  @Test("Every reachable state keeps the laws of the queue machine")
  func everyWorldWithin() {
    let exploration = Exploration.shared
    print(
      "queue machine: depth \(Exploration.depth), \(exploration.states) states, "
        + "\(exploration.transitions) transitions"
    )
    #expect(exploration.violations == [])
  }

  @Test(
    "The documented table of the queue machine equals the machine",
    .enabled(if: Exploration.depth == 4, "the table is of depth 4")
  )
  func queueTableDocumentation() throws {
    try compare(Exploration.shared.table, section: "queue table")
  }

  private static let file = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Documentation/StateMachines.md")

  private func compare(_ table: TransitionTable, section: String) throws {
    let text = try String(contentsOf: Self.file, encoding: .utf8)
    let begin = try #require(text.range(of: "<!-- \(section) -->\n"))
    let end = try #require(text.range(of: "<!-- end -->", range: begin.upperBound..<text.endIndex))
    let documented = text[begin.upperBound..<end.lowerBound]
    let actual = table.markdown + "\n"
    if ProcessInfo.processInfo.environment["UPDATE_TABLES"] != nil {
      let updated = text.replacingCharacters(
        in: begin.upperBound..<end.lowerBound,
        with: actual
      )
      try updated.write(to: Self.file, atomically: true, encoding: .utf8)
    } else {
      #expect(documented == actual, "run `make explore WHAT=tables` and read the difference")
    }
  }
}

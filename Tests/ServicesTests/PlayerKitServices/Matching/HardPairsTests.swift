import Foundation
import PlayerKitServices
import TestSupport
import Testing

@Suite("Hard pairs of recordings", .tags(.pure))
struct HardPairsTests {
  struct Part: CustomTestStringConvertible, Sendable {
    let name: String
    let pairs: [HardPair]
    var testDescription: String { name }
  }

  /// The smallest part of the right pairs to be found, in percent: less among the pairs whose author
  /// had not seen the matcher.
  private static func goal(of part: Part) -> Double {
    ["blind", "sealed"].contains(part.name) ? 88 : 92
  }

  static let parts = [
    Part(name: "own", pairs: HardPairs.pairs), Part(name: "blind", pairs: HardPairsBlind.pairs),
    Part(name: "scripts", pairs: HardPairs.scripts), Part(name: "kinds", pairs: HardPairs.kinds),
    Part(name: "sealed", pairs: (try? SealedPairs.pairs()) ?? []),
  ]

  @Test("No wrong recording is accepted, and 92 % of the right ones are found, or 88 % blind")
  func figures() {
    for part in Self.parts {
      let (wrong, missed) = mistakes(part)
      let right = part.pairs.count { $0.isSame }
      let found = Double(right - missed.count) * 100 / Double(max(right, 1))
      report("hard pairs, \(part.name): \(part.pairs.count) pairs, \(wrong.count) wrong accepted, ")
      report("\(right - missed.count) of \(right) right found, \((found * 10).rounded() / 10) %\n")
      for line in missed { report("  missed: \(line)\n") }
      #expect(wrong == [])
      #expect(found >= Self.goal(of: part), "\(part.name)")
    }
  }

  private func mistakes(_ part: Part) -> (wrong: [String], missed: [String]) {
    let matcher = RecordingMatcher()
    var wrong: [String] = []
    var missed: [String] = []
    for pair in part.pairs {
      let match = matcher.compare(pair.left, with: pair.right)
      guard match.isAccepted != pair.isSame else { continue }
      let line = "\(pair.note): \(pair.left.title) | \(pair.right.title)"
      if pair.isSame { missed.append(line) } else { wrong.append("\(line): \(match)") }
    }
    return (wrong, missed)
  }

  @Test("The order of the sides does not matter", arguments: parts)
  func symmetry(_ part: Part) {
    let matcher = RecordingMatcher()
    for pair in part.pairs {
      let there = matcher.compare(pair.left, with: pair.right)
      #expect(there == matcher.compare(pair.right, with: pair.left), "\(pair.note)")
      #expect((0...1).contains(there.score))
      #expect(matcher.compare(pair.left, with: pair.left).isAccepted, "\(pair.note)")
    }
  }

  @Test("The table is as large as the statistics need")
  func size() throws {
    #expect(HardPairs.pairs.count >= 36)
    #expect(HardPairs.scripts.count >= 250)
    #expect(try SealedPairs.pairs().count >= 300)
    #expect(try SealedPairs.areUnchanged())
    #expect(Self.parts.reduce(0) { $0 + $1.pairs.count } >= 600)
    #expect(RecordingMatcher().threshold == RecordingMatcher.defaultThreshold)
  }

  private func report(_ text: String) {
    FileHandle.standardOutput.write(Data(text.utf8))
  }
}

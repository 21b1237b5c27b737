import Foundation
import MusicCatalog
import Testing

@Suite("Hard pairs of recordings")
struct HardPairsTests {
  struct Half: CustomTestStringConvertible, Sendable {
    let name: String
    let pairs: [HardPair]
    var testDescription: String { name }
  }

  static let halves = [
    Half(name: "own", pairs: HardPairs.pairs), Half(name: "blind", pairs: HardPairsBlind.pairs),
  ]

  @Test("No wrong recording is taken, and nine in ten right ones are found")
  func figures() {
    var (all, found) = (0, 0)
    for half in Self.halves {
      let (wrong, missed) = mistakes(half)
      let right = half.pairs.count { $0.isSame }
      all += right
      found += right - missed.count
      report("hard pairs, \(half.name): \(half.pairs.count) pairs, \(wrong.count) wrong accepted, ")
      report("\(right - missed.count) of \(right) right found\n")
      for line in missed { report("  missed: \(line)\n") }
      #expect(wrong == [])
    }
    #expect(found * 10 >= all * 9)
  }

  private func mistakes(_ half: Half) -> (wrong: [String], missed: [String]) {
    let matcher = RecordingMatcher()
    var wrong: [String] = []
    var missed: [String] = []
    for pair in half.pairs {
      let match = matcher.compare(pair.left, with: pair.right)
      guard match.isAccepted != pair.isSame else { continue }
      let line = "\(pair.note): \(pair.left.title) | \(pair.right.title)"
      if pair.isSame { missed.append(line) } else { wrong.append("\(line): \(match)") }
    }
    return (wrong, missed)
  }

  @Test("It does not matter which side is which", arguments: halves)
  func symmetry(_ half: Half) {
    let matcher = RecordingMatcher()
    for pair in half.pairs {
      let there = matcher.compare(pair.left, with: pair.right)
      #expect(there == matcher.compare(pair.right, with: pair.left), "\(pair.note)")
      #expect((0...1).contains(there.score))
      #expect(matcher.compare(pair.left, with: pair.left).isAccepted, "\(pair.note)")
    }
  }

  @Test("The table is of the size that the figures need")
  func size() {
    #expect(HardPairs.pairs.count >= 36)
    #expect(RecordingMatcher().threshold == RecordingMatcher.frozenThreshold)
  }

  private func report(_ text: String) {
    FileHandle.standardOutput.write(Data(text.utf8))
  }
}

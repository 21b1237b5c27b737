import Foundation
import Locking

/// A listen that a simulated service counted.
package struct CountedListen: Sendable, Hashable {
  package var artist: String
  package var title: String
  /// Seconds since 1970.
  package var date: Int
}

/// What a simulated service was told. The same artist, title and time count once, as with the services.
final class CountedListens: Sendable {
  private struct State {
    var counted: Set<CountedListen> = []
    var told = 0
    var nowPlaying: CountedListen?
    var feelings: [String: Int] = [:]
  }

  private let state = Locked(State())

  var all: Set<CountedListen> { state.withLock(\.counted) }
  /// How often something was told, with what was told twice.
  var told: Int { state.withLock(\.told) }
  var nowPlaying: CountedListen? {
    get { state.withLock(\.nowPlaying) }
    set { state.withLock { $0.nowPlaying = newValue } }
  }

  func reset() { state.withLock { $0 = State() } }

  func count(_ listen: CountedListen) {
    state.withLock { state in
      state.told += 1
      state.counted.insert(listen)
    }
  }

  var allFeelings: [String: Int] { state.withLock(\.feelings) }

  func feeling(of track: String) -> Int? { state.withLock { $0.feelings[track] } }

  func setFeeling(_ score: Int, of track: String) {
    state.withLock { $0.feelings[track] = score == 0 ? nil : score }
  }
}

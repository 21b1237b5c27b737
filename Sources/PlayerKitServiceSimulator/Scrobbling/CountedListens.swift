import Foundation
import PlayerKitSystem

/// A listen counted by a simulated service.
package struct CountedListen: Sendable, Hashable {
  package var artist: String
  package var title: String
  /// Seconds since 1970.
  package var date: Int
  /// The user who sent it: 0 for the usual one, 1 for the second one.
  package var user = 0
}

/// The listens of a simulated service. Listens with the same artist, title, and time count once, as
/// in the real services.
final class CountedListens: Sendable {
  private struct State {
    var counted: Set<CountedListen> = []
    var told = 0
    var nowPlaying: CountedListen?
    var feelings: [String: Int] = [:]
    /// The bodies of requests with plays, as received.
    var bodies: [String] = []
    /// The maximum number of counted plays per day, or `nil` for no limit.
    var dailyLimit: Int?
    var today: (day: Int, count: Int) = (0, 0)
  }

  private static let maximumBodies = 1_000

  private let state = Locked(State())

  var all: Set<CountedListen> { state.withLock(\.counted) }
  /// The number of received listens, including repeated ones.
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

  var dailyLimit: Int? {
    get { state.withLock(\.dailyLimit) }
    set { state.withLock { $0.dailyLimit = newValue } }
  }

  /// Whether the daily limit allows one more listen. If so, it counts toward the limit. Listens
  /// that were counted before are free.
  func admits(_ listen: CountedListen, at now: Date) -> Bool {
    state.withLock { state in
      guard let limit = state.dailyLimit, !state.counted.contains(listen) else { return true }
      let day = Int((now.timeIntervalSince1970 / 86_400).rounded(.down))
      if state.today.day != day { state.today = (day, 0) }
      guard state.today.count < limit else { return false }
      state.today.count += 1
      return true
    }
  }

  var bodies: [String] { state.withLock(\.bodies) }

  func keep(body: Data) {
    state.withLock { state in
      state.bodies.append(String(decoding: body, as: UTF8.self))
      if state.bodies.count > Self.maximumBodies { state.bodies.removeFirst() }
    }
  }

  var allFeelings: [String: Int] { state.withLock(\.feelings) }

  func feeling(of track: String) -> Int? { state.withLock { $0.feelings[track] } }

  func setFeeling(_ score: Int, of track: String) {
    state.withLock { $0.feelings[track] = score == 0 ? nil : score }
  }
}

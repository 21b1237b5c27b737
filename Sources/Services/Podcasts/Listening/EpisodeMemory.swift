import Foundation
import PlayerKit

/// The listening state of an episode.
public struct EpisodeMemory: Sendable, Hashable, Codable {
  /// The position to resume at; zero after the episode was heard.
  public var position: Duration
  /// The playback speed; `nil` for normal speed.
  public var rate: Double?
  /// Whether the episode was heard at least once.
  public var isHeard: Bool
  /// The time of this state.
  public var date: Date

  /// Creates a listening state.
  public init(position: Duration, rate: Double? = nil, isHeard: Bool = false, date: Date) {
    self.position = position
    self.rate = rate
    self.isHeard = isHeard
    self.date = date
  }
}

/// Stores the listening states of episodes by ``PodcastEpisode/id``.
///
/// May be called on any thread. A later state of an episode replaces the earlier one.
public protocol EpisodeStore: Sendable {
  /// Returns the listening state of an episode; `nil` if there is none.
  func memory(of episode: String) async throws -> EpisodeMemory?

  /// Stores the listening state of an episode.
  func keep(_ memory: EpisodeMemory, of episode: String) async throws
}

/// Stores listening states in memory.
public actor MemoryEpisodeStore: EpisodeStore {
  private var memories: [String: EpisodeMemory] = [:]

  /// Creates an empty store.
  public init() {}

  /// Returns the listening state of an episode.
  public func memory(of episode: String) -> EpisodeMemory? { memories[episode] }

  /// Stores the listening state of an episode.
  public func keep(_ memory: EpisodeMemory, of episode: String) { memories[episode] = memory }
}

/// The rule for when an episode counts as heard, and where it resumes.
public struct EpisodeRule: Sendable, Hashable {
  /// The remaining time at which an episode counts as heard. It allows for music, credits and
  /// advertisements.
  public var remaining: Duration
  /// The fraction after which an episode counts as heard, from 0 to 1. If 1, only `remaining`
  /// decides.
  public var fraction: Double
  /// The time to go back before the stored position on resuming.
  public var rewind: Duration
  /// Positions before this are not stored, and the episode starts at the beginning.
  public var minimum: Duration

  /// Creates a rule.
  public init(
    remaining: Duration = .seconds(30),
    fraction: Double = 1,
    rewind: Duration = .seconds(5),
    minimum: Duration = .seconds(10)
  ) {
    self.remaining = remaining
    self.fraction = fraction
    self.rewind = rewind
    self.minimum = minimum
  }

  /// Returns whether an episode counts as heard at a position. If its duration is unknown, it
  /// counts only at its end.
  public func isHeard(at position: Duration, of duration: Duration?) -> Bool {
    guard let duration, duration > .zero else { return false }
    let part = fraction.isNaN ? 1 : min(max(fraction, 0), 1)
    // At least half of a short episode must be heard.
    return position >= min(duration * part, max(duration - remaining, duration / 2))
  }

  /// Returns the position at which an episode resumes.
  public func start(after memory: EpisodeMemory?) -> Duration {
    guard let memory, memory.position >= minimum else { return .zero }
    return max(.zero, memory.position - rewind)
  }
}

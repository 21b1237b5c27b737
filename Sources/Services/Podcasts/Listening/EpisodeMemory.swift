import Foundation
import PlayerKit

/// What is remembered of listening to an episode.
public struct EpisodeMemory: Sendable, Hashable, Codable {
  /// Where it was left, from its start; zero where it was heard.
  public var position: Duration
  /// The speed at which it was played; `nil`: the usual one.
  public var rate: Double?
  /// Whether it was heard, once at least.
  public var isHeard: Bool
  /// When this was written down.
  public var date: Date

  /// Makes a memory.
  public init(position: Duration, rate: Double? = nil, isHeard: Bool = false, date: Date) {
    self.position = position
    self.rate = rate
    self.isHeard = isHeard
    self.date = date
  }
}

/// Keeps what is remembered of episodes, by ``PodcastEpisode/id``.
///
/// May be called on any thread. A later memory of an episode takes the place of the earlier one.
public protocol EpisodeStore: Sendable {
  /// What is remembered of an episode; `nil`: nothing.
  func memory(of episode: String) async throws -> EpisodeMemory?

  /// Remembers.
  func keep(_ memory: EpisodeMemory, of episode: String) async throws
}

/// Keeps what is remembered as long as it lives.
public actor MemoryEpisodeStore: EpisodeStore {
  private var memories: [String: EpisodeMemory] = [:]

  /// Makes an empty store.
  public init() {}

  /// What is remembered of an episode.
  public func memory(of episode: String) -> EpisodeMemory? { memories[episode] }

  /// Remembers.
  public func keep(_ memory: EpisodeMemory, of episode: String) { memories[episode] = memory }
}

/// When an episode counts as heard, and where it goes on.
public struct EpisodeRule: Sendable, Hashable {
  /// So much may be left of an episode that counts as heard: music, thanks, advertisements.
  public var remaining: Duration
  /// This part of an episode is enough, from 0 to 1; 1: only `remaining` tells.
  public var fraction: Double
  /// It goes on so much before where it was left.
  public var rewind: Duration
  /// What was left before this is begun anew, and not remembered.
  public var minimum: Duration

  /// Makes a rule.
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

  /// Whether an episode counts as heard at a position. One of unknown length is heard at its end alone.
  public func isHeard(at position: Duration, of duration: Duration?) -> Bool {
    guard let duration, duration > .zero else { return false }
    let part = fraction.isNaN ? 1 : min(max(fraction, 0), 1)
    // Of a short one half has to be heard at least.
    return position >= min(duration * part, max(duration - remaining, duration / 2))
  }

  /// Where an episode goes on that was left at a position.
  public func start(after memory: EpisodeMemory?) -> Duration {
    guard let memory, memory.position >= minimum else { return .zero }
    return max(.zero, memory.position - rewind)
  }
}

import PlayerKit
import PlayerKitDiscovery
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSystem
import PlayerKitTesting

/// The time that services take to answer, by a clock that a test moves.
final class Pace: Sendable {
  private struct State {
    var asked: [CatalogService: Int] = [:]
    /// The times of the waiting answers.
    var asleep: [Int: MonotonicInstant] = [:]
    var awake = 0
    var number = 0
  }

  let clock = ManualClock()
  private let state = Locked(State())
  private let delay: @Sendable (Int) -> Duration

  /// - Parameter delay: How long a service takes for each of its answers, which are counted from 0.
  init(_ delay: @escaping @Sendable (Int) -> Duration) {
    self.delay = delay
  }

  /// Three seconds for an answer, twenty for every tenth one.
  static func usual() -> Pace { Pace { .seconds($0 % 10 == 9 ? 20 : 3) } }

  /// How many answers were requested.
  var count: Int { state.withLock(\.number) }

  /// Whether a call waits, and nothing happens before the clock moves.
  var isAsleep: Bool {
    let now = clock.now
    return state.withLock { state in
      state.awake == 0 && !state.asleep.isEmpty && state.asleep.values.allSatisfy { $0 > now }
    }
  }

  /// An answer, after its delay.
  func answer<Answer: Sendable>(
    of service: CatalogService,
    _ body: () async throws -> Answer
  ) async throws -> Answer {
    let now = clock.now
    let (number, deadline) = state.withLock { state in
      let time = delay(state.asked[service, default: 0])
      state.asked[service, default: 0] += 1
      state.number += 1
      return (state.number, now + time)
    }
    let end = Promise<Void>()
    // The timer comes first, because a test that sees a sleeping service moves the clock at once.
    let timer = clock.schedule(at: deadline) { end.finish(.success(())) }
    state.withLock { $0.asleep[number] = deadline }
    // The sleep of another call may have moved the clock past this time.
    if clock.now >= deadline { end.finish(.success(())) }
    do {
      try await withTaskCancellationHandler {
        try await end.value()
      } onCancel: {
        timer.cancel()
      }
    } catch {
      state.withLock { $0.asleep[number] = nil }
      throw error
    }
    state.withLock {
      $0.asleep[number] = nil
      $0.awake += 1
    }
    defer { state.withLock { $0.awake -= 1 } }
    return try await body()
  }
}

/// A source that answers with a delay.
struct SlowSource: DiscoverySource, SimilarArtistsSource, SimilarTracksSource, ArtistTracksSource,
  ArtistMixSource, GenreTracksSource, RecommendationsSource
{
  let base: any DiscoverySource
  let pace: Pace

  var service: CatalogService { base.service }
  var tie: ArtistTie { base.similarArtists?.tie ?? .similar }
  var similarArtists: (any SimilarArtistsSource)? { base.similarArtists == nil ? nil : self }
  var similarTracks: (any SimilarTracksSource)? { base.similarTracks == nil ? nil : self }
  var artistTracks: (any ArtistTracksSource)? { base.artistTracks == nil ? nil : self }
  var artistMixes: (any ArtistMixSource)? { base.artistMixes == nil ? nil : self }
  var genreTracks: (any GenreTracksSource)? { base.genreTracks == nil ? nil : self }
  var recommendations: (any RecommendationsSource)? { base.recommendations == nil ? nil : self }

  func artists(like artist: ArtistReference, limit: Int) async throws -> [ArtistReference] {
    try await pace.answer(of: service) {
      try await base.similarArtists?.artists(like: artist, limit: limit) ?? []
    }
  }

  func tracks(like track: TrackMetadata, limit: Int) async throws -> [DiscoveredTrack] {
    try await pace.answer(of: service) {
      try await base.similarTracks?.tracks(like: track, limit: limit) ?? []
    }
  }

  func tracks(by artist: ArtistReference, limit: Int) async throws -> [DiscoveredTrack] {
    try await pace.answer(of: service) {
      try await base.artistTracks?.tracks(by: artist, limit: limit) ?? []
    }
  }

  func mix(around artist: ArtistReference, limit: Int) async throws -> [DiscoveredTrack] {
    try await pace.answer(of: service) {
      try await base.artistMixes?.mix(around: artist, limit: limit) ?? []
    }
  }

  func tracks(ofGenre name: String, limit: Int) async throws -> [DiscoveredTrack] {
    try await pace.answer(of: service) {
      try await base.genreTracks?.tracks(ofGenre: name, limit: limit) ?? []
    }
  }

  func recommendations(limit: Int) async throws -> [DiscoveredTrack] {
    try await pace.answer(of: service) {
      try await base.recommendations?.recommendations(limit: limit) ?? []
    }
  }
}

import PlayerKit
import PlayerKitDiscovery
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSystem
import PlayerKitTesting

/// A track of the tests.
struct WorldTrack: Track {
  let id: String
  let metadata: TrackMetadata
  var playerTypes: [PlayerType] { [.url] }

  init(_ id: String, by artist: String, isrc: String? = nil, lasting: Duration = .seconds(200)) {
    self.id = id
    var details = TrackDetails()
    details.isrc = isrc
    metadata = TrackMetadata(title: id, artist: artist, duration: lasting, details: details)
  }
}

/// A service that knows similar artists and their tracks, and records the questions it receives.
final class InventedWorld: DiscoverySource, SimilarArtistsSource, ArtistTracksSource,
  ArtistMixSource,
  GenreTracksSource, SimilarTracksSource, RecommendationsSource
{
  let service: CatalogService
  let questions = Recorded<String>()
  private let likes: @Sendable (String) -> [String]
  private let songs: @Sendable (String) -> [String]
  private let track: @Sendable (String, String) -> any Track
  private let failure = Locked<(any Error)?>(nil)
  /// A delay that each question waits for.
  private let gate = Locked<(@Sendable () async throws -> Void)?>(nil)

  /// - Parameters:
  ///   - likes: The artists that are similar to an artist.
  ///   - songs: An artist's tracks.
  init(
    _ name: String = "world",
    likes: @escaping @Sendable (String) -> [String],
    songs: @escaping @Sendable (String) -> [String] = { artist in (0..<10).map { "\(artist) \($0)" }
    },
    track: @escaping @Sendable (String, String) -> any Track = { WorldTrack($0, by: $1) }
  ) {
    self.track = track
    service = CatalogService(rawValue: name)
    self.likes = likes
    self.songs = songs
  }

  /// Artists 0 ..< count, each similar to the eight that follow.
  static func wide(_ count: Int = 60, songs: Int = 10) -> InventedWorld {
    InventedWorld(
      likes: { artist in
        let number = Int(artist.dropFirst()) ?? 0
        return (1...8).map { "a\((number + $0) % count)" }
      },
      songs: { artist in (0..<songs).map { "\(artist) song \($0)" } }
    )
  }

  /// From now on each question fails with this error. `nil` answers it.
  func fail(_ error: (any Error)?) { failure.withLock { $0 = error } }

  /// From now on each question waits for this.
  func hold(_ body: (@Sendable () async throws -> Void)?) { gate.withLock { $0 = body } }

  private func asked(_ question: String) async throws {
    questions.append(question)
    if let wait = gate.withLock(\.self) { try await wait() }
    if let error = failure.withLock(\.self) { throw error }
  }

  private func found(_ id: String, _ artist: String) -> DiscoveredTrack {
    DiscoveredTrack(track(id, artist), by: ArtistReference(artist))
  }

  func artists(like artist: ArtistReference, limit: Int) async throws -> [ArtistReference] {
    try await asked("like \(artist.name)")
    return likes(artist.name).map { ArtistReference($0) }
  }

  func tracks(by artist: ArtistReference, limit: Int) async throws -> [DiscoveredTrack] {
    try await asked("by \(artist.name)")
    return songs(artist.name).map { found($0, artist.name) }
  }

  func mix(around artist: ArtistReference, limit: Int) async throws -> [DiscoveredTrack] {
    try await asked("mix \(artist.name)")
    return []
  }

  func tracks(ofGenre name: String, limit: Int) async throws -> [DiscoveredTrack] {
    try await asked("genre \(name)")
    return likes(name).flatMap { artist in songs(artist).map { found($0, artist) } }
  }

  func tracks(like track: TrackMetadata, limit: Int) async throws -> [DiscoveredTrack] {
    try await asked("track \(track.title ?? "")")
    return []
  }

  func recommendations(limit: Int) async throws -> [DiscoveredTrack] {
    try await asked("recommendations")
    return songs("you").map { found($0, "you") }
  }
}

extension RadioSource {
  /// A radio of a world, from the artist `a0`. Its clock moves only by hand.
  static func of(
    _ worlds: InventedWorld...,
    seed: RadioSeed = .artist(ArtistReference("a0")),
    rules: RadioRules = RadioRules(),
    chance: UInt64 = 7,
    clock: ManualClock = ManualClock()
  ) -> RadioSource {
    let discovery = Discovery(sources: worlds, clock: clock)
    return RadioSource(seed: seed, discovery: discovery, rules: rules, chance: chance, clock: clock)
  }

  /// Takes this many of its tracks in a row.
  func tracks(_ count: Int) async throws -> [QueueItem] {
    var items: [QueueItem] = []
    while items.count < count { items += try await start() }
    return Array(items.prefix(count))
  }
}

/// The fault of a sequence, empty if there is none.
func faults(of tracks: [any Track], rules: RadioRules) -> [String] {
  let artists = tracks.map { $0.metadata.artist ?? "" }
  let names = zip(tracks, artists).map { "\($0.metadata.title ?? $0.id) by \($1)" }
  var faults: [String] = []
  var last: [String: Int] = [:]
  for index in tracks.indices {
    if let before = last[names[index]], index - before <= rules.distance {
      faults.append("\(names[index]) comes again at \(index)")
    }
    last[names[index]] = index
    if index > 0, artists[index - 1] == artists[index] {
      faults.append("two of \(artists[index]) in a row at \(index)")
    }
    let window = artists[max(0, index - rules.artistWindow + 1)...index]
    if window.count(where: { $0 == artists[index] }) > rules.perArtist {
      faults.append("too many of \(artists[index]) at \(index)")
    }
  }
  return faults
}

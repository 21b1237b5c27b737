import PlayerKit
import PlayerKitServices
import PlayerKitSystem

/// Asks several services for similar artists and for tracks, and merges their answers. The merge
/// uses ranks instead of scores, and counts the same artist or recording once. Each proposal
/// carries its services and its reason.
///
/// ```swift
/// let discovery = Discovery(sources: services.discoverySources)
/// let alike = try await discovery.artists(like: ArtistReference("The Example Band"))
/// ```
///
/// The services are asked concurrently, each for at most ``Settings/timeout``. If a service fails,
/// the others still count. A failed service is left alone for as long as it requests, or else for a
/// time that doubles with each failure. Nothing is sent before a call, and a service receives only
/// the data of the call.
///
/// May be used concurrently on any thread.
public struct Discovery: Sendable {
  /// The limits of the questions.
  public struct Settings: Sendable {
    /// The time limit for a service's answer.
    public var timeout = Duration.seconds(8)
    /// The number of results to request from each service.
    public var limit = 25
    /// The available players. Tracks that none of them plays are left out. `nil` to keep all
    /// tracks.
    public var playerTypes: Set<PlayerType>?

    /// Makes the default settings.
    public init() {}
  }

  /// The limits of the questions.
  public let settings: Settings
  private let sources: [any DiscoverySource]
  private let clock: any PlaybackClock
  private let rests = Locked(SourceRests())

  /// Makes an instance from sources, the preferred one first. If several services have a recording,
  /// the track of the first one is used.
  public init(
    sources: [any DiscoverySource],
    settings: Settings = Settings(),
    clock: any PlaybackClock = SystemPlaybackClock()
  ) {
    self.sources = sources
    self.settings = settings
    self.clock = clock
  }

  /// Returns artists similar to another.
  ///
  /// - Throws: Only `CancellationError`. The answer contains the failures of services.
  public func artists(
    like artist: ArtistReference
  ) async throws -> DiscoveryAnswer<ProposedArtist> {
    let limit = settings.limit
    let asked = try await ask(\.similarArtists) { source in
      let tie = source.tie
      return try await source.artists(like: artist, limit: limit).prefix(limit)
        .map { (tie: tie, artist: $0) }
    }
    let merge = RankedMerge(
      asked.lists.map { list in list.found.filter { !$0.artist.name.isEmpty } },
      keys: { $0.artist.keys },
      isOther: { $0.artist.isNamesake(of: $1.artist) },
      filled: { ($0.tie, $0.artist.filled(from: $1.artist)) }
    )
    let own = Set(artist.keys)
    let members = merge.members.filter { own.isDisjoint(with: $0.element.artist.keys) }
    return asked.answer(
      members.map { member in
        ProposedArtist(
          artist: member.element.artist,
          tie: member.element.tie,
          services: member.lists.map { asked.lists[$0].service }
        )
      }
    )
  }

  /// Returns tracks similar to another.
  ///
  /// - Throws: Only `CancellationError`. The answer contains the failures of services.
  public func tracks(like track: TrackMetadata) async throws -> DiscoveryAnswer<ProposedTrack> {
    let limit = settings.limit
    let names = [track.artist, track.title].compactMap(\.self)
    return try await tracks(\.similarTracks, DiscoveryReason(.similarTrack, subject: names)) {
      try await $0.tracks(like: track, limit: limit)
    }
  }

  /// Returns an artist's popular tracks.
  ///
  /// - Throws: Only `CancellationError`. The answer contains the failures of services.
  public func tracks(by artist: ArtistReference) async throws -> DiscoveryAnswer<ProposedTrack> {
    let limit = settings.limit
    return try await tracks(\.artistTracks, DiscoveryReason(.popular, subject: [artist.name])) {
      try await $0.tracks(by: artist, limit: limit)
    }
  }

  /// Returns the services' mixes around an artist.
  ///
  /// - Throws: Only `CancellationError`. The answer contains the failures of services.
  public func mix(around artist: ArtistReference) async throws -> DiscoveryAnswer<ProposedTrack> {
    let limit = settings.limit
    return try await tracks(\.artistMixes, DiscoveryReason(.mix, subject: [artist.name])) {
      try await $0.mix(around: artist, limit: limit)
    }
  }

  /// Returns popular tracks of a genre.
  ///
  /// - Throws: Only `CancellationError`. The answer contains the failures of services.
  public func tracks(ofGenre name: String) async throws -> DiscoveryAnswer<ProposedTrack> {
    // A chart has many tracks of few artists, so request more.
    let limit = settings.limit * 4
    return try await tracks(\.genreTracks, DiscoveryReason(.genre, subject: [name])) {
      try await $0.tracks(ofGenre: name, limit: limit)
    }
  }

  /// Returns the services' recommendations to their user. They are personal: call this only if the
  /// user wants it.
  ///
  /// - Throws: Only `CancellationError`. The answer contains the failures of services.
  public func recommendations() async throws -> DiscoveryAnswer<ProposedTrack> {
    let limit = settings.limit * 2
    return try await tracks(\.recommendations, DiscoveryReason(.recommendation)) {
      try await $0.recommendations(limit: limit)
    }
  }
}

extension Discovery {
  private func tracks<Capability: Sendable>(
    _ capability: KeyPath<any DiscoverySource, Capability?> & Sendable,
    _ reason: DiscoveryReason,
    _ question: @escaping @Sendable (Capability) async throws -> [DiscoveredTrack]
  ) async throws -> DiscoveryAnswer<ProposedTrack> {
    let asked = try await ask(capability, question)
    let lists = asked.lists.map { list in list.found.filter(isPlayed) }
    let merge = RankedMerge(lists, keys: \.keys)
    return asked.answer(
      merge.members.map { member in
        var reason = reason
        reason.artist = member.element.artist.name
        reason.services = member.lists.map { asked.lists[$0].service.rawValue }
        reason.note = member.element.note
        return ProposedTrack(
          track: member.element.track,
          artist: member.element.artist,
          reason: reason
        )
      }
    )
  }

  private func isPlayed(_ found: DiscoveredTrack) -> Bool {
    guard let types = settings.playerTypes else { return true }
    return found.track.playerTypes.contains(where: types.contains)
  }

  /// Asks all capable services concurrently. The answers are in the order of the sources,
  /// regardless of their arrival.
  private func ask<Capability: Sendable, Found: Sendable>(
    _ capability: KeyPath<any DiscoverySource, Capability?> & Sendable,
    _ question: @escaping @Sendable (Capability) async throws -> [Found]
  ) async throws -> Asked<Found> {
    let now = clock.uptime
    var results: [Int: Result<[Found], DiscoveryFailure>] = [:]
    let able = sources.enumerated().compactMap { index, source in
      source[keyPath: capability].map { (index: index, service: source.service, source: $0) }
    }
    try await withThrowingTaskGroup(of: (Int, Result<[Found], DiscoveryFailure>).self) { group in
      for (index, service, source) in able {
        if let rest = rests.withLock({ $0.rest(of: service, at: now) }) {
          results[index] = .failure(rest)
          continue
        }
        group.addTask { (index, try await answer(of: service) { try await question(source) }) }
      }
      for try await (index, result) in group { results[index] = result }
    }
    var asked = Asked<Found>()
    for (index, service, _) in able {
      switch results[index] {
      case .success(let found): asked.lists.append((service, found))
      case .failure(let failure): asked.failures.append(failure)
      case nil: break
      }
    }
    return asked
  }

  private func answer<Found: Sendable>(
    of service: CatalogService,
    _ question: @escaping @Sendable () async throws -> [Found]
  ) async throws -> Result<[Found], DiscoveryFailure> {
    do {
      let found = try await clock.within(settings.timeout, question)
      rests.withLock { $0.answered(service) }
      return .success(found)
    } catch {
      // If the caller has canceled, the error does not count against the service.
      try Task.checkCancellation()
      return .failure(rests.withLock { $0.failed(service, error, at: clock.uptime) })
    }
  }
}

/// The answers of the services to one question.
private struct Asked<Found: Sendable>: Sendable {
  var lists: [(service: CatalogService, found: [Found])] = []
  var failures: [DiscoveryFailure] = []

  func answer<Proposal: Sendable>(_ found: [Proposal]) -> DiscoveryAnswer<Proposal> {
    DiscoveryAnswer(found: found, answered: lists.map(\.service), failures: failures)
  }
}

extension DiscoveryReason {
  fileprivate init(_ kind: Kind, subject: [String]) {
    self.init(kind, subject: subject.joined(separator: " – "))
  }
}

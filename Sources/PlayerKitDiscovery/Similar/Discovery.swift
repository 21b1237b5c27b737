import PlayerKitSystem
import PlayerKitServices
import PlayerKit

/// Asks several services what else there is, and puts their answers together: places count, not scores; the same
/// artist or recording counts once; each proposal says who made it and why.
///
/// ```swift
/// let discovery = Discovery(sources: services.discoverySources)
/// let alike = try await discovery.artists(like: ArtistReference("The Example Band"))
/// ```
///
/// The sources of a question are asked at once, each for ``Settings/patience`` at most. One that fails costs only
/// itself, and is left alone as long as it asks for, else for a time that doubles. Nothing is asked before
/// a call, and a service learns of no more than the call names.
///
/// May be used on any thread, any number of times at once.
public struct Discovery: Sendable {
  /// What bounds the questions.
  public struct Settings: Sendable {
    /// How long a service may take for an answer.
    public var patience = Duration.seconds(8)
    /// How much is asked for, of each service.
    public var limit = 25
    /// The players that there are: what none of them plays is left out. `nil`: everything is played.
    public var playerTypes: Set<PlayerType>?

    /// The usual.
    public init() {}
  }

  /// What bounds the questions.
  public let settings: Settings
  private let sources: [any DiscoverySource]
  private let clock: any CatalogClock
  private let rests = Locked(SourceRests())

  /// Makes it of sources, the preferred first: of a recording that several have, the track of the first is taken.
  public init(
    sources: [any DiscoverySource],
    settings: Settings = Settings(),
    clock: any CatalogClock = SystemCatalogClock()
  ) {
    self.sources = sources
    self.settings = settings
    self.clock = clock
  }

  /// Artists like another.
  ///
  /// - Throws: `CancellationError` alone: who could not answer stands in the answer.
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

  /// Tracks like another.
  ///
  /// - Throws: `CancellationError` alone: who could not answer stands in the answer.
  public func tracks(like track: TrackMetadata) async throws -> DiscoveryAnswer<ProposedTrack> {
    let limit = settings.limit
    let names = [track.artist, track.title].compactMap(\.self)
    return try await tracks(\.similarTracks, DiscoveryReason(.similarTrack, subject: names)) {
      try await $0.tracks(like: track, limit: limit)
    }
  }

  /// An artist's popular tracks.
  ///
  /// - Throws: `CancellationError` alone: who could not answer stands in the answer.
  public func tracks(by artist: ArtistReference) async throws -> DiscoveryAnswer<ProposedTrack> {
    let limit = settings.limit
    return try await tracks(\.artistTracks, DiscoveryReason(.popular, subject: [artist.name])) {
      try await $0.tracks(by: artist, limit: limit)
    }
  }

  /// The services' mixes around an artist.
  ///
  /// - Throws: `CancellationError` alone: who could not answer stands in the answer.
  public func mix(around artist: ArtistReference) async throws -> DiscoveryAnswer<ProposedTrack> {
    let limit = settings.limit
    return try await tracks(\.artistMixes, DiscoveryReason(.mix, subject: [artist.name])) {
      try await $0.mix(around: artist, limit: limit)
    }
  }

  /// What is popular in a genre.
  ///
  /// - Throws: `CancellationError` alone: who could not answer stands in the answer.
  public func tracks(ofGenre name: String) async throws -> DiscoveryAnswer<ProposedTrack> {
    // A chart has few artists with many tracks: more is asked for.
    let limit = settings.limit * 4
    return try await tracks(\.genreTracks, DiscoveryReason(.genre, subject: [name])) {
      try await $0.tracks(ofGenre: name, limit: limit)
    }
  }

  /// What the services propose to their users. Asks for what is personal: only where somebody wants it.
  ///
  /// - Throws: `CancellationError` alone: who could not answer stands in the answer.
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

  /// Asks all that know at once. The answers stand in the order of the sources, whoever was first.
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
      let found = try await clock.within(settings.patience, question)
      rests.withLock { $0.answered(service) }
      return .success(found)
    } catch {
      // Who called has gone: that says nothing of the service.
      try Task.checkCancellation()
      return .failure(rests.withLock { $0.failed(service, error, at: clock.uptime) })
    }
  }
}

/// What the services said to one question.
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

extension CatalogClock {
  /// What `body` gives within a time, by this clock.
  ///
  /// - Throws: `CatalogError` with the code `timedOut` after that; what `body` throws.
  func within<Value: Sendable>(
    _ time: Duration,
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await withThrowingTaskGroup(of: Value?.self) { group in
      group.addTask { try await body() }
      group.addTask {
        try await self.sleep(for: time)
        return nil
      }
      defer { group.cancelAll() }
      guard let first = try await group.next(), let value = first else {
        throw CatalogError(.timedOut, "There was no answer in \(time).")
      }
      return value
    }
  }
}

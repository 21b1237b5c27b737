import PlayerKit

/// A service that may have the same recording.
struct RecordingSource: Sendable {
  /// A track found at the service, with the resolvers for its audio, the preferred one first.
  struct Found: Sendable {
    let track: any Track
    let resolvers: [any MediaResolver]

    /// The track to display. If the service returned only a preview, the original track.
    var shown: any Track { (track as? DescribedTrack)?.original ?? track }

    func sourceNow() throws(PlayerError) -> MediaSource? {
      try resolvers.first?.resolveNow(track)
    }

    /// Returns the source from the first resolver that succeeds.
    func source() async throws -> MediaSource {
      var failure = PlayerError(.noPlayer, "There is no player for this track.")
      for resolver in resolvers {
        do {
          return try await resolver.resolve(track)
        } catch let error as CancellationError {
          throw error
        } catch let error as CatalogError {
          failure = PlayerError(error)
        } catch {
          failure = PlayerError(resolving: error)
          // A list would replace the track in the queue.
          guard failure.expansion != nil else { continue }
          failure = PlayerError(.invalidItem, "The result is a list, not a recording.")
        }
      }
      throw failure
    }

    func forget(after error: PlayerError) {
      for resolver in resolvers { resolver.forget(track, after: error) }
    }
  }

  private static let candidates = 25
  private static let longestTerm = 200
  /// The maximum number of songs tried from an index or a search.
  private static let maximumNamed = 3

  let name: String
  private let service: any PlayableService
  private let catalog: (any SearchableCatalog)?
  private let matcher: RecordingMatcher
  /// The resolvers of the service's own tracks.
  private let resolvers: [any MediaResolver]
  /// Finds the service's previews for recordings of other services. If `nil`, songs are searched.
  private let previews: (any MediaResolver)?

  /// - Returns: `nil` if the service cannot look up recordings.
  init?(_ service: any MusicService, matcher: RecordingMatcher, clock: any PlaybackClock) {
    guard service.isConfigured, let service = service as? any PlayableService else { return nil }
    name = type(of: service).name
    self.service = service
    catalog = (service as? any SearchableService)?.catalog
    self.matcher = matcher
    resolvers = service.resolvers(substitutes: [])
    previews = (service as? any SubstituteService)?.substitute.map {
      StreamURLResolver(finder: SubstituteFinder(substitute: $0), clock: clock)
    }
    guard previews != nil || catalog?.searchableKinds.contains(.song) == true else { return nil }
  }

  /// Recognizes the service's links.
  var links: any LinkRecognizer { type(of: service).links }

  /// Whether a track belongs to the service.
  func plays(_ track: any Track) -> Bool {
    resolvers.contains { track.playerTypes.contains($0.playerType) }
  }

  /// Finds the same recording. `nil` if the service does not have it.
  func find(_ wanted: RecordingQuery, for track: any Track) async throws -> Found? {
    if let found = try await named(wanted) { return found }
    if let previews {
      let track = DescribedTrack(original: track, recordings: wanted.recordings)
      do {
        _ = try await previews.resolve(track)
        return Found(track: track, resolvers: [previews])
      } catch let error as PlayerError where error.code == .noPreview {
        return nil
      }
    }
    guard let catalog else { return nil }
    if let found = try await coded(wanted, in: catalog) { return found }
    for term in Self.terms(wanted.recording) {
      let page = try await catalog.search(term, for: .song, limit: Self.candidates)
      let same = same(in: page.entries, for: wanted)
      if let found = try await playable(same) { return found }
      // Another search term finds no better match.
      if !same.isEmpty { return nil }
    }
    return nil
  }

  /// Returns the song that an index names, if it is available and the same recording. The index is
  /// untrusted.
  private func named(_ wanted: RecordingQuery) async throws -> Found? {
    let links = wanted.links(by: LinkRecognizers([links]))
    let restricted: any PlayableService =
      (service as? any RestrictableService)?.restricted(by: RemoteAccessPolicy()) ?? service
    for link in links.prefix(Self.maximumNamed) {
      do {
        guard let track = try await restricted.tracks(of: link).first,
          let recording = track.metadata.recording, fits(recording, wanted),
          let found = found(track)
        else { continue }
        _ = try await found.source()
        return found
      } catch {
        // The search continues.
        try Task.checkCancellation()
      }
    }
    return nil
  }

  /// Finds the song by its code, if the service supports codes.
  private func coded(
    _ wanted: RecordingQuery,
    in catalog: any SearchableCatalog
  ) async throws -> Found? {
    for code in wanted.recordings.compactMap(\.isrc) {
      let songs = try await catalog.songs(isrc: code)
      if let found = try await playable(same(in: songs, for: wanted)) { return found }
    }
    return nil
  }

  /// Returns the first playable entry. A library may also list songs without media.
  private func playable(_ entries: [CatalogEntry]) async throws -> Found? {
    for entry in entries.prefix(Self.maximumNamed) {
      if let track = try await service.tracks(of: entry.link).first, let found = found(track) {
        return found
      }
    }
    return nil
  }

  /// Combines a track with the resolvers that can play it. `nil` if there is none.
  private func found(_ track: any Track) -> Found? {
    let able = track.playerTypes.compactMap { type in
      resolvers.first { $0.playerType == type }
    }
    return able.isEmpty ? nil : Found(track: track, resolvers: able)
  }

  /// Returns the entries that are the same recording, the best first.
  private func same(in entries: [CatalogEntry], for wanted: RecordingQuery) -> [CatalogEntry] {
    let own = links.service
    // A library also lists songs of other services.
    let scores = entries.map { entry -> Double? in
      guard entry.hasPreview != false, entry.link.service == own, let recording = entry.recording
      else { return nil }
      return wanted.recordings.map { matcher.compare(recording, with: $0) }
        .filter(\.isAccepted).map(\.score).max()
    }
    return zip(entries, scores).enumerated()
      .compactMap { place, pair in pair.1.map { (pair.0, score: $0, place) } }
      .sorted { ($1.score, $0.2) < ($0.score, $1.2) }
      .map(\.0)
  }

  private func fits(_ recording: Recording, _ wanted: RecordingQuery) -> Bool {
    wanted.recordings.contains { matcher.compare(recording, with: $0).isAccepted }
  }

  /// Returns artist and title, then the title alone, since some servers search for all words in one
  /// field.
  private static func terms(_ wanted: Recording) -> [String] {
    let artist = wanted.artists.first ?? ""
    let ends = [" (", " [", " - "].compactMap { wanted.title.firstRange(of: $0)?.lowerBound }
    let title = String(wanted.title[..<(ends.min() ?? wanted.title.endIndex)])
    let name = title.isEmpty ? wanted.title : title
    let terms = [artist + " " + name, name].map { String($0.prefix(longestTerm)) }
    return terms[0] == terms[1] ? [name] : terms
  }
}

/// Finds a service's previews for recordings of other services, and caches them like the service's
/// own.
private struct SubstituteFinder: StreamURLProvider {
  let substitute: any PreviewSubstitute

  var playerType: PlayerType { .sameRecording }

  func key(of track: any Track) -> StreamURLKey? {
    StreamURLKey(id: track.id, storefront: track.playerTypes.first?.rawValue)
  }

  func address(of track: any Track) async throws -> StreamURL? {
    let described = (track as? DescribedTrack)?.recordings
    for recording in described ?? [track.metadata.recording].compactMap(\.self) {
      if let preview = try await substitute.preview(of: recording) { return preview }
    }
    return nil
  }
}

/// A track with all known descriptions of its recording.
private struct DescribedTrack: Track {
  let original: any Track
  let recordings: [Recording]

  var id: String { original.id }
  var metadata: TrackMetadata { original.metadata }
  var playerTypes: [PlayerType] { original.playerTypes }
}

import PlayerKit
import PlayerKitServices

/// Lists the recordings of an artist at Spotify. Every app can search for tracks; only some have
/// access to the albums.
public struct SpotifyDiscovery: DiscoverySource, ArtistRecordingsSource, Sendable {
  private static let namesakes = 10
  private static let page = 50

  private enum Step: Sendable {
    case search(offset: Int)
    case albums
    case moreAlbums(Spotify.Page<Spotify.Album>)
    case tracks(Spotify.Album)
    case moreTracks(Spotify.Page<Spotify.Track>, Spotify.Album)
  }

  private typealias Reader = StepwiseRecordings<Step>

  /// The client for requests.
  public let client: SpotifyClient
  private let subscription: SpotifySubscription?

  /// Makes a source that uses a client.
  ///
  /// - Parameter client: The client that sends the requests.
  /// - Parameter subscription: Decides whether the tracks play in full. `nil` means that they do
  ///   not.
  public init(client: SpotifyClient, subscription: SpotifySubscription? = nil) {
    self.client = client
    self.subscription = subscription
  }

  /// Spotify.
  public var service: CatalogService { .spotify }

  /// Returns the results of a search for the artist, up to 1000 tracks, then the tracks of the
  /// albums.
  public func recordings(by artist: ArtistReference) -> any ArtistRecordingsReader {
    Reader(from: .search(offset: 0)) { step in
      do {
        return try await read(step, artist)
      } catch let error as CatalogError
        where [.unavailable, .forbidden].contains(error.code)
      {
        return Reader.Outcome()
      }
    }
  }

  private func read(_ step: Step, _ artist: ArtistReference) async throws -> Reader.Outcome {
    switch step {
    case .search(let offset):
      let found = try await client.search(
        Spotify.SearchQuery(artist: artist.name),
        for: [.track],
        limit: Self.page,
        offset: offset
      )
      let tracks = found.tracks?.members ?? []
      let next = offset + tracks.count
      let isMore =
        (found.tracks?.hasNextBatch ?? false)
        && next <= SpotifyLimits.searchDepth
          - Self.page
      return Reader.Outcome(
        ArtistRecordingsPage(tracks.compactMap(recording)),
        then: isMore && !tracks.isEmpty ? [.search(offset: next)] : [.albums]
      )
    case .albums:
      guard let id = try await id(of: artist) else { return Reader.Outcome() }
      return Self.albums(
        try await client.albums(ofArtist: id, groups: [.album, .single], limit: Self.page)
      )
    case .moreAlbums(let list):
      guard let next = try await list.nextBatch() else { return Reader.Outcome() }
      return Self.albums(next)
    case .tracks(let album):
      guard let id = album.id else { return Reader.Outcome() }
      return tracks(try await client.tracks(ofAlbum: id, limit: Self.page), of: album)
    case .moreTracks(let list, let album):
      guard let next = try await list.nextBatch() else { return Reader.Outcome() }
      return tracks(next, of: album)
    }
  }

  private static func albums(_ list: Spotify.Page<Spotify.Album>) -> Reader.Outcome {
    let albums = list.members.compactMap { album in
      album.name.map { name in
        ArtistAlbum(
          name,
          types: [album.albumType?.rawValue].compactMap(\.self),
          genres: album.genres ?? []
        )
      }
    }
    return Reader.Outcome(
      ArtistRecordingsPage(albums: albums),
      then: list.members.map { .tracks($0) } + (list.hasNextBatch ? [.moreAlbums(list)] : [])
    )
  }

  private func tracks(
    _ list: Spotify.Page<Spotify.Track>,
    of album: Spotify.Album
  ) -> Reader.Outcome {
    Reader.tracks(of: list, then: .moreTracks(list, album)) { track in
      var track = track
      // Lists omit the values that their tracks share.
      track.album = track.album ?? album
      return recording(track)
    }
  }

  private func recording(_ track: Spotify.Track) -> ArtistRecording? {
    guard let playable = SpotifyTrack(track, subscription: subscription) else { return nil }
    return ArtistRecording(
      playable,
      popularity: track.popularity.map(Double.init),
      kind: track.type
    )
  }

  private func id(of artist: ArtistReference) async throws -> String? {
    if let id = artist.ids[.spotify] { return id }
    let found = try await client.search(
      Spotify.SearchQuery(artist.name),
      for: [.artist],
      limit: Self.namesakes
    )
    return match(artist, among: found.artists?.members ?? [], name: \.name)?.id
  }
}

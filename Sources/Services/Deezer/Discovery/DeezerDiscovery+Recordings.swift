import PlayerKit
import PlayerKitServices

extension DeezerDiscovery: ArtistRecordingsSource {
  private enum Step: Sendable {
    case top
    case moreTop(Deezer.List<Deezer.Track>)
    case albums(artist: String)
    case moreAlbums(Deezer.List<Deezer.Album>, genres: [Int: String])
    case tracks(Deezer.Album)
    case moreTracks(Deezer.List<Deezer.Track>, Deezer.Album)
  }

  private typealias Reader = StepwiseRecordings<Step>

  /// Returns the top tracks, then the tracks of the albums, with about one request per album.
  public func recordings(by artist: ArtistReference) -> any ArtistRecordingsReader {
    Reader(from: .top) { try await read($0, artist) }
  }

  private func read(_ step: Step, _ artist: ArtistReference) async throws -> Reader.Outcome {
    switch step {
    case .top:
      guard let id = try await id(of: artist) else { return Reader.Outcome() }
      let list = try await client.topTracks(ofArtist: id, limit: Self.maximumListed)
      return Self.top(list, then: [.albums(artist: id)])
    case .moreTop(let list):
      guard let next = try await list.nextBatch() else { return Reader.Outcome() }
      return Self.top(next, then: [])
    case .albums(let id):
      let genres = try await client.genres().members
      let names = genres.compactMap { genre in
        Int(genre.id).flatMap { id in genre.name.map { (id, $0) } }
      }
      return Self.albums(
        try await client.albums(ofArtist: id, limit: Self.maximumListed),
        genres: Dictionary(names) { first, _ in first }
      )
    case .moreAlbums(let list, let genres):
      guard let next = try await list.nextBatch() else { return Reader.Outcome() }
      return Self.albums(next, genres: genres)
    case .tracks(let album):
      return Self.tracks(
        try await client.tracks(ofAlbum: album.id, limit: Self.maximumListed),
        of: album
      )
    case .moreTracks(let list, let album):
      guard let next = try await list.nextBatch() else { return Reader.Outcome() }
      return Self.tracks(next, of: album)
    }
  }

  private static func top(
    _ list: Deezer.List<Deezer.Track>,
    then following: [Step]
  ) -> Reader.Outcome {
    Reader.Outcome(
      ArtistRecordingsPage(list.members.compactMap { recording($0) }),
      then: (list.hasNextBatch ? [.moreTop(list)] : []) + following
    )
  }

  private static func albums(
    _ list: Deezer.List<Deezer.Album>,
    genres: [Int: String]
  ) -> Reader.Outcome {
    let albums = list.members.compactMap { album in
      album.title.map { title in
        ArtistAlbum(
          title,
          types: [album.recordType].compactMap(\.self),
          genres: [album.genreID.flatMap { genres[$0] }].compactMap(\.self)
        )
      }
    }
    return Reader.Outcome(
      ArtistRecordingsPage(albums: albums),
      then: list.members.map { .tracks($0) }
        + (list.hasNextBatch ? [.moreAlbums(list, genres: genres)] : [])
    )
  }

  private static func tracks(
    _ list: Deezer.List<Deezer.Track>,
    of album: Deezer.Album
  ) -> Reader.Outcome {
    Reader.tracks(of: list, then: .moreTracks(list, album)) { track in
      var track = track
      // Lists omit the album that their tracks share.
      track.album = track.album ?? album
      return recording(track)
    }
  }

  private static func recording(_ track: Deezer.Track) -> ArtistRecording? {
    guard track.readable != false else { return nil }
    return ArtistRecording(DeezerTrack(track), popularity: track.rank.map(Double.init))
  }
}

import PlayerKit
import PlayerKitITunes
import PlayerKitServices

extension AppleMusicDiscovery: ArtistRecordingsSource {
  private typealias View =
    @Sendable (AppleMusicClient, String) async throws ->
    AppleMusic
    .Collection<AppleMusic.Album>

  private enum Step: Sendable {
    case topSongs
    case moreTopSongs(AppleMusic.Collection<AppleMusic.Song>, place: Int)
    case albums(artist: String, view: Int)
    case moreAlbums(AppleMusic.Collection<AppleMusic.Album>)
    case tracks([String])
    case moreTracks(AppleMusic.Collection<AppleMusic.Item>)
  }

  private typealias Reader = StepwiseRecordings<Step>

  /// The number of albums in a request. Their tracks are included.
  private static let albumsAtOnce = 10

  /// The views with an artist's own albums. Albums of others, on which the artist appears, are not
  /// requested.
  private static let views: [View] = [
    { try await $0.list(\.fullAlbums, of: AppleMusic.Artists.self, id: $1) },
    { try await $0.list(\.singles, of: AppleMusic.Artists.self, id: $1) },
    { try await $0.list(\.liveAlbums, of: AppleMusic.Artists.self, id: $1) },
  ]

  /// Returns the top songs, then the songs of the albums, ten albums at a time.
  public func recordings(by artist: ArtistReference) -> any ArtistRecordingsReader {
    Reader(from: .topSongs) { try await read($0, artist) }
  }

  private func read(_ step: Step, _ artist: ArtistReference) async throws -> Reader.Outcome {
    switch step {
    case .topSongs:
      guard let id = try await id(of: artist) else { return Reader.Outcome() }
      let list = try await client.topSongs(ofArtist: id, limit: Self.maximumOfView)
      return Self.topSongs(
        list,
        from: 0,
        then: Self.views.indices.map { .albums(artist: id, view: $0) }
      )
    case .moreTopSongs(let list, let place):
      guard let next = try await list.nextBatch() else { return Reader.Outcome() }
      return Self.topSongs(next, from: place, then: [])
    case .albums(let id, let view):
      return Self.albums(try await Self.views[view](client, id))
    case .moreAlbums(let list):
      guard let next = try await list.nextBatch() else { return Reader.Outcome() }
      return Self.albums(next)
    case .tracks(let ids):
      let albums = try await client.albums(ids, with: [\.tracks]).resources
      let lists = albums.compactMap(\.tracks)
      return Reader.Outcome(
        ArtistRecordingsPage(lists.flatMap(\.songs).map { ArtistRecording(AppleMusicTrack($0)) }),
        then: lists.filter(\.hasNextBatch).map { .moreTracks($0) }
      )
    case .moreTracks(let list):
      guard let next = try await list.nextBatch() else { return Reader.Outcome() }
      return Reader.Outcome(
        ArtistRecordingsPage(next.songs.map { ArtistRecording(AppleMusicTrack($0)) }),
        then: next.hasNextBatch ? [.moreTracks(next)] : []
      )
    }
  }

  /// Apple returns only an order, so the rank serves as the popularity.
  private static func topSongs(
    _ list: AppleMusic.Collection<AppleMusic.Song>,
    from place: Int,
    then following: [Step]
  ) -> Reader.Outcome {
    let recordings = list.members.enumerated().map { index, song in
      ArtistRecording(AppleMusicTrack(song), popularity: -Double(place + index))
    }
    let next = Step.moreTopSongs(list, place: place + recordings.count)
    return Reader.Outcome(
      ArtistRecordingsPage(recordings),
      then: (list.hasNextBatch ? [next] : []) + following
    )
  }

  private static func albums(
    _ list: AppleMusic.Collection<AppleMusic.Album>
  ) -> Reader.Outcome {
    let ids = list.members.map(\.id)
    let batches = stride(from: 0, to: ids.count, by: albumsAtOnce).map {
      Step.tracks(Array(ids[$0..<min($0 + albumsAtOnce, ids.count)]))
    }
    let albums = list.members.compactMap { album in
      album.name.map { name in
        ArtistAlbum(name, genres: (album.genreNames ?? []).filter { $0 != "Music" })
      }
    }
    return Reader.Outcome(
      ArtistRecordingsPage(albums: albums),
      then: batches + (list.hasNextBatch ? [.moreAlbums(list)] : [])
    )
  }
}

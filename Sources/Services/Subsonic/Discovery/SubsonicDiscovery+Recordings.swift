import PlayerKit
import PlayerKitServices

extension SubsonicDiscovery: ArtistRecordingsSource {
  private enum Step: Sendable {
    case artist
    case best(String)
    case album(String)
  }

  private typealias Reader = StepwiseRecordings<Step>

  private static let best = 50

  /// Returns the most popular songs if the server knows them, then the songs of the albums, with
  /// one request each.
  public func recordings(by artist: ArtistReference) -> any ArtistRecordingsReader {
    Reader(from: .artist) { try await read($0, artist) }
  }

  private func read(_ step: Step, _ artist: ArtistReference) async throws -> Reader.Outcome {
    switch step {
    case .artist:
      guard let id = try await id(of: artist) else { return Reader.Outcome() }
      let found = try await client.artist(id)
      let albums = client.array(found.album)
      return Reader.Outcome(
        ArtistRecordingsPage(
          albums: albums.compactMap { album in
            (album.name ?? album.title).map {
              ArtistAlbum($0, genres: client.array(album.genres).compactMap(\.name))
            }
          }
        ),
        then: [.best(found.name ?? artist.name)] + albums.map { .album($0.id) }
      )
    case .best(let name):
      do {
        let songs = try await client.topSongs(ofArtist: name, limit: Self.best)
        // The server only sends an order, so the position stands for the popularity.
        let recordings = songs.enumerated().compactMap { recording($1, popularity: -Double($0)) }
        return Reader.Outcome(ArtistRecordingsPage(recordings))
      } catch let error as CatalogError where !error.isRetryable {
        return Reader.Outcome()
      }
    case .album(let id):
      let album = try await client.album(id)
      return Reader.Outcome(
        ArtistRecordingsPage(client.array(album.song).compactMap { recording($0) })
      )
    }
  }

  private func recording(_ song: Subsonic.Song, popularity: Double? = nil) -> ArtistRecording? {
    guard song.isDir != true, song.isVideo != true else { return nil }
    return ArtistRecording(
      SubsonicTrack(song, server: client.server?.id),
      popularity: popularity,
      // `music`, `podcast`, `audiobook`.
      kind: song.type
    )
  }
}

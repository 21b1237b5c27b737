import PlayerKit
import PlayerKitServices

/// Discovery through the iTunes Store without a token: up to 200 songs of an artist, and the titles
/// of audiobooks. Sends three requests per artist, of the 20 per minute that the store allows.
public struct ITunesDiscovery: DiscoverySource, ArtistRecordingsSource, Sendable {
  private static let namesakes = 10
  private static let maximumListed = 200

  private enum Step: Sendable {
    case audiobooks
    case songs
  }

  private typealias Reader = StepwiseRecordings<Step>

  /// The client that the source uses.
  public let client: ITunesSearchClient

  /// Creates a source that uses `client`.
  public init(client: ITunesSearchClient) {
    self.client = client
  }

  /// The iTunes Store.
  public var service: CatalogService { .iTunes }

  /// Returns the titles of audiobooks, then the songs that the store sends in one page.
  public func recordings(by artist: ArtistReference) -> any ArtistRecordingsReader {
    Reader(from: .audiobooks) { step in
      switch step {
      case .audiobooks: try await audiobooks(of: artist)
      case .songs: try await songs(of: artist)
      }
    }
  }

  /// Returns the audiobooks. Other items with the same title may be the book, because other
  /// services list it as an album.
  private func audiobooks(of artist: ArtistReference) async throws -> Reader.Outcome {
    let found = try await client.search(
      // An author's id differs from that artist's id.
      ITunes.Search(artist.name, media: .audiobook, entity: nil, limit: Self.maximumListed)
    )
    let titles = found.items.compactMap { item -> String? in
      guard case .other(let book) = item, book.wrapperType == "audiobook",
        book.artistName.map(artist.isCredited) == true
      else { return nil }
      return book.name
    }
    let albums = titles.flatMap { title -> [ArtistAlbum] in
      let short = Self.title(title)
      return (short == title ? [title] : [title, short]).map {
        ArtistAlbum($0, types: ["audiobook"])
      }
    }
    return Reader.Outcome(ArtistRecordingsPage(albums: albums), then: [.songs])
  }

  /// Returns a title without a suffix in brackets, such as `(Unabridged)`.
  private static func title(_ title: String) -> String {
    let ends = [" (", " ["].compactMap { title.firstRange(of: $0)?.lowerBound }
    return String(title[..<(ends.min() ?? title.endIndex)])
  }

  private func songs(of artist: ArtistReference) async throws -> Reader.Outcome {
    guard let id = try await id(of: artist) else { return .init() }
    let found = try await client.lookUp(
      ITunes.LookUp(.ids([id]), entity: .song, limit: Self.maximumListed)
    )
    let songs = found.children.compactMap { item in
      if case .song(let song) = item { song } else { nil }
    }
    return .init(
      ArtistRecordingsPage(
        songs.map { ArtistRecording(AppleMusicTrack($0), kind: $0.kind) },
        albums: Self.albums(of: songs)
      )
    )
  }

  /// Returns the albums of songs, because a book may have the title of one. An album's genre is the
  /// genre that all its songs share.
  private static func albums(of songs: [ITunes.Song]) -> [ArtistAlbum] {
    let albums = Dictionary(grouping: songs) { $0.collectionName }
    return albums.keys.compactMap(\.self).sorted().map { title in
      let genres = Set((albums[title] ?? []).map(\.primaryGenreName))
      return ArtistAlbum(title, genres: genres.count == 1 ? genres.compactMap(\.self) : [])
    }
  }

  /// Returns the id, which is the same in the store and Apple Music.
  private func id(of artist: ArtistReference) async throws -> String? {
    if let id = artist.ids[.iTunes] ?? artist.ids[.appleMusic] { return id }
    let found = try await client.search(
      ITunes.Search(artist.name, entity: .musicArtist, limit: Self.namesakes)
    )
    let artists = found.items.compactMap { item -> ITunes.Artist? in
      if case .artist(let artist) = item { artist } else { nil }
    }
    return match(artist, among: artists, name: \.name)?.id
  }
}

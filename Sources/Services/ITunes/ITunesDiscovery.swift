import PlayerKitServices
import PlayerKit

/// What the iTunes Store knows of an artist, without a token: up to 200 songs, and which titles are audiobooks. Three
/// requests an artist, of the 20 a minute that the store allows.
public struct ITunesDiscovery: DiscoverySource, ArtistRecordingsSource, Sendable {
  private static let namesakes = 10
  private static let mostListed = 200

  private enum Step: Sendable {
    case audiobooks
    case songs
  }

  private typealias Reader = StepwiseRecordings<Step>

  /// The client that it asks.
  public let client: ITunesSearchClient

  /// Asks by a client.
  public init(client: ITunesSearchClient) {
    self.client = client
  }

  /// The iTunes Store.
  public var service: CatalogService { .iTunes }
  /// Itself.
  public var artistRecordings: (any ArtistRecordingsSource)? { self }

  /// The titles of the audiobooks, then the songs: one page, as many as the store gives.
  public func recordings(by artist: ArtistReference) -> any ArtistRecordingsReader {
    Reader(from: .audiobooks) { step in
      switch step {
      case .audiobooks: try await audiobooks(of: artist)
      case .songs: try await songs(of: artist)
      }
    }
  }

  /// What else is called as a book is may be the book: elsewhere it is an album among others.
  private func audiobooks(of artist: ArtistReference) async throws -> Reader.Outcome {
    let found = try await client.search(
      // An author has another id than the artist of the same name.
      ITunes.Search(artist.name, media: .audiobook, entity: nil, limit: Self.mostListed)
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

  /// A title without what stands in brackets behind it, such as `(Unabridged)`.
  private static func title(_ title: String) -> String {
    let ends = [" (", " ["].compactMap { title.firstRange(of: $0)?.lowerBound }
    return String(title[..<(ends.min() ?? title.endIndex)])
  }

  private func songs(of artist: ArtistReference) async throws -> Reader.Outcome {
    guard let id = try await id(of: artist) else { return .init() }
    let found = try await client.lookUp(
      ITunes.LookUp(.ids([id]), entity: .song, limit: Self.mostListed)
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

  /// The albums that songs are on: a book may have the title of one. A genre is the album's where all have it.
  private static func albums(of songs: [ITunes.Song]) -> [ArtistAlbum] {
    let albums = Dictionary(grouping: songs) { $0.collectionName }
    return albums.keys.compactMap(\.self).sorted().map { title in
      let genres = Set((albums[title] ?? []).map(\.primaryGenreName))
      return ArtistAlbum(title, genres: genres.count == 1 ? genres.compactMap(\.self) : [])
    }
  }

  /// The id that the store and Apple Music share.
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

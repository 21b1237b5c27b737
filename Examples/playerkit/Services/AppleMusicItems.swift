import Foundation
import MusicCatalog
import PlayerKit
import PlayerKitServices

/// Makes tracks of links of Apple Music and the iTunes Store: by the Apple Music API where there is
/// a developer token, else by the iTunes Search API.
struct AppleMusicItems: Sendable {
  /// How many songs of an artist are played.
  private static let songsOfArtist = 25

  private let catalog: AppleMusicClient?
  private let store: ITunesSearchClient

  init(services: Services) {
    catalog = services.appleMusic
    store = services.iTunes
  }

  /// The songs of links to songs, in few look-ups. One that fails has no title, and tells why when
  /// it is reached.
  func songs(of links: [MusicLink]) async -> [MusicLink: AppleMusicTrack] {
    var result: [MusicLink: AppleMusicTrack] = [:]
    for (storefront, links) in Dictionary(grouping: links, by: \.storefront) {
      let known = await songs(links.map(\.id), in: storefront)
      let byID = Dictionary(known.map { ($0.id, $0) }) { first, _ in first }
      for link in links {
        result[link] = byID[link.id] ?? AppleMusicTrack(id: link.id, storefront: storefront)
      }
    }
    return result
  }

  /// The songs of an album, a playlist or an artist.
  ///
  /// - Throws: `CatalogError`, `PlayerError`.
  func tracks(of link: MusicLink) async throws -> [AppleMusicTrack] {
    switch link.kind {
    case .song:
      return await songs(of: [link])[link].map { [$0] } ?? []
    case .album:
      return try await album(link)
    case .playlist:
      return try await playlist(link)
    case .artist:
      return try await artist(link)
    case .librarySong, .libraryAlbum, .libraryArtist, .libraryPlaylist, .libraryPage:
      throw PlayerError(.invalidItem, "It lies in a user's own library.")
    default:
      throw PlayerError(.invalidItem, "A \(link.kind.rawValue) is not played.")
    }
  }

  // MARK: - Kinds

  private func songs(_ ids: [String], in storefront: String?) async -> [AppleMusicTrack] {
    guard let catalog = catalog(of: storefront) else {
      // The store takes all or none: an id that cannot be one must not cost the others.
      let ids = ids.filter { $0.count <= 20 && $0.allSatisfy { $0.isASCII && $0.isNumber } }
      let found = try? await store.lookUp(ITunes.LookUp(.ids(ids), country: storefront))
      return tracks(found?.items ?? [], in: storefront)
    }
    // The client sends these together, and each gets its own answer.
    return await withTaskGroup(of: AppleMusicTrack?.self) { group in
      for id in Set(ids) {
        group.addTask {
          (try? await catalog.song(id)).map { AppleMusicTrack($0, storefront: storefront) }
        }
      }
      return await group.reduce(into: []) { tracks, track in
        if let track { tracks.append(track) }
      }
    }
  }

  private func album(_ link: MusicLink) async throws -> [AppleMusicTrack] {
    guard let catalog = catalog(of: link.storefront) else {
      return try await children(of: link, limit: 200)
    }
    let tracks = try await catalog.list(
      .tracks,
      of: AppleMusic.Albums.self,
      id: link.id,
      as: AppleMusic.Item.self
    )
    return try await self.tracks(tracks, in: link.storefront)
  }

  private func playlist(_ link: MusicLink) async throws -> [AppleMusicTrack] {
    guard let catalog = catalog(of: link.storefront) else {
      throw CatalogError(
        .missingCredential,
        "Playlists need a developer token: APPLE_MUSIC_DEVELOPER_TOKEN is not set.",
        service: .appleMusic
      )
    }
    let tracks = try await catalog.list(
      .tracks,
      of: AppleMusic.Playlists.self,
      id: link.id,
      as: AppleMusic.Item.self
    )
    return try await self.tracks(tracks, in: link.storefront)
  }

  private func artist(_ link: MusicLink) async throws -> [AppleMusicTrack] {
    guard let catalog = catalog(of: link.storefront) else {
      return try await children(of: link, limit: Self.songsOfArtist)
    }
    let songs = try await catalog.topSongs(ofArtist: link.id, limit: Self.songsOfArtist)
    // A view of an artist who is not there looks like one that is empty.
    if songs.isEmpty { _ = try await catalog.artist(link.id) }
    return songs.prefix(Self.songsOfArtist)
      .map { AppleMusicTrack($0, storefront: link.storefront) }
  }

  // MARK: - Lists

  private func tracks(
    _ items: AppleMusic.Collection<AppleMusic.Item>,
    in storefront: String?
  ) async throws -> [AppleMusicTrack] {
    var tracks: [AppleMusicTrack] = []
    for try await item in items.all {
      if let song = item.song { tracks.append(AppleMusicTrack(song, storefront: storefront)) }
    }
    guard !tracks.isEmpty else { throw PlayerError(.invalidItem, "There is no song in it.") }
    return tracks
  }

  private func children(of link: MusicLink, limit: Int) async throws -> [AppleMusicTrack] {
    let found = try await store.lookUp(
      ITunes.LookUp(.ids([link.id]), entity: .song, country: link.storefront, limit: limit)
    )
    guard !found.items.isEmpty else {
      throw CatalogError(.notFound, "There is no such \(link.kind.rawValue).", service: .iTunes)
    }
    let tracks = tracks(found.children, in: link.storefront)
    guard !tracks.isEmpty else { throw PlayerError(.invalidItem, "There is no song in it.") }
    return tracks
  }

  private func tracks(_ items: [ITunes.Item], in storefront: String?) -> [AppleMusicTrack] {
    items.compactMap { item in
      if case .song(let song) = item { AppleMusicTrack(song, storefront: storefront) } else { nil }
    }
  }

  private func catalog(of storefront: String?) -> AppleMusicClient? {
    guard let catalog else { return nil }
    return storefront.map { catalog.in(storefront: $0, language: catalog.language) } ?? catalog
  }
}

/// Things in the catalog that tests look for, by their ids in the storefront of the United States. Each
/// is nil where a seed happens to give none.
package struct CatalogLandmarks: Sendable {
  /// An artist with more than 100 albums and more than 25 similar artists.
  package let prolificArtist: String
  /// Artists whom nobody resembles: the view is an empty list, a missing key, or not found.
  package let lonelyArtists: [String]
  /// Albums of more than 100, and of more than 300 tracks.
  package let longAlbum: String?
  package let veryLongAlbum: String?
  package let albumWithMusicVideo: String?
  /// Playlists of more than 300 tracks, and of none.
  package let longPlaylist: String?
  package let emptyPlaylist: String?
  /// A song that lacks nothing: preview, ISRC, playParams, numbers, date.
  package let completeSong: String?
  /// A song without the attribute, with an empty list, with a member that lacks its URL.
  package let songWithoutPreviews: String?
  package let songWithEmptyPreviews: String?
  package let songWithPreviewLackingURL: String?
  package let songWithoutPlayParams: String?
  /// An explicit song and its clean twin of the same title.
  package let explicitSong: String?
  package let cleanTwin: String?
  /// A song that Japan has under another id, and that id.
  package let movedSong: String?
  package let movedSongInJapan: String?
  /// A song whose recording is not sold in Japan at all.
  package let songAbsentInJapan: String?
  /// A code with more songs than a page of 25.
  package let isrcOfManySongs: String?
}

extension InventedCatalog {
  /// Looks through the catalog each time.
  var landmarks: CatalogLandmarks {
    let us = StorefrontCatalog(catalog: self, storefront: Storefront.all[0])
    let jp = StorefrontCatalog(
      catalog: self,
      storefront: Storefront.named("jp") ?? Storefront.all[0]
    )
    let sold = songs.filter { isSold(song: $0.index, in: us.storefront) }
    func id(_ song: Song?, in store: StorefrontCatalog) -> String? {
      song.map { store.id(.init(.songs, $0.index)) }
    }
    func song(_ fits: (Song) -> Bool) -> String? { id(sold.first(where: fits), in: us) }
    func album(_ fits: (Album) -> Bool) -> String? {
      albums.first { isSold(album: $0.index, in: us.storefront) && fits($0) }
        .map { us.id(.init(.albums, $0.index)) }
    }
    func artist(_ index: Int) -> String { us.id(.init(.artists, index)) }
    let explicit = sold.first { song in
      recordings[song.recording].rating == .explicit
        && song.twin.map { isSold(song: $0, in: us.storefront) } == true
    }
    let moved = sold.first { song in
      isSold(song: song.index, in: jp.storefront) && id(song, in: us) != id(song, in: jp)
    }
    let famous = songsOfRecordings.max {
      $0.filter { isSold(song: $0, in: us.storefront) }.count
        < $1.filter { isSold(song: $0, in: us.storefront) }.count
    }
    return CatalogLandmarks(
      prolificArtist: artist(CatalogBuilder.prolificArtist),
      lonelyArtists: artists.filter(\.similar.isEmpty).map { artist($0.index) },
      longAlbum: album { (101...300).contains($0.tracks.count) },
      veryLongAlbum: album { $0.tracks.count > 300 },
      albumWithMusicVideo: album { $0.tracks.contains { ResourceReference($0).kind != .songs } },
      longPlaylist: playlists.first { $0.tracks.count > 300 }?.id,
      emptyPlaylist: playlists.first { $0.tracks.isEmpty }?.id,
      completeSong: song {
        $0.preview == .usual && $0.isStreamable && !$0.isSparse
          && recordings[$0.recording].isrc != nil && recordings[$0.recording].composer != nil
      },
      songWithoutPreviews: song { $0.preview == .absent },
      songWithEmptyPreviews: song { $0.preview == .empty },
      songWithPreviewLackingURL: song { $0.preview == .withoutURL },
      songWithoutPlayParams: song { !$0.isStreamable },
      explicitSong: id(explicit, in: us),
      cleanTwin: id(explicit?.twin.map { songs[$0] }, in: us),
      movedSong: id(moved, in: us),
      movedSongInJapan: id(moved, in: jp),
      songAbsentInJapan: song {
        songsOfRecordings[$0.recording].allSatisfy { !isSold(song: $0, in: jp.storefront) }
      },
      isrcOfManySongs: famous?.first.flatMap { recordings[songs[$0].recording].isrc }
    )
  }
}

import TestSupport
import Testing

@testable import PlayerKitServiceSimulator

/// All suites share one catalog, since it never changes.
enum SharedCatalog {
  static let catalog = InventedCatalog(seed: 1)
}

@Suite("The invented catalog", .tags(.pure))
struct InventedCatalogTests {
  private let catalog = SharedCatalog.catalog

  @Test("The same seed gives the same catalog, another seed another one")
  func deterministic() {
    let again = InventedCatalog(seed: 1)
    #expect(again.recordings.map(\.title.text) == catalog.recordings.map(\.title.text))
    #expect(again.playlists.map(\.id) == catalog.playlists.map(\.id))
    let other = InventedCatalog(seed: 2)
    #expect(other.recordings.map(\.title.text) != catalog.recordings.map(\.title.text))
  }

  @Test("The catalog is large, and quick to make")
  func sizeAndSpeed() {
    let time = threadTime { _ = InventedCatalog(seed: 3) }
    // It takes a tenth of a second. Much more would be a mistake.
    #expect(time < .seconds(2))
    #expect(catalog.artists.count > 250)
    #expect(catalog.songs.count > 5_000)
    #expect(catalog.albums.contains { $0.tracks.count > 300 })
    #expect(catalog.playlists.contains { $0.tracks.count > 300 })
    #expect(catalog.artists.contains { $0.albums.count > 100 })
  }

  @Test("The catalog contains every case that a client may meet")
  func variety() {
    for form in [PreviewForm.absent, .empty, .withoutURL, .usual] {
      #expect(catalog.songs.contains { $0.preview == form })
    }
    #expect(catalog.songs.contains { !$0.isStreamable })
    #expect(catalog.songs.contains { $0.isSparse })
    #expect(catalog.songs.contains { $0.twin != nil })
    #expect(catalog.albums.contains { $0.releaseDate?.count == 4 })
    #expect(catalog.artists.contains { !$0.hasArtwork })
    #expect(catalog.artists.contains { $0.similar.isEmpty })
    #expect(catalog.artists.contains { $0.similar.count > 25 })
    #expect(catalog.songsOfRecordings.contains { $0.count > 25 })
    let titles = catalog.recordings.map(\.title.text)
    for part in ["(feat. ", "[Live]", " - Remastered 2009", "é", "夜行列車", "💃🏽"] {
      #expect(titles.contains { $0.contains(part) }, "\(part)")
    }
    let artistsOfIntro = catalog.recordings.filter { $0.title.text == "Intro" }.map(\.artist)
    #expect(Set(artistsOfIntro).count > 1)
    #expect(
      catalog.albums.contains { album in
        album.tracks.contains { if case .musicVideo = $0 { true } else { false } }
      }
    )
    #expect(catalog.playlists.contains { $0.id.hasPrefix("pl.u-") })
  }

  @Test("The clean version of an explicit song has the same title and artist")
  func twins() throws {
    let song = try #require(catalog.songs.first { $0.twin != nil && rating($0) == .explicit })
    let twin = catalog.songs[try #require(song.twin)]
    #expect(twin.twin == song.index)
    #expect(rating(twin) == .clean)
    let (one, other) = (catalog.recordings[song.recording], catalog.recordings[twin.recording])
    #expect(one.title.text == other.title.text)
    #expect(one.artist == other.artist)
    #expect(one.isrc != other.isrc || one.isrc == nil)
  }

  private func rating(_ song: Song) -> ContentRating? {
    catalog.recordings[song.recording].rating
  }

  @Test("Ids and codes are unique and well formed")
  func ids() throws {
    let us = try #require(Storefront.named("us"))
    let songIDs = catalog.songs.indices.map { catalog.id(song: $0, in: us) }
    #expect(Set(songIDs).count == songIDs.count)
    for (index, id) in songIDs.enumerated() where catalog.isSold(song: index, in: us) {
      #expect(catalog.song(id: id, in: us) == index)
    }
    let codes = catalog.recordings.compactMap(\.isrc)
    #expect(Set(codes).count == codes.count)
    #expect(codes.allSatisfy { $0.count == 12 && $0 == $0.uppercased() })
    let upcs = catalog.albums.compactMap(\.upc)
    #expect(Set(upcs).count == upcs.count)
    #expect(upcs.allSatisfy { ($0.count == 12 || $0.count == 13) && checks($0) })
    #expect(Set(upcs.map(\.count)) == [12, 13])
  }

  private func checks(_ code: String) -> Bool {
    let digits = code.reversed().compactMap(\.wholeNumberValue)
    let sum = digits.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) }
    return digits.count == code.count && sum % 10 == 0
  }

  @Test("A song may be absent in Japan, or have another id there")
  func storefronts() throws {
    let us = try #require(Storefront.named("us"))
    let jp = try #require(Storefront.named("jp"))
    #expect(
      catalog.songs.indices.contains {
        catalog.isSold(song: $0, in: us) && !catalog.isSold(song: $0, in: jp)
      }
    )
    let moved = try #require(
      catalog.songs.indices.first {
        catalog.isSold(song: $0, in: jp)
          && catalog.id(song: $0, in: us) != catalog.id(song: $0, in: jp)
      }
    )
    let common = catalog.id(song: moved, in: us)
    let own = catalog.id(song: moved, in: jp)
    #expect(catalog.song(id: common, in: jp) == nil)
    #expect(catalog.song(id: own, in: jp) == moved)
    #expect(catalog.song(id: own, in: us) == nil)
    #expect(catalog.song(anywhere: own) == moved)
    #expect(catalog.song(anywhere: common) == moved)
    for id in [Int.max, Int.min, 0, -1, common + 1] { #expect(catalog.song(anywhere: id) == nil) }
  }

  @Test("All songs of one recording share the preview's number, not its URL")
  func previews() throws {
    let us = try #require(Storefront.named("us"))
    let songs = try #require(
      catalog.songsOfRecordings.first {
        $0.filter { catalog.songs[$0].preview == .usual }.count > 1
      }
    ).filter { catalog.songs[$0].preview == .usual }
    #expect(Set(songs.map { catalog.previewNumber(song: $0) }).count == 1)
    #expect(Set(songs.map { catalog.previewPath(song: $0, in: us) }).count == songs.count)
  }

  @Test("The cases that tests look for exist with any seed", arguments: [1, 2, 99])
  func landmarks(seed: UInt64) throws {
    let catalog = seed == 1 ? self.catalog : InventedCatalog(seed: seed)
    let us = try #require(Storefront.named("us"))
    let jp = try #require(Storefront.named("jp"))
    let sold = catalog.songs.filter { catalog.isSold(song: $0.index, in: us) }
    let albums = catalog.albums.filter { catalog.isSold(album: $0.index, in: us) }
    #expect(catalog.artists.contains { $0.similar.isEmpty })
    #expect(albums.contains { (101...300).contains($0.tracks.count) })
    #expect(albums.contains { $0.tracks.count > 300 })
    #expect(albums.contains { $0.tracks.count > $0.tracks.songs.count })
    #expect(catalog.playlists.contains { $0.tracks.count > 300 })
    #expect(catalog.playlists.contains { $0.tracks.isEmpty })
    #expect(
      sold.contains { song in
        let recording = catalog.recordings[song.recording]
        return song.preview == .usual && song.isStreamable && !song.isSparse
          && recording.isrc != nil && recording.composer != nil
      }
    )
    for form in [PreviewForm.absent, .empty, .withoutURL] {
      #expect(sold.contains { $0.preview == form })
    }
    #expect(sold.contains { !$0.isStreamable })
    #expect(
      sold.contains { song in
        catalog.recordings[song.recording].rating == .explicit
          && song.twin.map { catalog.isSold(song: $0, in: us) } == true
      }
    )
    #expect(
      sold.contains { song in
        catalog.isSold(song: song.index, in: jp)
          && catalog.id(song: song.index, in: us) != catalog.id(song: song.index, in: jp)
      }
    )
    #expect(
      sold.contains { song in
        catalog.songsOfRecordings[song.recording].allSatisfy { !catalog.isSold(song: $0, in: jp) }
      }
    )
    let most = catalog.songsOfRecordings.max { $0.count < $1.count }
    #expect(most?.first.flatMap { catalog.recording(of: $0).isrc } != nil)
  }

  @Test("Names are found regardless of case and accents")
  func folding() {
    #expect(CatalogText.words("  CAFÉ d’Été!") == ["cafe", "dete"])
    #expect(CatalogText.words("Ｆｕｌｌ Ｗｉｄｔｈ") == ["full", "width"])
    let text = SearchableText(name: " long goodbye", rest: " elodie marchand")
    #expect(text.match(["long", "goodbye"]) == 3)
    #expect(text.match(["long", "good"]) == 2)
    #expect(text.match(["goodbye"]) == 1)
    #expect(text.match(["elod", "long"]) == 0)
    #expect(text.match(["bye"]) == nil)
  }
}

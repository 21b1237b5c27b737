import Foundation
import HTTPTypes
import PlayerKitAppleMusic
import PlayerKitITunes
import PlayerKitServices
import TestSupport
import Testing

/// Properties of each of Apple's catalogs, checked through the clients: of the simulator's invented
/// one, and of the real ones if there is a developer token (`make explore WHAT=live`).
@Suite("Apple's catalogs", .tags(.local), .serialized, .timeLimit(.minutes(5)))
struct CatalogSuiteTests {
  @Test("are tested live only with a token, and report otherwise")
  func saysWhatIsSkipped() {
    let line =
      switch (Backend.isLiveWanted, Backend.developerToken) {
      case (false, _): "live: SKIPPED (not asked for: make explore WHAT=live)"
      case (true, nil): "live: SKIPPED (APPLE_MUSIC_DEVELOPER_TOKEN is not set)"
      case (true, _): "live: the suite asks the Apple Music API and the iTunes Search API"
      }
    // Not with `print`, since a pipe may lose the last lines.
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
    let isAsked = Backend.isLiveWanted && Backend.developerToken != nil
    #expect(Backend.available == (isAsked ? [.simulator, .live] : [.simulator]))
  }

  /// A song that exists now in any catalog: one from the chart.
  private func chartSong(_ catalogs: Catalogs) async throws -> AppleMusic.Song {
    let charts = try await catalogs.appleMusic.charts([.songs], limit: 20)
    let chart = try #require(charts.results.songs?.first)
    return try #require(
      chart.members.first { $0.isrc != nil && $0.previews?.contains { $0.url != nil } == true }
    )
  }

  @Test("find a charting song by its id, its code and its name", arguments: Backend.available)
  func findsASong(backend: Backend) async throws {
    try await Catalogs.with(backend) { catalogs in
      let client = catalogs.appleMusic
      let charted = try await chartSong(catalogs)
      let song = try await client.song(charted.id)
      #expect(song.name == charted.name)
      #expect(song.durationInMillis.map { $0 > 0 } == true)
      let code = try #require(song.isrc)
      let matches = try await client.songs(isrcs: [code.lowercased()])
      #expect(matches[code].contains { $0.id == song.id })
      let name = try #require(song.name)
      let artist = try #require(song.artistName)
      let found = try await client.search("\(name) \(artist)", for: [.songs], limit: 25)
      #expect(found.results.songs?.contains { $0.name == name } == true)
    }
  }

  @Test("serve the artwork at the addresses in their answers", arguments: Backend.available)
  func showsPictures(backend: Backend) async throws {
    try await Catalogs.with(backend) { catalogs in
      let artwork = try #require(try await chartSong(catalogs).artwork)
      let songs = try await catalogs.iTunes.search(ITunes.Search("the", entity: .song, limit: 5))
      guard case .song(let song)? = songs.items.first else {
        Issue.record("no song was found")
        return
      }
      for address in [artwork.url(width: 60, height: 60), song.artworkURL(pixels: 60)] {
        let url = try #require(address)
        let picture = try await NetworkTransport().send(HTTPTransportRequest(url))
        #expect(picture.response.status == .ok)
        #expect(picture.response.headerFields[.contentType]?.hasPrefix("image/") == true)
        #expect(!picture.body.isEmpty)
      }
    }
  }

  @Test(
    "omit unknown ids, and keep the requested order",
    arguments: Backend.available
  )
  func looksUpMany(backend: Backend) async throws {
    try await Catalogs.with(backend) { catalogs in
      let charts = try await catalogs.appleMusic.charts([.songs], limit: 10)
      let ids = try #require(charts.results.songs?.first).members.map(\.id)
      let asked = Array(ids.reversed()) + ["1"]
      let found = try await catalogs.appleMusic.songs(asked)
      #expect(found.resources.map(\.id) == ids.reversed())
      #expect(found.missing == ["1"])
      #expect(found.unreadable.isEmpty)
      let error = await #expect(throws: CatalogError.self) {
        try await catalogs.appleMusic.song("1")
      }
      #expect(error?.code == .notFound)
    }
  }

  @Test("page through an album's tracks", arguments: Backend.available)
  func pagesThroughAnAlbum(backend: Backend) async throws {
    try await Catalogs.with(backend) { catalogs in
      let client = catalogs.appleMusic
      let song = try await chartSong(catalogs).with([\.albums, \.artists], from: client)
      let albums = try #require(song.albums)
      let id = try #require(albums.first?.id)
      let album = try await client.album(id, with: [\.tracks])
      let tracks = try await client.list(
        \.tracks,
        of: AppleMusic.Albums.self,
        id: id,
        limit: 2
      )
      var ids: [String] = []
      for try await item in tracks.all { ids.append(item.identifier.id) }
      #expect(ids.count == album.trackCount)
      #expect(Set(ids).count == ids.count)
      let artist = try #require(song.artists?.first)
      #expect(try await client.artist(artist.id).name?.isEmpty == false)
      let top = try await client.topSongs(ofArtist: artist.id, limit: 5)
      #expect(top.count <= 5)
      #expect(top.unreadable.isEmpty)
    }
  }

  @Test("refuse invalid requests with distinguishable errors", arguments: Backend.available)
  func refuses(backend: Backend) async throws {
    try await Catalogs.with(backend) { catalogs in
      let nowhere = catalogs.appleMusic.in(storefront: "zz")
      let error = await #expect(throws: CatalogError.self) {
        try await nowhere.charts([.songs])
      }
      #expect(error.map { [.badRequest, .notFound].contains($0.code) } == true)
      #expect(error?.isRetryable == false)
      let language = catalogs.appleMusic.in(storefront: "us", language: "xx")
      let refused = await #expect(throws: CatalogError.self) {
        try await language.charts([.songs])
      }
      #expect(refused?.code == .badRequest)
      #expect(refused?.details.first?.parameter == "l")
    }
  }

  @Test("list their storefronts, languages and genres", arguments: Backend.available)
  func tellsStorefronts(backend: Backend) async throws {
    try await Catalogs.with(backend) { catalogs in
      let storefront = try await catalogs.appleMusic.resource(AppleMusic.Storefronts.self, id: "jp")
      #expect(storefront.defaultLanguageTag?.hasPrefix("ja") == true)
      let tag = try await catalogs.appleMusic.bestLanguageTag(for: ["en-GB", "en"])
      #expect(tag.hasPrefix("en"))
      let genres = try await catalogs.appleMusic.list(AppleMusic.Genres.self)
      #expect(genres.contains { $0.id == "34" })
    }
  }

  @Test("have the same songs under the same ids as the iTunes Store", arguments: Backend.available)
  func agreesWithITunes(backend: Backend) async throws {
    try await Catalogs.with(backend) { catalogs in
      let song = try await chartSong(catalogs)
      let found = try await catalogs.iTunes.lookUp(ITunes.LookUp(.ids([song.id])))
      // A few percent of the songs do not resolve in the store.
      guard case .song(let sold)? = found.items.first else { return }
      #expect(sold.id == song.id)
      #expect(sold.name == song.name)
      let term = try #require(song.name)
      let results = try await catalogs.iTunes.search(ITunes.Search(term, limit: 5))
      #expect(!results.items.isEmpty)
      #expect(results.unreadable.isEmpty)
      let tree = try await catalogs.iTunes.genres()
      #expect(tree["11"]?.name == "Jazz")
    }
  }

  @Test("serve previews that are MPEG-4 files", arguments: Backend.available)
  func servesPreviews(backend: Backend) async throws {
    try await Catalogs.with(backend) { catalogs in
      let song = try await chartSong(catalogs)
      let address = try #require(song.previews?.compactMap(\.url).first)
      let url = try #require(URL(string: address))
      let scheme = try #require(url.scheme)
      let host = try #require(url.host())
      var request = HTTPRequest(
        method: .get,
        scheme: scheme,
        authority: url.port.map { "\(host):\($0)" } ?? host,
        path: url.path()
      )
      request.headerFields[.range] = "bytes=0-15"
      let reply = try await NetworkTransport().send(HTTPTransportRequest(request))
      #expect(reply.response.status == 206)
      #expect(reply.body.count == 16)
      #expect(reply.body.dropFirst(4).prefix(4) == Data("ftyp".utf8))
    }
  }
}

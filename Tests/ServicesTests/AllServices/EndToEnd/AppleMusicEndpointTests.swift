import Foundation
import PlayerKitAppleMusic
import PlayerKitServiceSimulator
import PlayerKitServices
import TestSupport
import Testing

/// The library's own client reads or writes each endpoint of the simulated Apple Music.
@Suite("Apple Music's endpoints and the client", .tags(.local), .timeLimit(.minutes(5)))
struct AppleMusicEndpointTests {
  @Test("the client calls each of them, and loses nothing of an answer")
  func areAllAsked() async throws {
    try await Catalogs.with(.simulator) { catalogs in
      let simulator = try #require(catalogs.simulator)
      var coverage = EndpointCoverage(.appleMusic, of: simulator)
      for story in Story.all {
        do {
          try await story.tell(Reader(client: catalogs.appleMusic, simulator: simulator))
        } catch {
          Issue.record(error, "\(story.name)")
        }
        coverage.record(story.name)
      }
      FileHandle.standardOutput.write(Data(coverage.table.utf8))
      #expect(coverage.missed.map(\.description) == [])
    }
  }
}

/// A part of the client's interface.
private struct Story: Sendable {
  var name: String
  var tell: @Sendable (Reader) async throws -> Void

  static let all = [
    Story(name: "general", tell: general), Story(name: "songs and albums", tell: songs),
    Story(name: "artists", tell: artists), Story(name: "lists", tell: lists),
    Story(name: "editors", tell: editors), Story(name: "codes", tell: codes),
    Story(name: "search and charts", tell: search), Story(name: "library", tell: library),
    Story(name: "changes of the library", tell: changes), Story(name: "ratings", tell: ratings),
    Story(name: "history", tell: history),
  ]
}

/// Reads, and expects that nothing of the answer is lost.
private struct Reader: Sendable {
  let client: AppleMusicClient
  let simulator: ServiceSimulator

  /// A resource by its id among others, and by its path.
  @discardableResult
  func read<Kind>(_ kind: Kind.Type, _ id: String) async throws -> AppleMusic.Resource<Kind> {
    let found = try await client.resources(kind, ids: [id])
    #expect(found.missing.isEmpty && found.unreadable.isEmpty, "\(kind) \(id)")
    let resource = try await #require(found.resources.first).with([], from: client)
    #expect(resource.id == id)
    return resource
  }

  @discardableResult
  func list<Kind, Element>(
    _ property: KeyPath<Kind, AppleMusic.Property<Element>> & Sendable,
    of resource: AppleMusic.Resource<Kind>
  ) async throws -> AppleMusic.Collection<Element> {
    try checked(await client.list(property, of: Kind.self, id: resource.id))
  }

  @discardableResult
  func checked<Element>(
    _ list: AppleMusic.Collection<Element>
  ) throws -> AppleMusic.Collection<Element> {
    #expect(list.unreadable.isEmpty)
    return list
  }

  /// Expects that a change is visible once the service had its time.
  func settle() { simulator.advance(by: .seconds(10)) }

  func chart<Element>(
    _ group: KeyPath<AppleMusic.ChartGroups, Field<LossyArray<AppleMusic.Chart<Element>>>>,
    _ type: AppleMusic.TypeName
  ) async throws -> AppleMusic.Collection<Element> {
    let charts = try await client.charts([type], limit: 5)
    return try checked(#require(charts.results[dynamicMember: group]?.first).members)
  }
}

extension Story {
  private static func general(_ reader: Reader) async throws {
    try await reader.client.checkDeveloperToken()
    try reader.checked(await reader.client.list(AppleMusic.Storefronts.self))
    #expect(try await reader.client.resource(AppleMusic.Storefronts.self, id: "jp").id == "jp")
    try await reader.read(AppleMusic.Storefronts.self, "us")
    #expect(try await reader.client.bestLanguageTag(for: ["en-GB", "en"]).hasPrefix("en"))
    #expect(try await reader.client.userStorefront().id == "us")
    #expect(try await reader.client.capabilities.refresh().canAddToLibrary == true)
  }

  private static func songs(_ reader: Reader) async throws {
    let song = try await reader.read(
      AppleMusic.Songs.self,
      #require(reader.chart(\.songs, .songs).first).id
    )
    #expect(song.name?.isEmpty == false)
    let album = try await #require(reader.list(\.albums, of: song).first)
    try await reader.list(\.artists, of: song)
    try await reader.list(\.composers, of: song)
    try await reader.list(\.genres, of: song)
    try await reader.list(\.library, of: song)
    try await reader.list(\.musicVideos, of: song)
    try await reader.list(\.station, of: song)
    let read = try await reader.read(AppleMusic.Albums.self, album.id)
    #expect(try await reader.list(\.tracks, of: read).count == read.trackCount)
    try await reader.list(\.artists, of: read)
    try await reader.list(\.genres, of: read)
    try await reader.list(\.library, of: read)
    try await reader.list(\.recordLabels, of: read)
    try await reader.list(\.appearsOn, of: read)
    try await reader.list(\.otherVersions, of: read)
    try await reader.list(\.relatedAlbums, of: read)
    try await reader.list(\.relatedVideos, of: read)
    let items = try await reader.client.items([song.identifier, album.identifier])
    #expect(items.items.count == 2 && items.missing.isEmpty)
    let video = try await reader.read(
      AppleMusic.MusicVideos.self,
      #require(reader.chart(\.musicVideos, .musicVideos).first).id
    )
    try await reader.list(\.albums, of: video)
    try await reader.list(\.artists, of: video)
    try await reader.list(\.genres, of: video)
    try await reader.list(\.library, of: video)
    try await reader.list(\.songs, of: video)
    try await reader.list(\.moreByArtist, of: video)
    try await reader.list(\.moreInGenre, of: video)
  }

  private static func artists(_ reader: Reader) async throws {
    let song = try await #require(reader.chart(\.songs, .songs).first)
    let loaded = try await song.with([\.artists, \.station], from: reader.client)
    let artist = try await reader.read(
      AppleMusic.Artists.self,
      #require(loaded.artists?.first).id
    )
    try await reader.list(\.albums, of: artist)
    try await reader.list(\.genres, of: artist)
    try await reader.list(\.musicVideos, of: artist)
    try await reader.list(\.playlists, of: artist)
    try await reader.list(\.station, of: artist)
    try await reader.list(\.appearsOnAlbums, of: artist)
    try await reader.list(\.compilationAlbums, of: artist)
    try await reader.list(\.featuredAlbums, of: artist)
    try await reader.list(\.featuredMusicVideos, of: artist)
    try await reader.list(\.featuredPlaylists, of: artist)
    try await reader.list(\.fullAlbums, of: artist)
    try await reader.list(\.latestRelease, of: artist)
    try await reader.list(\.liveAlbums, of: artist)
    try await reader.list(\.singles, of: artist)
    try await reader.list(\.topMusicVideos, of: artist)
    let alike = try reader.checked(await reader.client.similarArtists(toArtist: artist.id))
    let top = try reader.checked(await reader.client.topSongs(ofArtist: artist.id))
    let viewed = try await reader.client.artist(
      artist.id,
      with: [\.similarArtists, \.topSongs, \.albums]
    )
    #expect(viewed.similarArtists?.first?.id == alike.first?.id)
    #expect(viewed.topSongs?.first?.id == top.first?.id)
    #expect(viewed.albums?.isEmpty == false)
    let many = try await reader.client.resources(
      AppleMusic.Artists.self,
      ids: [artist.id],
      with: [\.similarArtists]
    )
    #expect(many.resources.first?.similarArtists?.map(\.id) == viewed.similarArtists?.map(\.id))
  }

  private static func lists(_ reader: Reader) async throws {
    let playlist = try await reader.read(
      AppleMusic.Playlists.self,
      #require(reader.chart(\.playlists, .playlists).first).id
    )
    try await reader.list(\.curator, of: playlist)
    try await reader.list(\.library, of: playlist)
    #expect(try await !reader.list(\.tracks, of: playlist).isEmpty)
    try await reader.list(\.featuredArtists, of: playlist)
    try await reader.list(\.moreByCurator, of: playlist)
    #expect(try await !reader.client.chartPlaylists(of: ["us", "jp"]).isEmpty)
    let live = try reader.checked(await reader.client.liveStations())
    let station = try await reader.read(AppleMusic.Stations.self, #require(live.first).id)
    try await reader.list(\.radioShow, of: station)
    #expect(try await reader.client.personalStation() != nil)
    let genres = try reader.checked(await reader.client.list(AppleMusic.Genres.self))
    try await reader.read(AppleMusic.Genres.self, #require(genres.first).id)
    let stationGenres = try reader.checked(
      await reader.client.list(AppleMusic.StationGenres.self)
    )
    let stationGenre = try await reader.read(
      AppleMusic.StationGenres.self,
      #require(stationGenres.first).id
    )
    try await reader.list(\.stations, of: stationGenre)
  }

  private static func editors(_ reader: Reader) async throws {
    let types: [AppleMusic.TypeName] = [.curators, .appleCurators, .activities]
    var found = AppleMusic.SearchResults()
    // The catalog is invented. Some words of its titles and names find each type.
    for term in ["a", "the", "music", "radio", "party", "rock", "jazz"] {
      let answer = try await reader.client.search(term, for: types, limit: 5).results
      found.curators = found.curators ?? answer.curators
      found.appleCurators = found.appleCurators ?? answer.appleCurators
      found.activities = found.activities ?? answer.activities
    }
    let curator = try await reader.read(
      AppleMusic.Curators.self,
      #require(found.curators?.first).id
    )
    try await reader.list(\.playlists, of: curator)
    let apple = try await reader.read(
      AppleMusic.AppleCurators.self,
      #require(found.appleCurators?.first).id
    )
    try await reader.list(\.playlists, of: apple)
    try await reader.list(\.grouping, of: apple)
    let activity = try await reader.read(
      AppleMusic.Activities.self,
      #require(found.activities?.first).id
    )
    try await reader.list(\.playlists, of: activity)
    var labels: [AppleMusic.RecordLabel] = []
    for album in try await reader.chart(\.albums, .albums) where labels.isEmpty {
      labels = try await Array(reader.list(\.recordLabels, of: album))
    }
    let label = try await reader.read(AppleMusic.RecordLabels.self, #require(labels.first).id)
    try await reader.list(\.latestReleases, of: label)
    try await reader.list(\.topReleases, of: label)
  }

  private static func codes(_ reader: Reader) async throws {
    let client = reader.client
    let song = try await #require(reader.chart(\.songs, .songs).first { $0.isrc != nil })
    let code = try #require(song.isrc)
    #expect(try await client.songs(isrcs: [code])[code].contains { $0.id == song.id })
    let album = try await #require(reader.chart(\.albums, .albums).first { $0.upc != nil })
    let upc = try #require(album.upc)
    #expect(try await client.albums(upcs: [upc])[upc].contains { $0.id == album.id })
    let video = try await #require(
      reader.chart(\.musicVideos, .musicVideos).first { $0.isrc != nil }
    )
    let videoCode = try #require(video.isrc)
    #expect(try await !client.musicVideos(isrcs: [videoCode])[videoCode].isEmpty)
    let there = client.in(storefront: "gb")
    _ = try await there.equivalents(AppleMusic.Songs.self, of: [song.id])
    _ = try await there.equivalents(AppleMusic.Albums.self, of: [album.id])
    _ = try await there.equivalents(AppleMusic.MusicVideos.self, of: [video.id])
  }

  private static func search(_ reader: Reader) async throws {
    let song = try await #require(reader.chart(\.songs, .songs).first)
    let name = try #require(song.name)
    let found = try await reader.client.search(name, for: [.songs, .albums], topResults: true)
    #expect(found.songs?.contains { $0.name == name } == true)
    #expect(found.topResults?.isEmpty == false)
    #expect(found.results.others.isEmpty)
    let start = String(name.prefix(3))
    _ = try await reader.client.searchHints(for: start)
    let suggestions = try await reader.client.searchSuggestions(for: start, types: [.songs])
    #expect(suggestions.suggestions?.unreadable.isEmpty == true)
    let charts = try await reader.client.charts([.songs], with: [.cities, .dailyGlobalTop])
    #expect(charts.cityCharts?.first?.members.isEmpty == false)
    #expect(charts.dailyGlobalTopCharts?.first?.members.isEmpty == false)
    #expect(charts.results.others.isEmpty)
  }

  private static func library(_ reader: Reader) async throws {
    let client = reader.client
    let song = try await reader.read(
      AppleMusic.LibrarySongs.self,
      #require(reader.checked(client.list(AppleMusic.LibrarySongs.self)).first).id
    )
    let album = try await reader.read(
      AppleMusic.LibraryAlbums.self,
      #require(reader.checked(client.list(AppleMusic.LibraryAlbums.self)).first).id
    )
    let artist = try await reader.read(
      AppleMusic.LibraryArtists.self,
      #require(reader.checked(client.list(AppleMusic.LibraryArtists.self)).first).id
    )
    let playlist = try await reader.read(
      AppleMusic.LibraryPlaylists.self,
      #require(reader.checked(client.list(AppleMusic.LibraryPlaylists.self)).first).id
    )
    let video = try await reader.read(
      AppleMusic.LibraryMusicVideos.self,
      #require(reader.checked(client.list(AppleMusic.LibraryMusicVideos.self)).first).id
    )
    try reader.checked(await client.list(AppleMusic.LibraryPlaylistFolders.self))
    let root = try await #require(
      client.list(
        AppleMusic.LibraryPlaylistFolders.self,
        filter: "identity",
        value: "playlistsroot"
      ).first
    )
    let folder = try await reader.read(AppleMusic.LibraryPlaylistFolders.self, root.id)
    try await reader.list(\.albums, of: song)
    try await reader.list(\.artists, of: song)
    try await reader.list(\.catalog, of: song)
    try await reader.list(\.artists, of: album)
    try await reader.list(\.catalog, of: album)
    #expect(try await !reader.list(\.tracks, of: album).isEmpty)
    #expect(try await !reader.list(\.albums, of: artist).isEmpty)
    try await reader.list(\.catalog, of: artist)
    try await reader.list(\.albums, of: video)
    try await reader.list(\.artists, of: video)
    try await reader.list(\.catalog, of: video)
    try await reader.list(\.catalog, of: playlist)
    try await reader.list(\.parent, of: playlist)
    try await reader.list(\.tracks, of: playlist)
    #expect(try await !reader.list(\.children, of: folder).isEmpty)
    try await reader.list(\.parent, of: folder)
    try reader.checked(await client.list(.recentlyAdded))
    let mixed = try await client.items([song.identifier, album.identifier])
    #expect(mixed.items.map(\.identifier.id) == [song.id, album.id])
    let found = try await client.search(#require(song.name), for: [.librarySongs])
    #expect(found.librarySongs?.contains { $0.id == song.id } == true)
  }

  private static func changes(_ reader: Reader) async throws {
    let client = reader.client
    let charted = try await reader.chart(\.songs, .songs)
    let before = try await client.list(AppleMusic.LibrarySongs.self, limit: 1).total ?? 0
    let new = try await client.search("a", for: [.songs], limit: 25)
    try await client.addToLibrary((new.songs?.members ?? charted.members).map(\.identifier))
    reader.settle()
    #expect(try await client.list(AppleMusic.LibrarySongs.self, limit: 1).total ?? 0 > before)

    let folder = try await client.createPlaylistFolder(named: "Trips")
    let playlist = try await client.createPlaylist(
      named: "By the sea",
      description: "made by a test",
      tracks: charted.prefix(2).map(\.identifier),
      inFolder: folder.id
    )
    try await client.add([#require(charted.last).identifier], toPlaylist: playlist.id)
    reader.settle()
    #expect(try await reader.list(\.tracks, of: playlist).count == 3)
    #expect(try await reader.list(\.children, of: folder).map(\.identifier.id) == [playlist.id])
    #expect(try await reader.list(\.parent, of: playlist).first?.name == "Trips")
  }

  private static func ratings(_ reader: Reader) async throws {
    let client = reader.client
    let song = try await #require(reader.chart(\.songs, .songs).first)
    #expect(try await client.rating(of: song.id, type: .songs) == nil)
    try await client.rate(song.id, type: .songs, as: .love)
    #expect(try await client.rating(of: song.id, type: .songs) == .love)
    #expect(try await client.ratings(of: [song.id], type: .songs) == [song.id: .love])
    try await client.removeRating(of: song.id, type: .songs)
    #expect(try await client.ratings(of: [song.id], type: .songs) == [:])
    try await client.addToFavorites([song.identifier])
  }

  private static func history(_ reader: Reader) async throws {
    let client = reader.client
    let recommendations = try reader.checked(
      await client.list(AppleMusic.PersonalRecommendations.self)
    )
    let recommendation = try await reader.read(
      AppleMusic.PersonalRecommendations.self,
      #require(recommendations.first).id
    )
    #expect(try await !reader.list(\.contents, of: recommendation).isEmpty)
    #expect(try await !reader.checked(client.list(.heavyRotation)).isEmpty)
    #expect(try await !reader.checked(client.list(.recentlyPlayed)).isEmpty)
    #expect(try await !reader.checked(client.list(.recentTracks)).isEmpty)
    #expect(try await !reader.checked(client.list(.recentStations)).isEmpty)
    let replay = try await #require(client.latestReplay())
    #expect(replay.year != nil)
    #expect(replay.topSongs?.songs.isEmpty == false)
    #expect(replay.topArtists?.isEmpty == false && replay.topAlbums?.isEmpty == false)
  }
}

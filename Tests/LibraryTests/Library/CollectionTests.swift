#if SQLite
  import PlayerKitServices
  import PlayerKit
  import PlayerKitLibrary
  import TestSupport
  import Testing

  @Suite("Artists and albums of a library", .tags(.local), .timeLimit(.minutes(3)))
  struct CollectionTests {
    private let dumps = LibraryBench()

    private var library: LibraryIndex {
      get throws {
        let records =
          dumps.record(5, "Help!", "The Beatles", "Help!", score: 31)
          + dumps.record(6, "Beatles", "A Cover Band", "Homogenic Beats", score: 5)
          + dumps.record(7, "Money (AC/DC)", "AC/DC", "100% Live", score: 50)
        try dumps.take(dumps.write(dumps.usual + records))
        return try LibraryIndex(path: dumps.path)
      }
    }

    @Test("are found by words of their names, not of their songs")
    func found() throws {
      defer { dumps.scratch.remove() }
      let library = try library
      #expect(try library.artists(matching: "beatles") == ["The Beatles"])
      #expect(try library.artists(matching: "BEAT the") == ["The Beatles"])
      #expect(try library.artists(matching: "the BEAT") == ["The Beatles"])
      #expect(try library.artists(matching: "bjork") == ["Björk"])
      #expect(try library.artists(matching: "yesterday").isEmpty)
      // A typing mistake is accepted only if no name has the word.
      #expect(try library.artists(matching: "beetles") == ["The Beatles"])
      #expect(
        try library.albums(matching: "homogen")
          == [
            .init(title: "Homogenic", artist: "Björk"),
            .init(title: "Homogenic Beats", artist: "A Cover Band"),
          ]
      )
      #expect(
        try library.albums(matching: "bjork homogenic")
          == [.init(title: "Homogenic", artist: "Björk")]
      )
      // An artist's name alone finds no album.
      #expect(try library.albums(matching: "bjork").isEmpty)
      #expect(try library.artists(matching: "").isEmpty && library.albums(matching: "!").isEmpty)
      #expect(try library.artists(matching: "beatles", limit: 0).isEmpty)
    }

    @Test("have exactly the songs that name them")
    func inside() throws {
      defer { dumps.scratch.remove() }
      let library = try library
      #expect(try library.songs(by: "The Beatles").map(\.title) == ["Yesterday", "Help!"])
      #expect(try library.songs(by: "The Beatles", limit: 1).map(\.title) == ["Yesterday"])
      #expect(try library.songs(by: "Beatles").isEmpty && library.songs(by: "!!!").isEmpty)
      let album = LibraryAlbum(title: "Help!", artist: "The Beatles")
      #expect(try library.songs(of: album).count == 2)
      #expect(try library.songs(of: .init(title: "Help!", artist: "Björk")).isEmpty)
    }

    @Test("an album of files has its songs in the order of their paths")
    func files() async throws {
      let bench = try FolderBench()
      defer { bench.scratch.remove() }
      for (title, name) in [("Second", "2.mp3"), ("Third", "3.mp3"), ("First", "1.mp3")] {
        try bench.write(title, album: "The Record", to: name)
        try await bench.folders.add(bench.music)
        try await bench.folders.scan()
      }
      let library = try LibraryIndex(path: bench.library)
      let album = try #require(try library.albums(matching: "record").first)
      #expect(try library.songs(of: album).map(\.title) == ["First", "Second", "Third"])
    }

    @Test("are searched, opened and queued like a service's, also by a remote control")
    func asService() async throws {
      defer { dumps.scratch.remove() }
      _ = try library
      let service = LibraryService(path: dumps.path)
      #expect(service.catalog.searchableKinds == [.song, .album, .artist])
      let reader = RemoteItemReader(services: MusicServices([service]))
      for (kind, term, title) in [
        (MusicLink.Kind.artist, "ac dc", "AC/DC"), (.album, "100% live", "100% Live"),
      ] {
        let page = try await service.catalog.search(term, for: kind, limit: 5)
        let entry = try #require(page.entries.first)
        #expect(page.entries.count == 1 && entry.title == title && entry.link.kind == kind)
        let inside = try await service.catalog.contents(of: entry.link, limit: 10)
        #expect(inside.entries.map(\.title) == ["Money (AC/DC)"])
        let item = try #require(entry.item)
        let tracks = try await reader.items(for: item).map(\.track)
        #expect(tracks.map(\.metadata.title) == ["Money (AC/DC)"])
      }
      for odd in [
        "library:artist:", "library:artist:%ZZ", "library:album:a", "library:album:a/b/c",
      ] {
        await #expect(throws: PlayerError.self) { try await reader.items(for: odd) }
      }
      await #expect(throws: CatalogError.self) {
        try await service.catalog.search("a", for: .playlist, limit: 5)
      }
    }
  }
#endif

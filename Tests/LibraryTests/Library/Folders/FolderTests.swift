#if SQLite
  import Foundation
  import TestSupport

  import PlayerKitLibrary
  import Testing

  @Suite("Folders of music in a library", .tags(.local), .timeLimit(.minutes(3)))
  struct FolderTests {
    private let bench: FolderBench

    init() throws { bench = try FolderBench() }

    @Test("their tags are found, and the songs are playable files")
    func finds() async throws {
      defer { bench.scratch.remove() }
      try bench.write("Opening Night", artist: "The Example Band", to: "A/B/one.mp3")
      try bench.put(try Fixture.data("Tags/comments.flac"), to: "A/two.FLAC")
      try bench.put(Data("text".utf8), to: "A/notes.txt")
      let report = try await bench.folders.add(bench.music)
      #expect(report.songs == 2 && report.read == 2 && report.unreadable == 0)
      let index = try LibraryIndex(path: bench.library)
      let song = try #require(try index.songs(matching: "band open").first)
      #expect(song.title == "Opening Night" && song.artist == "The Example Band")
      #expect(song.duration != nil)
      #expect(song.path?.hasSuffix("/music/A/B/one.mp3") == true)
      #expect(try index.songs(matching: "morgen").map(\.title) == ["Früh am Morgen – 朝"])
      #expect(try bench.titles("opneing") == ["Opening Night"])
      #expect(try bench.scratch.mode(of: "library.sqlite.folders") == 0o600)
    }

    @Test(
      "a second scan compares sizes and times, reads changes, and removes missing files"
    )
    func rescans() async throws {
      defer { bench.scratch.remove() }
      for number in 0..<30 {
        try bench.write("Title \(number)", to: "\(number % 3)/deep/\(number).mp3")
      }
      try await bench.folders.add(bench.music)
      #expect(bench.inspector.take().count == 30)
      let same = try await bench.folders.scan()
      #expect(same.songs == 30 && same.read == 0 && same.removed == 0)
      #expect(bench.inspector.take().isEmpty)
      try bench.write("Another", to: "0/deep/3.mp3")
      try bench.write("New", to: "new.mp3")
      try bench.delete("1/deep/4.mp3")
      try bench.delete("2")
      let report = try await bench.folders.scan()
      #expect(report.songs == 20 && report.read == 2 && report.removed == 11)
      #expect(bench.inspector.take() == ["3.mp3", "new.mp3"])
      #expect(bench.count() == 20)
      #expect(
        try bench.titles("another") == ["Another"] && !bench.titles("title 3").contains("Title 3")
      )
      #expect(try !bench.titles("title 5").contains("Title 5"))
    }

    @Test("a single change is applied alone: a new, changed or missing file, and a folder")
    func applies() async throws {
      defer { bench.scratch.remove() }
      for number in 0..<20 { try bench.write("Title \(number)", to: "a/\(number).mp3") }
      try await bench.folders.add(bench.music)
      _ = bench.inspector.take()
      try bench.write("New", to: "a/new.mp3")
      try bench.write("Unseen", to: "a/unseen.mp3")
      let root = try #require(try bench.folders.folders().first)
      #expect(try await bench.folders.update(root + "/a/new.mp3").read == 1)
      #expect(bench.inspector.take() == ["new.mp3"])
      #expect(try bench.titles("new") == ["New"] && bench.titles("unseen").isEmpty)
      try bench.delete("a/new.mp3")
      #expect(try await bench.folders.update(root + "/a/new.mp3").removed == 1)
      #expect(try bench.titles("new").isEmpty)
      try bench.delete("a")
      #expect(try await bench.folders.update(root + "/a").removed == 0)
      // Nothing is left at all. The disk may be unmounted.
      #expect(bench.count() == 20)
      try bench.write("Other", to: "b/other.mp3")
      #expect(try await bench.folders.update(root + "/a/").removed == 20)
      #expect(try await bench.folders.update(bench.scratch.path("elsewhere.mp3")) == .init())
      #expect(bench.count() == 0)
    }

    @Test("a file without audio is reported once, skipped, and not read again")
    func odd() async throws {
      defer { bench.scratch.remove() }
      try bench.write("Good", to: "good.mp3")
      try bench.put(Data("no sound at all".utf8), to: "text.flac")
      try bench.put(Data(), to: "empty.mp3")
      #expect(mkfifo(bench.music + "/pipe.mp3", 0o600) == 0)
      try bench.put(Data("hidden".utf8), to: ".hidden/x.mp3")
      let report = try await bench.folders.add(bench.music)
      #expect(report.songs == 1 && report.unreadable == 3)
      let names = report.failures.map { $0.path.split(separator: "/").last ?? "" }.sorted()
      #expect(names == ["empty.mp3", "pipe.mp3", "text.flac"])
      #expect(report.failures.allSatisfy { !$0.message.isEmpty })
      _ = bench.inspector.take()
      let again = try await bench.folders.scan()
      #expect(again.songs == 1 && again.unreadable == 3 && bench.inspector.take().isEmpty)
      // After its repair it is a song.
      try bench.write("Mended", to: "text.flac")
      #expect(try await bench.folders.scan().songs == 2)
      #expect(try bench.titles("mended") == ["Mended"])
    }

    @Test("symbolic links that form circles, leave the folder or lead nowhere are not followed")
    func links() async throws {
      defer { bench.scratch.remove() }
      try bench.write("Only", to: "a/only.mp3")
      let manager = FileManager.default
      try manager.createSymbolicLink(
        atPath: bench.music + "/a/loop",
        withDestinationPath: bench.music
      )
      try manager.createSymbolicLink(atPath: bench.music + "/out", withDestinationPath: "/")
      try manager.createSymbolicLink(
        atPath: bench.music + "/nowhere.mp3",
        withDestinationPath: "none.mp3"
      )
      let report = try await bench.folders.add(bench.music + "/a/loop")
      #expect(report.songs == 1 && report.unreadable == 0)
      #expect(try await bench.folders.add(bench.music) == bench.folders.scan())
      #expect(try bench.folders.folders().count == 1)
    }

    @Test("a missing folder keeps its songs until it is removed")
    func gone() async throws {
      defer { bench.scratch.remove() }
      try bench.write("Kept", to: "a/kept.mp3")
      let other = bench.scratch.path("other")
      try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
      try await bench.folders.add(bench.music)
      try await bench.folders.add(other)
      #expect(try bench.folders.folders().count == 2)
      let away = bench.scratch.path("away")
      try FileManager.default.moveItem(atPath: bench.music, toPath: away)
      let report = try await bench.folders.scan()
      #expect(report.removed == 0 && report.failures.count == 2)
      #expect(try bench.titles("kept") == ["Kept"])
      await #expect(throws: LibraryError.self) { try await bench.folders.add(bench.music) }
      try FileManager.default.moveItem(atPath: away, toPath: bench.music)
      try bench.folders.remove(bench.music)
      #expect(bench.count() == 0)
      #expect(try bench.folders.folders() == [other])
    }

    @Test("a folder within an added folder can't be removed by itself")
    func within() async throws {
      defer { bench.scratch.remove() }
      try bench.write("Inner", to: "a/one.mp3")
      try await bench.folders.add(bench.music)
      try bench.folders.remove(bench.music + "/a")
      #expect(try bench.titles("inner") == ["Inner"])
    }

    @Test("nothing is added next to a file that is no library")
    func other() async throws {
      defer { bench.scratch.remove() }
      try bench.write("Song", to: "one.mp3")
      try Data("My diary, which is no database.".utf8)
        .write(to: URL(fileURLWithPath: bench.library))
      await #expect {
        try await bench.folders.add(bench.music)
      } throws: {
        ($0 as? LibraryError)?.code == .notALibrary
      }
      #expect(!FileManager.default.fileExists(atPath: bench.library + ".folders"))
    }

    @Test("a folder within another is part of it, whichever was added first")
    func nested() async throws {
      defer { bench.scratch.remove() }
      try bench.write("Inner", to: "a/inner.mp3")
      try bench.write("Outer", to: "outer.mp3")
      try await bench.folders.add(bench.music + "/a")
      #expect(bench.count() == 1)
      try await bench.folders.add(bench.music)
      try await bench.folders.add(bench.music + "/a")
      #expect(bench.count() == 2)
      #expect(try bench.folders.folders().count == 1)
    }

    @Test("songs of folders come before those of dumps, page by page, and an import keeps them")
    func together() async throws {
      defer { bench.scratch.remove() }
      let dumps = LibraryBench()
      defer { dumps.scratch.remove() }
      for number in 0..<3 { try bench.write("Yesterday \(number)", to: "\(number).mp3") }
      for number in 0..<3 { try bench.write("Yesterdaz", to: "near \(number).mp3") }
      try await bench.folders.add(bench.music)
      _ = try LibraryImporter(path: bench.library).run(dumps.write(dumps.usual))
      let index = try LibraryIndex(path: bench.library)
      #expect(try index.count() == 10)
      let all = try index.songs(matching: "yesterday", limit: 10).map(\.title)
      #expect(all.count == 5 && all.prefix(3).allSatisfy { $0.hasPrefix("Yesterday ") })
      var paged: [String] = []
      for offset in 0..<6 {
        paged += try index.songs(matching: "yesterday", limit: 1, offset: offset).map(\.title)
      }
      #expect(paged == all)
      // A page after the last one is no typing mistake in the query.
      #expect(try index.songs(matching: "yesterday", limit: 5, offset: 5).isEmpty)
      #expect(try index.songs(matching: "beetles").map(\.title) == ["Yesterday"])
    }

    @Test("a cancelled scan keeps its songs, and the next one continues")
    func cancelled() async throws {
      defer { bench.scratch.remove() }
      for number in 0..<400 { try bench.put(Data("x".utf8), to: "\(number).mp3") }
      let folders = bench.folders
      let music = bench.music
      let task = Task {
        try await folders.add(music) { _ in withUnsafeCurrentTask { $0?.cancel() } }
      }
      await #expect(throws: CancellationError.self) { try await task.value }
      let first = bench.inspector.take().count
      #expect(first < 400)
      let report = try await bench.folders.scan()
      #expect(report.unreadable == 400 && report.read < 400)
    }
  }
#endif

#if SQLite
  import Foundation
  import PlayerKitSystem
  import PlayerKitInspection
  import PlayerKit
  import PlayerKitLibrary
  import TestSupport
  import Testing

  @Suite("Hostile folders", .tags(.local))
  struct HostileFolderTests {
    @Test("names that look alike are two, and a file renamed to the other form is found")
    func alike() async throws {
      let bench = try FolderBench()
      defer { bench.scratch.remove() }
      try bench.write("Composed", to: "\u{E9}.mp3")
      try bench.write("Apart", to: "e\u{301}.mp3")
      try bench.write("Moved", to: "\u{E9}/\u{E9}.mp3")
      let report = try await bench.folders.add(bench.music)
      #expect(report.songs == 3 && bench.count() == 3)
      #expect(try await bench.folders.scan().read == 0)
      let (old, new) = (bench.music + "/\u{E9}", bench.music + "/e\u{301}")
      #expect(rename(old, new) == 0)
      #expect(rename(new + "/\u{E9}.mp3", new + "/e\u{301}.mp3") == 0)
      try await bench.folders.scan()
      let song = try LibraryIndex(path: bench.library).songs(matching: "moved").first
      #expect(access(song?.path ?? "", R_OK) == 0)
      #expect(bench.count() == 3)
    }

    @Test(
      "a path that leads up, a link, and a hidden file add nothing from outside",
      arguments: [
        "../secret/b.mp3", "../secret", "link/b.mp3", "link", "./../secret/b.mp3", ".hidden/c.mp3",
        ".", "..", "//..//secret/b.mp3",
      ]
    )
    func outside(path: String) async throws {
      let bench = try FolderBench()
      defer { bench.scratch.remove() }
      try bench.write("Inside", to: "a.mp3")
      try bench.write("Outside", to: "../secret/b.mp3")
      try bench.write("Hidden", to: ".hidden/c.mp3")
      #expect(symlink(bench.scratch.path("secret"), bench.music + "/link") == 0)
      try await bench.folders.add(bench.music)
      let report = try await bench.folders.update(bench.music + "/" + path)
      #expect(report.read == 0 && report.removed == 0)
      #expect(try bench.titles("inside") == ["Inside"])
      #expect(bench.count() == 1)
    }

    @Test(
      "the next scan reads files that were unreadable for a while, but no files without audio",
      arguments: [
        (PlayerError.Code.unreadable, 1), (.timedOut, 1), (.notFound, 1), (.unsupportedFormat, 0),
        (.interrupted, 0),
      ]
    )
    func again(code: PlayerError.Code, read: Int) async throws {
      let bench = try FolderBench()
      defer { bench.scratch.remove() }
      try bench.write("Song", to: "a.mp3")
      let inspector = FailingInspector(PlayerError(code, "It does not work."))
      let folders = LibraryFolders(library: bench.library, inspector: inspector)
      #expect(try await folders.add(bench.music).unreadable == 1)
      inspector.mend()
      let report = try await folders.scan()
      #expect(report.read == read && report.songs == read)
    }

    @Test("a file that claims an absurd length is added without a length")
    func endless() async throws {
      let bench = try FolderBench()
      defer { bench.scratch.remove() }
      try bench.write("Song", to: "a.mp3")
      let inspector = FailingInspector(nil, duration: .seconds(Int64.max))
      let folders = LibraryFolders(library: bench.library, inspector: inspector)
      #expect(try await folders.add(bench.music).songs == 1)
      #expect(try LibraryIndex(path: bench.library).songs(matching: "song").first?.duration == nil)
    }
  }

  /// Fails until it is repaired. Then it has a title and a length.
  private final class FailingInspector: MediaInspecting {
    private let error: Locked<PlayerError?>
    private let duration: Duration?

    init(_ error: PlayerError?, duration: Duration? = nil) {
      self.error = Locked(error)
      self.duration = duration
    }

    func mend() { error.withLock { $0 = nil } }

    func place(of track: any Track) -> InspectionPlace? { nil }

    func inspect(_ track: any Track) async throws -> TrackMetadata {
      if let error = error.withLock({ $0 }) { throw error }
      return TrackMetadata(title: "Song", duration: duration)
    }
  }
#endif

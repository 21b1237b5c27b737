#if SQLite
  import Foundation
  import TestSupport
  import Testing

  @testable import PlayerKitLibrary

  @Suite("Library folders with links, retagged files, and too much inside", .tags(.local))
  struct LeftOutTests {
    private let bench: FolderBench

    init() throws { bench = try FolderBench() }

    private func link(_ name: String, to target: String) throws {
      try FileManager.default.createSymbolicLink(
        atPath: bench.music + "/" + name,
        withDestinationPath: target
      )
    }

    @Test("links to something hidden are followed, and others are found at their own paths")
    func follows() async throws {
      defer { bench.scratch.remove() }
      try bench.write("Seen", to: "a/seen.mp3")
      try bench.write("Pooled", to: ".pool/1f/object.mp3")
      try bench.write("Deep", to: ".pool/folder/deep.mp3")
      try link("a/linked.mp3", to: "../.pool/1f/object.mp3")
      try link("a/again.mp3", to: "seen.mp3")
      try link("album", to: ".pool/folder")
      try link("same", to: "a")
      let report = try await bench.folders.add(bench.music)
      #expect(report.songs == 3 && report.leftOut == .init() && report.unreadable == 0)
      #expect(bench.inspector.take() == ["deep.mp3", "linked.mp3", "seen.mp3"])
      let again = try await bench.folders.scan()
      #expect(again.songs == 3 && again.read == 0 && again.removed == 0)
      try bench.write("Other", to: ".pool/1f/object.mp3")
      #expect(try await bench.folders.scan().read == 1)
      let root = try #require(try bench.folders.folders().first)
      try bench.delete("a/linked.mp3")
      #expect(try await bench.folders.update(root + "/a/linked.mp3").removed == 1)
      try link("a/linked.mp3", to: "../.pool/1f/object.mp3")
      #expect(try await bench.folders.update(root + "/a/linked.mp3").read == 1)
      try bench.delete("album")
      #expect(try await bench.folders.scan().removed == 1)
      #expect(bench.count() == 2)
    }

    @Test("links that lead out, nowhere or in circles are counted, and not followed")
    func counts() async throws {
      defer { bench.scratch.remove() }
      try bench.write("Seen", to: "seen.mp3")
      try bench.write("Outside", to: "../outside/x.mp3")
      try bench.write("Hidden", to: ".one/h.mp3")
      try bench.write("Hidden", to: ".two/g.mp3")
      try link("out", to: bench.scratch.path("outside"))
      try link("out.mp3", to: bench.scratch.path("outside/x.mp3"))
      try link("out.txt", to: "/etc/hostname")
      try link("nowhere.mp3", to: "none.mp3")
      try link("up", to: ".")
      try link("one", to: ".one")
      try link(".one/two", to: "../.two")
      try link(".two/one", to: "../.one")
      let report = try await bench.folders.add(bench.music)
      #expect(report.songs == 3)
      #expect(report.leftOut.links == 4)
      #expect(try await bench.folders.scan() == report.with(read: 0))
    }

    @Test("a retag is noticed that keeps the size and restores the time of change")
    func retags() async throws {
      defer { bench.scratch.remove() }
      try bench.write("Title A", to: "a.mp3")
      try await bench.folders.add(bench.music)
      #expect(try await bench.folders.scan().read == 0)
      let path = bench.music + "/a.mp3"
      var (before, after) = (stat(), stat())
      #expect(lstat(path, &before) == 0)
      try bench.write("Title B", to: "a.mp3")
      #if canImport(Darwin)
        let times = [before.st_atimespec, before.st_mtimespec]
      #else
        let times = [before.st_atim, before.st_mtim]
      #endif
      #expect(utimensat(AT_FDCWD, path, times, 0) == 0 && lstat(path, &after) == 0)
      #expect(after.st_size == before.st_size)
      #expect(try await bench.folders.scan().read == 1)
      #expect(try bench.titles("title") == ["Title B"])
    }

    @Test("a folder with too many names keeps the songs of those that were not read")
    func tooMany() async throws {
      defer { bench.scratch.remove() }
      for number in 0..<20 { try bench.write("Title \(number)", to: "many/\(number).mp3") }
      try bench.write("Few", to: "few/x.mp3")
      try await bench.folders.add(bench.music)
      let folders = LibraryFolders(
        library: bench.library,
        inspector: bench.inspector,
        maximumNames: 10
      )
      let report = try await folders.scan()
      #expect(report.removed == 0 && report.leftOut.tooMany == 1 && report.unreadable == 1)
      #expect(report.failures.first?.message.contains("too many names") == true)
      #expect(bench.count() == 21)
      // A complete listing still removes what is gone.
      try bench.delete("few/x.mp3")
      try bench.write("Stays", to: "few/y.mp3")
      #expect(try await folders.scan().removed == 1)
    }

    @Test("a folder that is too deep says so, and names that are not UTF-8 are counted")
    func tooDeep() async throws {
      defer { bench.scratch.remove() }
      let deep = String(repeating: "d/", count: FolderScan.maximumDepth + 1)
      try bench.write("Deep", to: deep + "x.mp3")
      try bench.write("Near", to: "d/y.mp3")
      #if os(Linux)
        let name = Array(bench.music.utf8) + [UInt8(ascii: "/"), 0xFF] + Array(".mp3".utf8) + [0]
        let file = creat(name.map { CChar(bitPattern: $0) }, 0o600)
        #expect(file >= 0 && close(file) == 0)
      #endif
      let report = try await bench.folders.add(bench.music)
      #expect(report.songs == 1 && report.leftOut.tooDeep == 1)
      #expect(report.failures.contains { $0.message.contains("too deep") })
      #if os(Linux)
        #expect(report.leftOut.unreadableNames == 1)
      #endif
    }
  }

  extension LibraryFolders.Report {
    fileprivate func with(read: Int) -> Self {
      var copy = self
      copy.read = read
      return copy
    }
  }
#endif

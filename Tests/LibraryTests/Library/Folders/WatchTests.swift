#if SQLite
  import Foundation
  import PlayerKitSystem
  import PlayerKitTesting
  import TestSupport
  import Testing

  @testable import PlayerKitLibrary

  @Suite("A library that watches its folders", .tags(.local), .timeLimit(.minutes(3)))
  struct WatchTests {
    private let bench: FolderBench

    init() throws { bench = try FolderBench() }

    /// Watches while a body runs.
    private func watching(
      by watching: (any FolderWatching)? = nil,
      _ body: (Locked<[LibraryFolders.Report]>) async throws -> Void
    ) async throws {
      let reports = Locked<[LibraryFolders.Report]>([])
      let folders = bench.folders
      let task = Task {
        let tell = { @Sendable report in reports.withLock { $0.append(report) } }
        if let watching {
          try await folders.watch(by: watching, onChange: tell)
        } else {
          try await folders.watch(onChange: tell)
        }
      }
      try await eventually("the first scan") { reports.withLock { !$0.isEmpty } }
      try await body(reports)
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }

    #if os(Linux)
      @Test("new, changed, moved and deleted files are followed, also in new folders")
      func follows() async throws {
        defer { bench.scratch.remove() }
        try bench.write("First", to: "a/first.mp3")
        try await bench.folders.add(bench.music)
        _ = bench.inspector.take()
        try await watching { _ in
          try bench.write("Second", to: "a/second.mp3")
          try await eventually("a new file") { (try? bench.titles("second")) == ["Second"] }
          try bench.write("Third", to: "new/deep/third.mp3")
          try await eventually("a new folder") { (try? bench.titles("third")) == ["Third"] }
          try bench.write("Fourth", to: "new/deep/fourth.mp3")
          try await eventually("a file in it") { (try? bench.titles("fourth")) == ["Fourth"] }
          try bench.write("Other words", to: "a/second.mp3")
          try await eventually("a change") { (try? bench.titles("words")) == ["Other words"] }
          try bench.delete("a/second.mp3")
          try await eventually("a file that goes") { (try? bench.titles("words"))?.isEmpty == true }
          try FileManager.default.moveItem(
            atPath: bench.music + "/new",
            toPath: bench.music + "/moved"
          )
          try await eventually("a folder that moves") {
            let songs = try? LibraryIndex(path: bench.library).songs(matching: "fourth")
            return songs?.first?.path?.contains("/moved/deep/") == true && songs?.count == 1
          }
          try bench.write("Fifth", to: "moved/deep/fifth.mp3")
          try await eventually("a file where it is now") {
            (try? bench.titles("fifth")) == ["Fifth"]
          }
          try bench.delete("moved")
          try await eventually("a folder that goes") { bench.count() == 1 }
        }
        // Unchanged files were not read again.
        #expect(!bench.inspector.take().contains("first.mp3"))
      }
    #endif

    @Test("too many changes to report cause a full scan")
    func overflows() async throws {
      defer { bench.scratch.remove() }
      try bench.write("First", to: "first.mp3")
      try await bench.folders.add(bench.music)
      let stub = StubWatching()
      try await watching(by: stub) { reports in
        try bench.write("Second", to: "deep/second.mp3")
        stub.send(.anything)
        try await eventually("a scan") { reports.withLock { $0.count == 2 } }
        #expect(try bench.titles("second") == ["Second"])
        try bench.write("Third", to: "deep/third.mp3")
        for number in 0..<2_000 { stub.send(.path("/elsewhere/\(number)")) }
        try await eventually("another scan") { (try? bench.titles("third")) == ["Third"] }
      }
    }

    @Test("if the system reports no changes, a full scan runs now and then")
    func periodic() async throws {
      defer { bench.scratch.remove() }
      try bench.write("First", to: "first.mp3")
      try await bench.folders.add(bench.music)
      let clock = ManualClock()
      try await watching(by: PeriodicWatching(interval: .seconds(300), clock: clock)) { _ in
        try bench.write("Second", to: "second.mp3")
        #expect(try await clock.wakeNext() == .seconds(300))
        try await eventually("a scan") { (try? bench.titles("second")) == ["Second"] }
      }
    }
  }

  /// Reports the changes that a test names.
  private struct StubWatching: FolderWatching {
    private let stream: AsyncStream<FolderChange>
    private let continuation: AsyncStream<FolderChange>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func changes(in folders: [String]) -> AsyncStream<FolderChange> { stream }
    func send(_ change: FolderChange) { continuation.yield(change) }
  }
#endif

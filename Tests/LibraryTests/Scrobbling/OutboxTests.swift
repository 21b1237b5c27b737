#if SQLite
  import Foundation
  import GRDB
  import PlayerKit
  import PlayerKitServices
  import PlayerKitLastFM
  import PlayerKitScrobbling
  import TestSupport
  import Testing

  @Suite("The outbox of waiting plays", .tags(.local))
  struct OutboxTests {
    private let folder = ScratchFolder()
    private var path: String { folder.path("outbox.sqlite") }

    private func listen(_ title: String) -> Listen {
      var listen = Listen(
        artist: "The Example Band",
        title: title,
        date: Date(timeIntervalSince1970: 1)
      )
      listen.duration = .milliseconds(213_400)
      listen.musicBrainz = MusicBrainzIDs(recording: "b1a9c0e9-d987-4042-ae91-78d6a3267d69")
      return listen
    }

    @Test("keeps them in order when it is reopened, readable by its owner only")
    func keeps() throws {
      defer { folder.remove() }
      let first = try SQLiteScrobbleOutbox(path: path)
      for title in ["a", "b", "c"] { try first.add(listen(title), for: "lastfm") }
      try first.add(listen("d"), for: "listenbrainz")
      first.close()
      let second = try SQLiteScrobbleOutbox(path: path)
      let rows = try second.waiting(for: "lastfm", limit: 2)
      #expect(rows.map(\.listen) == [listen("a"), listen("b")])
      try second.remove(rows.map(\.number))
      #expect(try second.count(for: "lastfm") == 1)
      #expect(try second.waiting(for: "listenbrainz", limit: 10).map(\.listen.title) == ["d"])
      #expect(try folder.mode(of: "outbox.sqlite") == 0o600)
      #expect(try folder.mode(of: "outbox.sqlite-wal") == 0o600)
    }

    @Test("leaves nothing after it is erased")
    func erase() throws {
      defer { folder.remove() }
      let outbox = try SQLiteScrobbleOutbox(path: path)
      for number in 0..<500 { try outbox.add(listen("Secret \(number)"), for: "lastfm") }
      try outbox.erase()
      #expect(try outbox.count(for: "lastfm") == 0)
      outbox.close()
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) {
        let bytes = try Data(contentsOf: folder.url.appendingPathComponent(name))
        #expect(bytes.range(of: Data("Secret".utf8)) == nil, "\(name)")
      }
    }

    @Test("becomes readable by its owner only, even if everybody could read it")
    func rights() throws {
      defer { folder.remove() }
      let outbox = try SQLiteScrobbleOutbox(path: path)
      try outbox.add(listen("a"), for: "lastfm")
      outbox.close()
      #expect(chmod(path, 0o666) == 0)
      let again = try SQLiteScrobbleOutbox(path: path)
      try again.add(listen("b"), for: "lastfm")
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) {
        #expect(try folder.mode(of: name) == 0o600, "\(name)")
      }
    }

    @Test("fails every call after it is closed")
    func closed() throws {
      defer { folder.remove() }
      let outbox = try SQLiteScrobbleOutbox(path: path)
      outbox.close()
      outbox.close()
      for ask in [
        { _ = try outbox.waiting(for: "lastfm", limit: 1) },
        { try outbox.add(listen("a"), for: "lastfm") }, { try outbox.erase() },
        { _ = try outbox.count(for: "lastfm") },
      ] as [() throws -> Void] {
        #expect { try ask() } throws: { ($0 as? QueueStoreError)?.code == .closed }
      }
    }

    @Test("skips unreadable rows, and can remove them")
    func unreadable() throws {
      defer { folder.remove() }
      let first = try SQLiteScrobbleOutbox(path: path)
      for number in 0..<60 { try first.add(listen("\(number)"), for: "lastfm") }
      try first.add(listen("other"), for: "listenbrainz")
      first.close()
      try spoil("number <= 55 OR service = 'listenbrainz'")
      let second = try SQLiteScrobbleOutbox(path: path)
      #expect(try second.waiting(for: "lastfm", limit: 50).count == 5)
      #expect(try second.removeUnreadable(for: "lastfm") == 55)
      #expect(try second.removeUnreadable(for: "lastfm") == 0)
      #expect(try second.count(for: "lastfm") == 5)
      #expect(try second.count(for: "listenbrainz") == 1)
    }

    @Test("unreadable plays are reported and dropped, and the others are sent to the service")
    func unreadablePlays() async throws {
      defer { folder.remove() }
      let first = try SQLiteScrobbleOutbox(path: path)
      for number in 0..<52 {
        var listen = listen("\(number)")
        listen.date = Date()
        try first.add(listen, for: "lastfm")
      }
      first.close()
      try spoil("number <= 51")
      let outbox = try SQLiteScrobbleOutbox(path: path)
      try await withBench { bench in
        let scrobbler = bench.scrobbler(LastFMService(client: bench.lastFM()), outbox)
        try await bench.told(1)
        await scrobbler.finish()
        #expect(bench.words == ["unreadable 51", "told 51"])
        #expect(try outbox.count(for: "lastfm") == 0)
      }
    }

    /// Puts invalid listens into rows.
    private func spoil(_ condition: String) throws {
      let database = try DatabaseQueue(path: path)
      try database.write { database in
        try database.execute(sql: "UPDATE listen SET json = x'7B7D' WHERE \(condition)")
      }
      try database.close()
    }

    @Test("belongs to one process at a time, and no other database is accepted as one")
    func places() throws {
      defer { folder.remove() }
      let outbox = try SQLiteScrobbleOutbox(path: path)
      try outbox.add(listen("a"), for: "lastfm")
      #expect { try SQLiteScrobbleOutbox(path: path) } throws: {
        ($0 as? QueueStoreError)?.code == .locked
      }
      outbox.close()
      #expect { try SQLiteScrobbleOutbox(path: folder.path("none/outbox")) } throws: {
        ($0 as? QueueStoreError)?.code == .noSuchFolder
      }
      try Data("This is no database, and long enough to be none.".utf8)
        .write(to: URL(fileURLWithPath: folder.path("text")))
      #expect(throws: QueueStoreError.self) { try SQLiteScrobbleOutbox(path: folder.path("text")) }
    }
  }
#endif

#if SQLite
  import Foundation
  import GRDB
  import PlayerKit
  import TestSupport
  import Testing

  @testable import PlayerKitSQLite

  /// A database as the tool wrote it before entries had a start position and a rate.
  @Suite("A database of version 3", .tags(.local), .timeLimit(.minutes(3)))
  final class OldDatabaseTests {
    private let scratch = ScratchFolder()

    deinit {
      scratch.remove()
    }

    @Test("is read unchanged, and accepts new data")
    func restored() async throws {
      let path = scratch.path("queue.sqlite")
      let old = try DatabaseQueue(path: path)
      try await old.write { database in
        try QueueSchema.migrate(database, from: 0, to: 3)
        try database.execute(sql: "PRAGMA application_id = \(QueueDatabase.applicationID)")
        try database.execute(sql: Self.rows)
        try database.execute(
          sql: "INSERT INTO state (id, json) VALUES (0, ?); INSERT INTO play VALUES (0, ?)",
          arguments: [Data(Self.state.utf8), Data(Self.play.utf8)]
        )
      }
      try old.close()
      let store = SQLiteQueueStore(path: path)
      let queue = QueuePlayer()
      let persister = QueuePersister(of: queue, in: store)
      #expect(try await persister.restore())
      #expect(
        queue.entries.map(\.track.id) == ["/nowhere/a.wav", "/nowhere/b.wav", "/nowhere/c.wav"]
      )
      #expect(queue.entries.currentIndex == 1)
      #expect(queue.position == .milliseconds(300))
      #expect(queue.repeatMode == .all)
      let clip = try Clip(from: .milliseconds(100), to: .milliseconds(900))
      #expect(queue.entries.map(\.clip) == [nil, clip, nil])
      #expect(queue.entries.allSatisfy { $0.item.startPosition == .zero && $0.item.rate == nil })
      #expect(queue.status.history.map(\.entry.track.id) == ["/nowhere/b.wav"])

      persister.start()
      let item = QueueItem(URLTrack(path: "d"), startingAt: .seconds(4), rate: 1.5)
      let added = queue.append(item)
      try await persister.close()
      let other = QueuePlayer()
      #expect(try await QueuePersister(of: other, in: SQLiteQueueStore(path: path)).restore())
      #expect(other.entries[added]?.item.startPosition == .seconds(4))
      #expect(other.entries[added]?.item.rate == 1.5)
      #expect(other.entries.count == 4)
    }

    private static let rows = """
      INSERT INTO baseChunk VALUES (1, 9223372036854775806,
        x'0100000000EF9F730200000000EF9F730300000000EF9F73');
      INSERT INTO entry (id, type, trackID, title, clip, track)
        VALUES (8331640618937745409, 'url', '/nowhere/a.wav', 'a.wav', NULL,
          CAST('{"id":"/nowhere/a.wav","metadata":{"title":"a.wav"},"path":"/nowhere/a.wav"}' AS BLOB));
      INSERT INTO entry (id, type, trackID, title, clip, track)
        VALUES (8331640618937745410, 'url', '/nowhere/b.wav', 'b.wav', x'000000000000000000008A5D7845630100000000000000000000DA493B717D0C',
          CAST('{"id":"/nowhere/b.wav","metadata":{"title":"b.wav"},"path":"/nowhere/b.wav"}' AS BLOB));
      INSERT INTO entry (id, type, trackID, title, clip, track)
        VALUES (8331640618937745411, 'url', '/nowhere/c.wav', 'c.wav', NULL,
          CAST('{"id":"/nowhere/c.wav","metadata":{"title":"c.wav"},"path":"/nowhere/c.wav"}' AS BLOB));
      """

    private static let state = """
      {"isShuffled":false,"version":1,"upNext":[],"lastEntry":8331640618937745411,"repeatM\
      ode":"all","current":8331640618937745410,"isAtEnd":false,"position":[0,3000000000000\
      00000],"playCount":1}
      """

    private static let play = """
      {"id":0,"entry":{"id":8331640618937745410,"clip":{"end":[0,900000000000000000],"star\
      t":[0,100000000000000000]},"track":{"id":"\\/nowhere\\/b.wav","data":"eyJpZCI6Ii9ub3\
      doZXJlL2Iud2F2IiwibWV0YWRhdGEiOnsidGl0bGUiOiJiLndhdiJ9LCJwYXRoIjoiL25vd2hlcmUvYi53YX\
      YifQ==","type":"url","metadata":{"title":"b.wav"}}},"date":817041132.6945766,"reason\
      ":"userSelected"}
      """
  }
#endif

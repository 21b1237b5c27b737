import Foundation
import PlayerKit

@testable import PlayerKitSQLite

extension FuzzTarget {
  static let databases = [
    FuzzTarget(
      name: "queue-database",
      words: ["SQLite format 3\0", "PKQu", "CREATE TABLE", "{\"current\":", "\"position\":["],
      makeSamples: { [try database { try await writeQueue(to: $0) }] }
    ) { bytes in
      finished(bytes) { path in
        let store = SQLiteQueueStore(path: path)
        let stored = try? await store.restore()
        await store.close()
        let queue = QueuePlayer()
        guard let stored, (try? queue.restore(stored)) != nil else { return }
        require(queue.entries.count == stored.entries.count, "a restored queue has all entries")
        require((0...1).contains(queue.status.playback.volume), "a restored volume is a volume")
      }
    },
    FuzzTarget(
      name: "playlist-database",
      words: ["SQLite format 3\0", "CREATE TABLE"],
      makeSamples: { [try database { try await writePlaylists(to: $0) }] }
    ) { bytes in
      finished(bytes) { path in
        let store = SQLitePlaylistStore(path: path)
        let playlists = (try? await store.playlists()) ?? []
        require(playlists.allSatisfy { $0.count >= 0 }, "a playlist has a size")
        for playlist in playlists.prefix(8) { _ = try? await store.tracks(of: playlist.name) }
        try? await store.write([], to: "new", .create)
        await store.close()
      }
    },
  ]
}

private let tracks = ["a", "b", "c"].map { URLTrack(path: "/music/\($0).flac") }

private func writeQueue(to path: String) async throws {
  let queue = QueuePlayer()
  queue.append(tracks)
  queue.isShuffled = true
  let store = SQLiteQueueStore(path: path)
  let persister = QueuePersister(of: queue, in: store)
  persister.start()
  try await persister.flush()
  await store.close()
}

private func writePlaylists(to path: String) async throws {
  let track = StoredTrack(type: "url", id: "a", metadata: TrackMetadata(title: "a"), data: Data())
  let store = SQLitePlaylistStore(path: path)
  try await store.write([track, track], to: "list", .create)
  await store.close()
}

/// A new file on a disk in memory, if there is one, because SQLite waits for the disk.
private func newPath() -> String {
  let memory = "/dev/shm"
  let isThere = FileManager.default.fileExists(atPath: memory)
  return (isThere ? memory + "/" : NSTemporaryDirectory()) + "fuzz-\(UUID().uuidString)"
}

private func remove(_ path: String) {
  for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
}

/// The bytes of a database that is written at the path.
private func database(
  _ write: @escaping @Sendable (_ path: String) async throws -> Void
) throws -> [UInt8] {
  let path = newPath()
  defer { remove(path) }
  waiting {
    do { try await write(path) } catch { fatalError("the sample can't be written: \(error)") }
  }
  return try Array(Data(contentsOf: URL(filePath: path)))
}

/// Writes a file, reads it as a database, and removes it.
private func finished(_ bytes: [UInt8], _ read: @escaping @Sendable (String) async -> Void) {
  let path = newPath()
  defer { remove(path) }
  guard (try? Data(bytes).write(to: URL(filePath: path))) != nil else { return }
  waiting { await read(path) }
}

private func waiting(_ work: @escaping @Sendable () async -> Void) {
  let done = DispatchSemaphore(value: 0)
  Task {
    await work()
    done.signal()
  }
  done.wait()
}

import PlayerKit
import PlayerKitSystem

/// The records of kept tracks, in the format of a queue's store: each in a file next to its bytes.
/// Tracks that are only cached have none.
extension CacheFolder {
  private static let suffix = ".track"
  private static let maximumSize = 1 << 20

  /// Writes which track is kept under a name. If this fails, the track is not listed.
  func write(_ track: StoredTrack, _ name: Name) {
    guard let data = try? JSONEncoder().encode(track), data.count <= Self.maximumSize else {
      return
    }
    _ = withLock { folder in
      place(name.text + Self.suffix, in: folder) { file in
        file.write([UInt8](data), at: 0) && file.synchronize() ? () : nil
      }
    }
  }

  func removeRecord(_ name: Name) {
    guard let folder = open() else { return }
    removeRecord(name.text, in: folder)
  }

  func removeRecord(_ name: String, in folder: OpenFile) {
    unlinkat(folder.descriptor, name + Self.suffix, 0)
  }

  /// Returns the tracks of the kept files, in the order in which they were kept.
  func records() -> [StoredTrack] {
    guard let folder = open() else { return [] }
    var found: [(time: Int64, track: StoredTrack)] = []
    for name in names(in: folder) {
      guard let file = OpenFile(name, in: folder, O_RDONLY), file.isOrdinary,
        CacheFile.isKept(file),
        let record = OpenFile(name + Self.suffix, in: folder, O_RDONLY), record.isOrdinary,
        let status = record.status, status.st_size <= Self.maximumSize,
        let track = try? JSONDecoder().decode(
          StoredTrack.self,
          from: Data(record.bytes(at: 0, count: Int(status.st_size)))
        )
      else { continue }
      found.append((status.lastUse, track))
    }
    return found.sorted { ($0.time, $0.track.id) < ($1.time, $1.track.id) }.map(\.track)
  }
}

import Foundation
import PlayerKit

/// Keeps what is remembered of episodes in one file, which only its owner may read (mode 0600).
///
/// Each memory is a line behind the others; a line that does not come to its end is passed over. Where there
/// are many more lines than episodes, the file is written anew beside the old one, and takes its place. The
/// file holds UUIDs, no titles and no addresses. One process at a time writes it.
public actor FileEpisodeStore: EpisodeStore {
  private struct Line: Codable {
    var id: String
    var position: Int
    var rate: Double?
    var heard: Bool
    var date: Double
  }

  /// So many bytes are read.
  private static let largest = 256 << 20

  private let path: String
  private let executor = StoreExecutor(label: "PlayerKit.FileEpisodeStore")
  private var memories: [String: EpisodeMemory]?
  private var lines = 0
  private var endsOpen = false

  /// Runs on a thread of its own: it waits for the disk.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Makes a store. The file is read, or made, by the first call that needs it.
  public init(path: String) {
    self.path = path.fromRoot
  }

  /// What is remembered of an episode.
  ///
  /// - Throws: `QueueStoreError`.
  public func memory(of episode: String) throws(QueueStoreError) -> EpisodeMemory? {
    try read()[episode]
  }

  /// Remembers.
  ///
  /// - Throws: `QueueStoreError`.
  public func keep(
    _ memory: EpisodeMemory,
    of episode: String
  ) throws(QueueStoreError) {
    var known = try read()
    known[episode] = memory
    if lines > known.count * 4 + 1_000 {
      try rewrite(known)
    } else {
      try append(Self.line(memory, of: episode))
      lines += 1
    }
    memories = known
  }

  // MARK: - The file

  private func read() throws(QueueStoreError) -> [String: EpisodeMemory] {
    if let memories { return memories }
    var found: [String: EpisodeMemory] = [:]
    let data: Data
    do {
      data = try contents()
    } catch {
      throw QueueStoreError(storing: error)
    }
    let decoder = JSONDecoder()
    var count = 0
    for text in data.split(separator: UInt8(ascii: "\n")) {
      count += 1
      guard let line = try? decoder.decode(Line.self, from: text) else { continue }
      found[line.id] = EpisodeMemory(
        position: .milliseconds(min(max(line.position, 0), 1 << 40)),
        rate: line.rate.flatMap { (0.25...4) ~= $0 ? $0 : nil },
        isHeard: line.heard,
        date: Date(timeIntervalSince1970: line.date)
      )
    }
    (lines, endsOpen) = (count, data.last.map { $0 != UInt8(ascii: "\n") } ?? false)
    memories = found
    return found
  }

  private func contents() throws -> Data {
    guard FileManager.default.fileExists(atPath: path) else { return Data() }
    let file = try FileHandle(forReadingFrom: URL(filePath: path))
    defer { try? file.close() }
    let data = try file.read(upToCount: Self.largest + 1) ?? Data()
    guard data.count <= Self.largest else {
      throw QueueStoreError(.failed, "The file is too large for what it is to hold.")
    }
    return data
  }

  private func append(_ line: Data) throws(QueueStoreError) {
    do {
      if !FileManager.default.fileExists(atPath: path) {
        let isMade = FileManager.default.createFile(
          atPath: path,
          contents: nil,
          attributes: [.posixPermissions: 0o600]
        )
        guard isMade else { throw QueueStoreError(.failed, "The file could not be made.") }
      }
      let file = try FileHandle(forWritingTo: URL(filePath: path))
      defer { try? file.close() }
      try file.seekToEnd()
      // What broke off before is a line of its own.
      try file.write(contentsOf: endsOpen ? Data("\n".utf8) + line : line)
      endsOpen = false
    } catch {
      endsOpen = true
      throw QueueStoreError(storing: error)
    }
  }

  private func rewrite(_ known: [String: EpisodeMemory]) throws(QueueStoreError) {
    var data = Data()
    for (id, memory) in known.sorted(by: { $0.key < $1.key }) {
      data.append(Self.line(memory, of: id))
    }
    let other = path + ".new"
    do {
      try? FileManager.default.removeItem(atPath: other)
      let isMade = FileManager.default.createFile(
        atPath: other,
        contents: data,
        attributes: [.posixPermissions: 0o600]
      )
      guard isMade else { throw QueueStoreError(.failed, "The file could not be written anew.") }
      guard rename(other, path) == 0 else { throw QueueStoreError(errno: errno, path: path) }
      (lines, endsOpen) = (known.count, false)
    } catch {
      throw QueueStoreError(storing: error)
    }
  }

  private static func line(_ memory: EpisodeMemory, of id: String) -> Data {
    let line = Line(
      id: id,
      position: Int(clamping: memory.position.components.seconds) &* 1_000
        &+ Int(memory.position.components.attoseconds / 1_000_000_000_000_000),
      rate: memory.rate,
      heard: memory.isHeard,
      date: memory.date.timeIntervalSince1970
    )
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return ((try? encoder.encode(line)) ?? Data()) + Data("\n".utf8)
  }
}

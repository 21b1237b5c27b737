import Foundation
import PlayerKit
import PlayerKitServices

/// Stores the listening state of episodes in one file that only its owner may read (mode 0600).
///
/// Appends each state as a line, and ignores incomplete lines, so that a process may be killed at
/// any time. If there are many more lines than episodes, it writes a new file next to the old one
/// and replaces it. The file contains UUIDs, but no titles and no addresses. Only one store can use
/// it at a time. For a second one, in this process or another, it is `locked`.
public actor FileEpisodeStore: EpisodeStore {
  private struct Line: Codable {
    var id: String
    var position: Int
    var rate: Double?
    var heard: Bool
    var date: Double
  }

  /// The known states and the end of the file.
  private struct Contents {
    var file: JournalFile
    var memories: [String: EpisodeMemory] = [:]
    var lines = 0
    var end = 0
    /// Whether the file ends with an incomplete line, so that the next one must start on a new
    /// line.
    var endsOpen = false
  }

  private let path: String
  private let executor = StoreExecutor(label: "PlayerKit.FileEpisodeStore")
  private var contents: Contents?

  /// The store's own executor, because it waits for the disk.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Creates a store. The first call that needs the file reads or creates it.
  public init(path: String) {
    self.path = path.fromRoot
  }

  /// Returns the listening state of an episode.
  ///
  /// - Throws: `QueueStoreError`.
  public func memory(of episode: String) throws(QueueStoreError) -> EpisodeMemory? {
    try opened().memories[episode]
  }

  /// Stores the listening state of an episode.
  ///
  /// - Throws: `QueueStoreError`.
  public func keep(
    _ memory: EpisodeMemory,
    of episode: String
  ) throws(QueueStoreError) {
    var known = try opened()
    // Holding a second reference would copy the contents.
    contents = nil
    defer { contents = known }
    let old = known.memories.updateValue(memory, forKey: episode)
    do throws(QueueStoreError) {
      if known.lines > known.memories.count * 4 + 1_000 {
        try Self.rewrite(&known)
      } else {
        try Self.append(Self.line(memory, of: episode), to: &known)
      }
    } catch {
      known.memories[episode] = old
      throw error
    }
  }

  // MARK: - The file

  private func opened() throws(QueueStoreError) -> Contents {
    if let contents { return contents }
    let file = try JournalFile(path: path)
    file.makePrivate()
    let data = try file.contents()
    var read = Contents(file: file, end: data.count)
    read.endsOpen = data.last.map { $0 != UInt8(ascii: "\n") } ?? false
    let decoder = JSONDecoder()
    for text in data.split(separator: UInt8(ascii: "\n")) {
      read.lines += 1
      guard let line = try? decoder.decode(Line.self, from: text) else { continue }
      read.memories[line.id] = EpisodeMemory(
        position: .milliseconds(min(max(line.position, 0), 1 << 40)),
        rate: line.rate.flatMap(Self.plausible),
        isHeard: line.heard,
        date: Date(timeIntervalSince1970: line.date)
      )
    }
    contents = read
    return read
  }

  private static func append(_ line: Data, to known: inout Contents) throws(QueueStoreError) {
    let whole = known.endsOpen ? Data("\n".utf8) + line : line
    do throws(QueueStoreError) {
      try known.file.write(whole, at: known.end)
    } catch {
      // Remove the incomplete line.
      try? known.file.truncate(to: known.end)
      throw error
    }
    known.end += whole.count
    known.lines += 1
    known.endsOpen = false
  }

  private static func rewrite(_ known: inout Contents) throws(QueueStoreError) {
    var data = Data()
    for (id, memory) in known.memories.sorted(by: { $0.key < $1.key }) {
      data.append(line(memory, of: id))
    }
    let file = try JournalFile(beside: known.file)
    do throws(QueueStoreError) {
      try file.write(data, at: 0)
      try file.synchronize()
      try file.replace(known.file)
    } catch {
      file.discard()
      throw error
    }
    known.file = file
    (known.lines, known.end, known.endsOpen) = (known.memories.count, data.count, false)
  }

  private static func line(_ memory: EpisodeMemory, of id: String) -> Data {
    let seconds = memory.date.timeIntervalSince1970
    let position = min(max(memory.position, .zero), .seconds(1 << 30))
    let line = Line(
      id: id,
      position: Int((position / .milliseconds(1)).rounded(.down)),
      rate: memory.rate.flatMap(plausible),
      heard: memory.isHeard,
      date: seconds.isFinite ? seconds : 0
    )
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return ((try? encoder.encode(line)) ?? Data()) + Data("\n".utf8)
  }

  private static func plausible(_ rate: Double) -> Double? {
    (0.25...4).contains(rate) ? rate : nil
  }
}

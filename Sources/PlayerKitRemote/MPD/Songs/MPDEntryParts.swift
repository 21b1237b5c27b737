import PlayerKit

/// Entries of the queue as lines, made in portions.
struct MPDEntryParts: MPDParts {
  /// The format of an entry.
  enum Form: Sendable {
    case song(Set<MPDTag>)
    /// `plchangesposid`.
    case place
    /// `playlist`.
    case name
  }

  /// The number of entries in one portion, if checking an entry is cheap.
  private static let usualPortion = 500

  private let queue: PlayQueue
  private let range: Range<Int>
  private var next: Int
  private let writer: MPDEntryWriter
  private let form: Form
  private let portion: Int
  private let isWanted: @Sendable (Int, QueueEntry) -> Bool

  /// - Parameter cost: The number of comparisons in `isWanted`.
  init(
    _ range: Range<Int>,
    of queue: PlayQueue,
    as form: Form,
    writer: MPDEntryWriter,
    cost: Int = 1,
    where isWanted: @escaping @Sendable (Int, QueueEntry) -> Bool = { _, _ in true }
  ) {
    self.queue = queue
    self.range = range
    next = range.lowerBound
    self.writer = writer
    self.form = form
    portion = max(1, Self.usualPortion / max(1, cost))
    self.isWanted = isWanted
  }

  mutating func write(into response: inout MPDResponse) -> Bool {
    let end = min(range.upperBound, next + portion)
    for index in next..<end {
      let entry = queue[index]
      guard isWanted(index, entry) else { continue }
      switch form {
      case .song(let tags): writer.write(entry, at: index, tags, into: &response)
      case .place:
        response.add("cpos", index)
        response.add("Id", writer.ids.number(of: entry.id))
      case .name: response.add("\(index):file", writer.name(of: entry))
      }
    }
    next = end
    return next < range.upperBound
  }
}

/// Writes entries of the queue.
struct MPDEntryWriter: Sendable {
  let ids: MPDSongIDs
  let names: MPDNames
  /// Data known only of the current entry.
  var current: EntryID?
  var duration: Duration?
  var stream: StreamMetadata?

  func name(of entry: QueueEntry) -> String {
    names.name(of: entry.item, number: ids.number(of: entry.id))
  }

  func song(_ entry: QueueEntry) -> MPDSong {
    var song = MPDSong(file: name(of: entry), metadata: entry.metadata)
    song.clip = entry.clip
    if entry.id == current {
      song.duration = duration ?? song.duration
      song.stream = stream
    }
    return song
  }

  func write(
    _ entry: QueueEntry,
    at index: Int,
    _ tags: Set<MPDTag>,
    into response: inout MPDResponse
  ) {
    song(entry).write(into: &response, tags: tags)
    response.add("Pos", index)
    response.add("Id", ids.number(of: entry.id))
  }
}

import PlayerKit
import PlayerKitMedia

/// The driver's view of libmpv's playlist, with one record per entry. Pure.
struct Playlist: Sendable {
  private var entries: [PlaylistEntryID: PlaylistEntry] = [:]

  /// The number of known entries.
  var count: Int { entries.count }

  /// Whether any stream has an announcement that was not heard yet.
  var hasAnnouncements: Bool {
    entries.values.contains { !$0.announcements.isEmpty || $0.links.count > 1 }
  }

  /// The record of an open entry. Changing an unopened entry has no effect.
  subscript(entry: PlaylistEntryID) -> PlaylistEntry? {
    get { entries[entry].flatMap { $0.isOpen ? $0 : nil } }
    set { if let newValue, entries[entry]?.isOpen == true { entries[entry] = newValue } }
  }

  /// Opens an entry.
  ///
  /// - Parameter position: the start position, if the entry is reopened to seek.
  mutating func open(
    _ entry: PlaylistEntryID,
    _ content: PlaylistEntry.Content,
    at position: Duration = .zero
  ) {
    entries[entry] = PlaylistEntry(content: content, openedAt: position)
  }

  /// Closes an entry. libmpv may still begin or end it as long as it has the entry.
  mutating func close(_ entry: PlaylistEntryID) {
    entries[entry] = entries[entry]?.playlistID.map {
      PlaylistEntry(content: .closed, playlistID: $0)
    }
  }

  /// Records the number that libmpv gave to an entry in its playlist. These numbers grow.
  mutating func added(_ entry: PlaylistEntryID, as id: Int64) {
    entries[entry]?.playlistID = id
  }

  /// Records that libmpv began an entry. Its earlier entries are gone or have ended.
  mutating func began(_ id: Int64) -> PlaylistEntryID? {
    forget { $0 < id }
    return entry(id)
  }

  /// Records that libmpv ended an entry.
  mutating func ended(_ id: Int64) -> PlaylistEntryID? {
    let entry = entry(id)
    forget { $0 == id }
    return entry
  }

  /// Records that libmpv dropped all entries but one.
  mutating func cleared(allBut entry: PlaylistEntryID) {
    let kept = entries[entry]?.playlistID
    forget { $0 != kept }
  }

  /// Returns the entry with a libmpv number.
  func entry(_ id: Int64) -> PlaylistEntryID? {
    entries.first { $0.value.playlistID == id }?.key
  }

  /// Returns whether libmpv has no entry after this one.
  func isLast(_ entry: PlaylistEntryID) -> Bool {
    guard let id = entries[entry]?.playlistID else { return false }
    return !entries.values.contains { $0.playlistID.map { $0 > id } ?? false }
  }

  private mutating func forget(_ isGone: (Int64) -> Bool) {
    for (entry, record) in entries where record.playlistID.map(isGone) == true {
      entries[entry]?.playlistID = nil
      if !record.isOpen { entries[entry] = nil }
    }
  }
}

/// One entry of libmpv's playlist.
struct PlaylistEntry: Sendable {
  enum Content: Sendable {
    case track(EngineLoad)
    /// The overlap of two tracks, with their gains already applied.
    case bridge
    /// The entry was closed.
    case closed
  }

  let content: Content
  /// The position at which it was opened.
  var openedAt = Duration.zero
  /// libmpv's number of the entry, as long as libmpv may begin or end it.
  var playlistID: Int64?
  /// The end for an overlap, if before the end of the media.
  var end: Duration?
  /// How much of the start an overlap replaces.
  var trim: Duration?
  /// The audio format that the media declares; `nil` before libmpv has opened it.
  var format: EntryFormat?
  /// Whether its loudness is normalized.
  var isLeveled = false
  /// Whether it is converted with more than 16 bits.
  var isPrecise = false
  /// The wanted cut for its filters, in seconds on libmpv's clock; `nil` for no cut.
  var cut: Double?
  /// The cut of its current filters.
  var filtersCut: Double?
  /// Its current filters.
  var filters = ""
  /// The duration, known at its end; `nil` for a live stream.
  var duration: Duration?
  /// An error if decoding ended too early.
  var truncation: PlayerError?
  /// Whether the engine had to confirm that libmpv leaves it at its end. libmpv then reports it as
  /// stopped.
  var isEndConfirmed = false
  /// For a live stream that has begun: how far its positions are ahead of libmpv's clock.
  var liveOffset: Duration?
  /// For a live stream: its start position.
  var liveStart = Duration.zero
  /// How much the stream has skipped since its start.
  var jump = Duration.zero
  /// Announcements of its stream that were not heard yet.
  var announcements = AnnouncementQueue()
  /// For a file of several streams: the streams, and the index of the last one reported.
  var links: [OggChain.Link] = []
  var heardLink = 0
  /// Whether the length of its media on a server was counted, or is being counted.
  var isMeasured = false

  var load: EngineLoad? { if case .track(let load) = content { load } else { nil } }

  fileprivate var isOpen: Bool { if case .closed = content { false } else { true } }
}

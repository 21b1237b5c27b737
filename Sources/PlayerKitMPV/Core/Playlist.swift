import PlayerKitMedia
import PlayerKit

/// What the driver knows of libmpv's playlist: one record for one entry. Pure.
struct Playlist: Sendable {
  private var entries: [PlaylistEntryID: PlaylistEntry] = [:]

  /// How many entries are known.
  var count: Int { entries.count }

  /// Whether any stream said something that nobody has heard yet.
  var hasAnnouncements: Bool {
    entries.values.contains { !$0.announcements.isEmpty || $0.links.count > 1 }
  }

  /// The record of an open entry. Changes of an entry that is not open have no effect.
  subscript(entry: PlaylistEntryID) -> PlaylistEntry? {
    get { entries[entry].flatMap { $0.isOpen ? $0 : nil } }
    set { if let newValue, entries[entry]?.isOpen == true { entries[entry] = newValue } }
  }

  /// Opens an entry.
  ///
  /// - Parameter position: where, if it is one of those that are opened anew to go elsewhere.
  mutating func open(
    _ entry: PlaylistEntryID,
    _ content: PlaylistEntry.Content,
    at position: Duration = .zero
  ) {
    entries[entry] = PlaylistEntry(content: content, openedAt: position)
  }

  /// Closes an entry. libmpv may begin or end it after that, as long as it has the entry.
  mutating func close(_ entry: PlaylistEntryID) {
    entries[entry] = entries[entry]?.playlistID.map {
      PlaylistEntry(content: .closed, playlistID: $0)
    }
  }

  /// libmpv has taken an entry into its playlist, under a number of its own. These numbers grow.
  mutating func added(_ entry: PlaylistEntryID, as id: Int64) {
    entries[entry]?.playlistID = id
  }

  /// libmpv began an entry. What it has from earlier is gone, or ended before.
  mutating func began(_ id: Int64) -> PlaylistEntryID? {
    forget { $0 < id }
    return entry(id)
  }

  /// libmpv ended an entry.
  mutating func ended(_ id: Int64) -> PlaylistEntryID? {
    let entry = entry(id)
    forget { $0 == id }
    return entry
  }

  /// libmpv has dropped all entries but one.
  mutating func cleared(allBut entry: PlaylistEntryID) {
    let kept = entries[entry]?.playlistID
    forget { $0 != kept }
  }

  /// The entry that libmpv has under this number.
  func entry(_ id: Int64) -> PlaylistEntryID? {
    entries.first { $0.value.playlistID == id }?.key
  }

  /// Whether libmpv has nothing behind an entry.
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
    /// The overlap of two tracks. Their gains are applied to it already.
    case bridge
    /// Nothing is open under the name any more.
    case closed
  }

  let content: Content
  /// Where it was opened.
  var openedAt = Duration.zero
  /// libmpv's number of the entry, as long as libmpv may begin or end it.
  var playlistID: Int64?
  /// Where it ends before the media does, for an overlap.
  var end: Duration?
  /// How much of its beginning is left out, as an overlap has it.
  var trim: Duration?
  /// What the media says of its sound; `nil` before libmpv has opened it.
  var format: EntryFormat?
  /// Whether its loudness is made up for.
  var isLeveled = false
  /// Whether it is converted with more than 16 bits.
  var isPrecise = false
  /// Where its filters are to cut it, in seconds on libmpv's clock; `nil`: nowhere.
  var cut: Double?
  /// Where those cut it that it has.
  var filtersCut: Double?
  /// The filters that it got.
  var filters = ""
  /// What is missing of it, once it was decoded.
  var truncation: PlayerError?
  /// Whether the engine had to repeat that libmpv leaves it at its end. libmpv then reports it as stopped.
  var isEndConfirmed = false
  /// Of a live stream: how far its positions are ahead of libmpv's clock, once it has begun.
  var liveOffset: Duration?
  /// Of a live stream: the position at which it begins.
  var liveStart = Duration.zero
  /// How much of its stream was passed over since it began.
  var jump = Duration.zero
  /// What its stream said and nobody has heard yet.
  var announcements = AnnouncementQueue()
  /// Of a file of several streams: each of them, and which was reported last.
  var links: [OggChain.Link] = []
  var heardLink = 0

  var load: EngineLoad? { if case .track(let load) = content { load } else { nil } }

  fileprivate var isOpen: Bool { if case .closed = content { false } else { true } }
}

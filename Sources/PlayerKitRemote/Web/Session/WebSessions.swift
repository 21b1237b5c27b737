import PlayerKit
import PlayerKitMedia
import PlayerKitServices
import PlayerKitSystem
import PlayerKitWebServer

/// The state shared by all pages of a server. It observes the queue once and notifies all pages.
final class WebSessions: Sendable {
  private struct State {
    /// The number of changes of the entries in windows.
    var version = 0
    var sessions: [Int: WebSession] = [:]
    var lastSession = 0
    var covers = FoundCovers()
    /// The sessions that show the lyrics.
    var readers: Set<Int> = []
    /// Whether the app wanted lyrics before a page did.
    var wantedLyrics = false
    /// `nil` if there are none or their state is not known yet.
    var rooms: WebRooms?
    var following: Task<Void, Never>?
  }

  let context: RemoteContext
  let clock: any PlaybackClock
  /// Lets pages detect that the server was restarted.
  let instance = WebAccess.makeToken()

  private let state = Locked(State())
  private let words = Locked(WebLyricsCache())

  init(_ context: RemoteContext, clock: any PlaybackClock) {
    self.context = context
    self.clock = clock
  }

  /// Starts to observe the queue.
  func begin() {
    context.queue.addSendableObserver(self, positionInterval: nil)
    followRooms()
  }

  /// Stops observing and closes all sessions.
  func end() {
    context.queue.removeObserver(self)
    state.withLock(\.following)?.cancel()
    for session in state.withLock({ Array($0.sessions.values) }) { session.close(.goingAway) }
  }

  // MARK: - Pages

  /// Makes a session for a page that has connected.
  func join() -> WebSession {
    let (queue, services) = (context.queue, context.services)
    let hello = WebHello(
      instance: instance,
      services: services.searchable.filter(\.isConfigured).map { service in
        WebHello.Service(
          name: type(of: service).name,
          kinds: service.catalog.searchableKinds.map(\.rawValue).sorted()
        )
      },
      lists: WebLookup(hub: self).listServices.map { service in
        WebHello.Service(
          name: service.name,
          kinds: service.source.userListKinds.map(\.rawValue)
        )
      }
    )
    let version = state.withLock(\.version)
    let first = snapshot(of: queue.status, version: version)
    let session = state.withLock { state in
      state.lastSession += 1
      let session = WebSession(state.lastSession, of: self, hello, first)
      state.sessions[state.lastSession] = session
      return session
    }
    // Send the changes that happened meanwhile.
    session.tell(snapshot(of: queue.status, version: state.withLock(\.version)))
    if let rooms = state.withLock(\.rooms) { session.tell(rooms) }
    return session
  }

  /// Makes a snapshot. Not under a lock, because it asks tracks for their metadata.
  private func snapshot(of status: QueuePlayerStatus, version: Int) -> WebSnapshot {
    var memory = words.withLock { $0 }
    let snapshot = WebSnapshot(status, version: version, memory: &memory)
    words.withLock { $0 = memory }
    return snapshot
  }

  /// Removes the session of a page that has disconnected.
  func leave(_ session: WebSession) {
    _ = state.withLock { $0.sessions.removeValue(forKey: session.number) }
  }

  /// Requests lyrics only while a page shows them.
  func showLyrics(_ isShown: Bool, to session: WebSession) {
    let queue = context.queue
    let wasWanted = queue.wantsLyrics
    let wanted = state.withLock { state -> Bool? in
      let before = state.readers.isEmpty
      if isShown {
        state.readers.insert(session.number)
      } else {
        state.readers.remove(session.number)
      }
      guard before != state.readers.isEmpty else { return nil }
      if before { state.wantedLyrics = wasWanted }
      return before || state.wantedLyrics
    }
    if let wanted { queue.wantsLyrics = wanted }
  }

  // MARK: - Rooms

  /// Sends the state of the rooms to the pages, until ``end()``.
  private func followRooms() {
    guard let rooms = context.rooms else { return }
    let following = Task { [weak self] in
      for await rooms in rooms.states() { self?.tell(rooms) }
    }
    state.withLock { $0.following = following }
  }

  private func tell(_ rooms: RemoteRoomsState) {
    let (told, sessions) = state.withLock { state in
      let told = WebRooms(rooms, number: (state.rooms?.number ?? 0) + 1)
      state.rooms = told
      return (told, Array(state.sessions.values))
    }
    for session in sessions { session.tell(told) }
  }

  /// Returns whether the pages have received the rooms and groups that a change names.
  func knows(_ change: RemoteRoomsChange) -> Bool {
    state.withLock(\.rooms)?.knows(change) ?? false
  }

  // MARK: - Requests

  /// Returns the entries of a range that fit into a message.
  func window(_ id: Int, _ range: Range<Int>) -> WebWindow {
    let version = state.withLock(\.version)
    let entries = context.queue.entries
    let range = range.clamped(to: 0..<entries.count)
    let rows = range.map { WebEntry(entries[$0]) }
    return WebWindow(
      id: id,
      queue: version,
      count: entries.count,
      from: range.lowerBound,
      entries: Array(rows.fitting(bytes: \.size))
    )
  }

  /// Stores the picture of a search result and returns its number.
  func keep(_ artwork: Artwork) -> Int { state.withLock { $0.covers.keep(artwork) } }

  /// Returns the picture of an entry or of a search result. `nil` if there is none.
  func artwork(_ cover: WebCover) -> Artwork? {
    switch cover {
    case .entry(let entry): context.queue.entries[entry]?.metadata.artwork
    case .found(let number): state.withLock { $0.covers[number] }
    }
  }

  private func tell(_ status: QueuePlayerStatus, isQueueChanged: Bool) {
    let (sessions, version) = state.withLock { state in
      if isQueueChanged { state.version += 1 }
      return (Array(state.sessions.values), state.version)
    }
    guard !sessions.isEmpty else { return }
    let snapshot = snapshot(of: status, version: version)
    for session in sessions { session.tell(snapshot) }
  }
}

extension WebSessions: QueuePlayerObserver {
  func queuePlayer(_ queue: QueuePlayer, didFinishTurn events: [QueuePlayerEvent]) {
    guard let last = events.last, !events.allSatisfy(\.isUnseen) else { return }
    tell(last.status, isQueueChanged: events.contains(where: \.changesWindows))
  }

  func queuePlayer(_ queue: QueuePlayer, didFallBehind status: QueuePlayerStatus) {
    tell(status, isQueueChanged: true)
  }
}

extension QueuePlayerEvent {
  /// Whether no page shows the change.
  fileprivate var isUnseen: Bool {
    switch change {
    case .playback(.bufferedPosition), .playback(.format): true
    default: false
    }
  }

  /// Whether entries that pages have received are out of date.
  fileprivate var changesWindows: Bool {
    switch change {
    case .edited, .restored, .metadata: true
    default: false
    }
  }
}

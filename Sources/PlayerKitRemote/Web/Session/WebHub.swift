import PlayerKitSystem
import PlayerKitMedia
import PlayerKitServices
import PlayerKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What all pages of a server share: it hears the queue once, and tells them all.
final class WebHub: Sendable {
  private struct State {
    /// Counts the changes of what windows show.
    var version = 0
    var sessions: [Int: WebSession] = [:]
    var lastSession = 0
    var covers = FoundCovers()
    /// The sessions that show the words.
    var readers: Set<Int> = []
    /// Whether the app wanted the words before a page did.
    var wantedLyrics = false
    /// `nil`: there are none, or nothing is known of them yet.
    var rooms: WebRooms?
    var following: Task<Void, Never>?
  }

  let context: RemoteContext
  let clock: any PlaybackClock
  /// Tells the pages that the server was started anew.
  let instance = WebAccess.makeToken()

  private let state = Locked(State())
  private let words = Locked(WebWords())

  init(_ context: RemoteContext, clock: any PlaybackClock) {
    self.context = context
    self.clock = clock
  }

  /// Begins to hear the queue.
  func begin() {
    context.queue.addSendableObserver(self, positionInterval: nil)
    followRooms()
  }

  /// Hears nothing further, and closes what is open.
  func end() {
    context.queue.removeObserver(self)
    state.withLock(\.following)?.cancel()
    for session in state.withLock({ Array($0.sessions.values) }) { session.close(.goingAway) }
  }

  // MARK: - Pages

  /// A page has connected.
  func join() -> WebSession {
    let (queue, services) = (context.queue, context.services)
    let hello = WebHello(
      instance: instance,
      services: services.all.filter(\.isSetUp).map { service in
        WebHello.Service(
          name: type(of: service).name,
          kinds: service.catalog.searchableKinds.map(\.rawValue).sorted()
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
    // What happened meanwhile.
    session.tell(snapshot(of: queue.status, version: state.withLock(\.version)))
    if let rooms = state.withLock(\.rooms) { session.tell(rooms) }
    return session
  }

  /// Tracks are asked for what they know: not under a lock.
  private func snapshot(of status: QueuePlayerStatus, version: Int) -> WebSnapshot {
    var memory = words.withLock { $0 }
    let snapshot = WebSnapshot(status, version: version, memory: &memory)
    words.withLock { $0 = memory }
    return snapshot
  }

  /// A page has gone.
  func leave(_ session: WebSession) {
    _ = state.withLock { $0.sessions.removeValue(forKey: session.number) }
  }

  /// The words are asked for only while a page shows them.
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

  /// Tells the pages how the rooms stand, until ``end()``.
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

  /// Whether a page was told of what it names.
  func knows(_ change: RemoteRoomsChange) -> Bool {
    state.withLock(\.rooms)?.knows(change) ?? false
  }

  // MARK: - What pages ask for

  /// Entries as a message has room for them.
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

  /// The number of a picture that was found.
  func keep(_ artwork: Artwork) -> Int { state.withLock { $0.covers.keep(artwork) } }

  /// A picture of an entry, or of what was found; `nil` where there is none.
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

extension WebHub: QueuePlayerObserver {
  func queuePlayer(_ queue: QueuePlayer, didFinishTurn events: [QueuePlayerEvent]) {
    guard let last = events.last, !events.allSatisfy(\.isUnseen) else { return }
    tell(last.status, isQueueChanged: events.contains(where: \.changesWindows))
  }

  func queuePlayer(_ queue: QueuePlayer, didFallBehind status: QueuePlayerStatus) {
    tell(status, isQueueChanged: true)
  }
}

extension QueuePlayerEvent {
  /// Whether no page shows it.
  fileprivate var isUnseen: Bool {
    switch change {
    case .playback(.bufferedPosition), .playback(.format): true
    default: false
    }
  }

  /// Whether entries that a page has are out of date.
  fileprivate var changesWindows: Bool {
    switch change {
    case .edited, .restored, .metadata: true
    default: false
    }
  }
}

import PlayerKit

/// What one page is told, and what comes of its messages.
///
/// A page that is slow to read holds up nobody: of states only the newest waits for it, and of answers so many
/// that they fit. Beyond that it is dropped.
struct WebSessionStateMachine: Sendable {
  /// What the driver is to do.
  enum Action: Sendable, Equatable {
    /// Command the queue, and answer.
    case perform(Int, RemoteCommand)
    /// Read these entries, and answer.
    case read(Int, Range<Int>)
    /// Look this up, answering with what each service found; then say that it is done.
    case search(Int, WebSearch)
    /// Look up what these name, put it into the queue, and answer.
    case add(Int, [String], WebPlace)
    /// Look up what is inside of this, keep it for the page, and answer.
    case open(Int, String)
    /// Put what was opened into the queue, and answer.
    case addOpened(Int, of: Int, index: Int?, WebPlace)
    /// Change this in the rooms, and answer.
    case steer(Int, RemoteRoomsChange)
    /// Give up what is under way for this wish.
    case cancel(Int)
    /// The page begins, or ends, to show the words.
    case showLyrics(Bool)
    /// There is something to send.
    case wake
    /// Close the connection, and say why.
    case close(WebSocketClose)
  }

  private enum State {
    case open(Open)
    case closed
  }

  private struct Open {
    /// The newest that the page has not been told.
    var news: WebSnapshot?
    /// How the rooms stand, where the page has not been told.
    var rooms: WebRooms?
    /// The number of the newest rooms that came.
    var roomsNumber = 0
    /// What the page was told last; `nil`: nothing yet. It may remember those of an earlier connection.
    var toldChapters: WebChapters?
    var toldLyrics: WebLyrics?
    var answers: [WebMessage]
    /// How many bytes the answers take, about.
    var answersSize = 0
    /// What is looked up for the page, by the numbers of its wishes.
    var lookups: Set<Int> = []
    /// The search among them.
    var search: Int?
    var showsLyrics = false
    var faults = 0

    var hasNothing: Bool { news == nil && rooms == nil && answers.isEmpty }
  }

  /// How many answers may wait for a page.
  static let mostAnswers = 64
  /// How many bytes they may take: several full windows.
  static let largestAnswers = 512 << 10
  /// How much may be looked up for a page at once.
  static let mostLookups = 8
  /// How many messages of a page may be none of the protocol.
  static let mostFaults = 16

  private var state: State

  /// A page that has just connected.
  init(_ hello: WebHello, _ snapshot: WebSnapshot) {
    state = .open(Open(news: snapshot, answers: [.hello(hello)]))
  }

  /// Whether the connection is over.
  var isClosed: Bool {
    switch state {
    case .open: false
    case .closed: true
    }
  }
}

// MARK: - Inputs

extension WebSessionStateMachine {
  /// The page sent a message.
  mutating func received(_ message: Result<WebRequest, WebProtocolError>) -> [Action] {
    switch state {
    case .closed: return []
    case .open(var open):
      switch message {
      case .success(let request): return accept(request, &open)
      case .failure(let error):
        open.faults += 1
        guard open.faults < Self.mostFaults else { return close(.policy, open) }
        return answer(.failed(error.id, message: error.message), &open)
      }
    }
  }

  /// Something changed.
  mutating func changed(_ snapshot: WebSnapshot) -> [Action] {
    switch state {
    case .closed: return []
    case .open(var open):
      let wasIdle = open.hasNothing
      open.news = snapshot
      state = .open(open)
      return wasIdle ? [.wake] : []
    }
  }

  /// The rooms changed. Those that come late, after newer ones, are not told.
  mutating func changed(_ rooms: WebRooms) -> [Action] {
    switch state {
    case .closed: return []
    case .open(var open):
      guard rooms.number > open.roomsNumber else { return [] }
      let wasIdle = open.hasNothing
      (open.rooms, open.roomsNumber) = (rooms, rooms.number)
      state = .open(open)
      return wasIdle ? [.wake] : []
    }
  }

  /// A part of an answer: what one service found.
  mutating func found(_ found: WebFound) -> [Action] {
    switch state {
    case .closed: return []
    case .open(var open):
      guard open.lookups.contains(found.id) else { return [] }
      return answer(.found(found), &open)
    }
  }

  /// The last of an answer.
  mutating func answered(_ id: Int, _ message: WebMessage) -> [Action] {
    switch state {
    case .closed: return []
    case .open(var open):
      open.lookups.remove(id)
      if open.search == id { open.search = nil }
      return answer(message, &open)
    }
  }

  /// What is to be sent next, written at this instant; `nil`: nothing.
  mutating func next(now: MonotonicInstant) -> WebMessage? {
    switch state {
    case .closed: return nil
    case .open(var open):
      defer { state = .open(open) }
      return Self.next(&open, now)
    }
  }

  /// The connection is over. A second time: nothing.
  mutating func closed() -> [Action] {
    switch state {
    case .closed: return []
    case .open(let open):
      state = .closed
      return Self.farewell(open)
    }
  }
}

// MARK: - Parts

extension WebSessionStateMachine {
  private mutating func accept(_ request: WebRequest, _ open: inout Open) -> [Action] {
    let id = request.id
    switch request.wish {
    case .ping: return answer(.done(id, WebOutcome()), &open)
    case .command(let command):
      state = .open(open)
      return [.perform(id, command)]
    case .window(let range):
      state = .open(open)
      return [.read(id, range)]
    case .search(let search):
      // A page looks for one thing at a time: what it asks now stands for what it asked before.
      var actions: [Action] = []
      if let earlier = open.search {
        open.lookups.remove(earlier)
        open.search = nil
        actions.append(.cancel(earlier))
      }
      return actions + look(id, .search(id, search), &open) { $0.search = id }
    case .add(let items, let place):
      return look(id, .add(id, items, place), &open) { _ in }
    case .open(let item): return look(id, .open(id, item), &open) { _ in }
    case .addOpened(let of, let index, let place):
      state = .open(open)
      return [.addOpened(id, of: of, index: index, place)]
    case .rooms(let change): return look(id, .steer(id, change), &open) { _ in }
    case .lyrics(let isShown):
      let actions: [Action] = open.showsLyrics == isShown ? [] : [.showLyrics(isShown)]
      open.showsLyrics = isShown
      return actions + answer(.done(id, WebOutcome()), &open)
    }
  }

  private mutating func look(
    _ id: Int,
    _ action: Action,
    _ open: inout Open,
    _ note: (inout Open) -> Void
  ) -> [Action] {
    guard !open.lookups.contains(id), open.lookups.count < Self.mostLookups else {
      return answer(.failed(id, message: "Too much is being looked up already."), &open)
    }
    open.lookups.insert(id)
    note(&open)
    state = .open(open)
    return [action]
  }

  private mutating func answer(_ message: WebMessage, _ open: inout Open) -> [Action] {
    let wasIdle = open.hasNothing
    open.answers.append(message)
    open.answersSize += message.size
    guard open.answers.count <= Self.mostAnswers, open.answersSize <= Self.largestAnswers else {
      return close(.tooSlow, open)
    }
    state = .open(open)
    return wasIdle ? [.wake] : []
  }

  private mutating func close(_ reason: WebSocketClose, _ open: Open) -> [Action] {
    state = .closed
    return Self.farewell(open) + [.close(reason)]
  }

  private static func farewell(_ open: Open) -> [Action] {
    open.lookups.sorted().map { .cancel($0) } + (open.showsLyrics ? [.showLyrics(false)] : [])
  }

  /// The answers first, since they are fewer, and who asked waits; then what changed, in parts.
  private static func next(_ open: inout Open, _ now: MonotonicInstant) -> WebMessage? {
    if !open.answers.isEmpty {
      let answer = open.answers.removeFirst()
      open.answersSize = open.answers.isEmpty ? 0 : open.answersSize - answer.size
      return answer
    }
    if let rooms = open.rooms {
      open.rooms = nil
      return .rooms(rooms)
    }
    guard let news = open.news else { return nil }
    if news.chapters != open.toldChapters {
      open.toldChapters = news.chapters
      return .chapters(news.chapters)
    }
    if news.lyrics != open.toldLyrics {
      open.toldLyrics = news.lyrics
      return .lyrics(news.lyrics)
    }
    open.news = nil
    var state = news.state
    state.now = now
    return .state(state)
  }
}

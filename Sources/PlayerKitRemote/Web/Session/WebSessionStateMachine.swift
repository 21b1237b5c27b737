import PlayerKit
import PlayerKitWebServer

/// Decides what to send to a page, and handles its messages.
///
/// A slow page blocks nothing: only the newest state waits for it, and a limited number of answers.
/// Above that limit it is disconnected.
struct WebSessionStateMachine: Sendable {
  /// An action for the driver.
  enum Action: Sendable, Equatable {
    /// Send a command to the queue, and answer.
    case perform(Int, RemoteCommand)
    /// Read these entries, and answer.
    case read(Int, Range<Int>)
    /// Perform this search. Answer with the results of each service, then report the end.
    case search(Int, WebSearch)
    /// Look up these items, add them to the queue, and answer.
    case add(Int, [String], WebPlace)
    /// Look up the content of this item, keep it for the page, and answer.
    case open(Int, String)
    /// Ask the services for these lists. Answer with the lists of each one, then report the end.
    case lists(Int, WebLists)
    /// Look up the first tracks of this list, keep them for the page, and answer.
    case openList(Int, WebListName)
    /// Look up more tracks of this list, keep them for the page, and answer.
    case more(Int, of: Int)
    /// Add opened items to the queue, and answer.
    case addOpened(Int, of: Int, index: Int?, WebPlace)
    /// Make this change in the rooms, and answer.
    case steer(Int, RemoteRoomsChange)
    /// Cancel the look-up of this request.
    case cancel(Int)
    /// The page starts or stops showing the lyrics.
    case showLyrics(Bool)
    /// There is something to send.
    case wake
    /// Close the connection with this reason.
    case close(WebSocketClose)
  }

  private enum State {
    case open(Open)
    case closed
  }

  private struct Open {
    /// The newest state, if the page has not received it.
    var news: WebSnapshot?
    /// The state of the rooms, if the page has not received it.
    var rooms: WebRooms?
    /// The number of the newest state of the rooms.
    var roomsNumber = 0
    /// The content last sent to the page. `nil` if there is none yet, since the page may still have
    /// the content of an earlier connection.
    var toldChapters: WebChapters?
    var toldLyrics: WebLyrics?
    var answers: [WebMessage]
    /// The approximate size of the answers in bytes.
    var answersSize = 0
    /// The look-ups in progress, by the numbers of their requests.
    var lookups: Set<Int> = []
    /// The search among them.
    var search: Int?
    /// The request for lists among them.
    var lists: Int?
    var showsLyrics = false
    var faults = 0

    var hasNothing: Bool { news == nil && rooms == nil && answers.isEmpty }
  }

  /// The maximum number of pending answers for a page.
  static let maximumAnswers = 64
  /// The maximum size of the pending answers in bytes: several full windows.
  static let largestAnswers = 512 << 10
  /// The maximum number of concurrent look-ups for a page.
  static let maximumLookups = 8
  /// The number of invalid messages after which the connection is closed.
  static let maximumFaults = 16

  private var state: State

  /// Starts with a page that has just connected.
  init(_ hello: WebHello, _ snapshot: WebSnapshot) {
    state = .open(Open(news: snapshot, answers: [.hello(hello)]))
  }

  /// Whether the connection is closed.
  var isClosed: Bool {
    switch state {
    case .open: false
    case .closed: true
    }
  }
}

// MARK: - Inputs

extension WebSessionStateMachine {
  /// Handles a message from the page.
  mutating func received(_ message: Result<WebRequest, WebProtocolError>) -> [Action] {
    switch state {
    case .closed: return []
    case .open(var open):
      switch message {
      case .success(let request): return accept(request, &open)
      case .failure(let error):
        open.faults += 1
        guard open.faults < Self.maximumFaults else { return close(.policy, open) }
        return answer(.failed(error.id, WebFailure(.badMessage, error.message)), &open)
      }
    }
  }

  /// Handles a change of the state.
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

  /// Handles a change of the rooms. Ignores it if a newer one has already arrived.
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

  /// Handles a part of an answer: the results of one service.
  mutating func found(_ found: WebFound) -> [Action] {
    switch state {
    case .closed: return []
    case .open(var open):
      guard open.lookups.contains(found.id) else { return [] }
      return answer(.found(found), &open)
    }
  }

  /// Handles the last part of an answer.
  mutating func answered(_ id: Int, _ message: WebMessage) -> [Action] {
    switch state {
    case .closed: return []
    case .open(var open):
      open.lookups.remove(id)
      if open.search == id { open.search = nil }
      if open.lists == id { open.lists = nil }
      return answer(message, &open)
    }
  }

  /// Returns the next message to send, with this time of writing. `nil` if there is none.
  mutating func next(now: MonotonicInstant) -> WebMessage? {
    switch state {
    case .closed: return nil
    case .open(var open):
      defer { state = .open(open) }
      return Self.next(&open, now)
    }
  }

  /// Handles the end of the connection. A second call has no effect.
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
    switch request.action {
    case .ping: return answer(.done(id, WebOutcome()), &open)
    case .command(let command):
      state = .open(open)
      return [.perform(id, command)]
    case .window(let range):
      state = .open(open)
      return [.read(id, range)]
    case .search(let search): return replace(\.search, id, .search(id, search), &open)
    case .lists(let lists): return replace(\.lists, id, .lists(id, lists), &open)
    case .openList(let name): return look(id, .openList(id, name), &open) { _ in }
    case .more(let of): return look(id, .more(id, of: of), &open) { _ in }
    case .add(let items, let place):
      return look(id, .add(id, items, place), &open) { _ in }
    case .open(let item): return look(id, .open(id, item), &open) { _ in }
    case .addOpened(let of, nil, let place):
      // The rest of a list may have to be looked up first.
      return look(id, .addOpened(id, of: of, index: nil, place), &open) { _ in }
    case .addOpened(let of, let index?, let place):
      state = .open(open)
      return [.addOpened(id, of: of, index: index, place)]
    case .rooms(let change): return look(id, .steer(id, change), &open) { _ in }
    case .lyrics(let isShown):
      let actions: [Action] = open.showsLyrics == isShown ? [] : [.showLyrics(isShown)]
      open.showsLyrics = isShown
      return actions + answer(.done(id, WebOutcome()), &open)
    }
  }

  /// A page performs one look-up of such a kind at a time: a new one replaces the earlier one.
  private mutating func replace(
    _ current: WritableKeyPath<Open, Int?>,
    _ id: Int,
    _ action: Action,
    _ open: inout Open
  ) -> [Action] {
    var actions: [Action] = []
    if let earlier = open[keyPath: current] {
      open.lookups.remove(earlier)
      open[keyPath: current] = nil
      actions.append(.cancel(earlier))
    }
    return actions + look(id, action, &open) { $0[keyPath: current] = id }
  }

  private mutating func look(
    _ id: Int,
    _ action: Action,
    _ open: inout Open,
    _ note: (inout Open) -> Void
  ) -> [Action] {
    guard !open.lookups.contains(id), open.lookups.count < Self.maximumLookups else {
      return answer(.failed(id, WebFailure(.tooManyLookups)), &open)
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
    guard open.answers.count <= Self.maximumAnswers, open.answersSize <= Self.largestAnswers else {
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

  /// Answers come first, since they are few and the page is waiting for them. Then come the
  /// changes, in parts.
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

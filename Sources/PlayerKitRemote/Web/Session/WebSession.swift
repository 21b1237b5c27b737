import PlayerKit
import PlayerKitSystem
import PlayerKitWebServer

/// The session of one page, between its connection and the hub.
///
/// Threads: any. It never waits for the page. ``WebSessionStateMachine`` drops messages that a slow
/// page can't receive.
final class WebSession: WebSocketSession {
  private struct State {
    var machine: WebSessionStateMachine
    var lookups: [Int: Task<Void, Never>] = [:]
    /// The payload of the last unanswered ping.
    var pong: Data?
    var closing: WebSocketClose?
    /// The items that the page opened last, the newest at the end.
    var opened: [WebOpenItems] = []
  }

  /// The maximum number of opened items, such as an album in the search and a list beside it.
  private static let maximumOpened = 4

  /// The number of the session.
  let number: Int

  private let hub: WebSessions
  private let state: Locked<State>
  private let wakes: AsyncStream<Void>
  private let waker: AsyncStream<Void>.Continuation

  init(_ number: Int, of hub: WebSessions, _ hello: WebHello, _ snapshot: WebSnapshot) {
    self.number = number
    self.hub = hub
    state = Locked(State(machine: WebSessionStateMachine(hello, snapshot)))
    (wakes, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    waker.yield()
  }

  // MARK: - Calls of the connection

  /// Handles a text message from the page.
  func received(_ text: Data) {
    let message = Result { () throws(WebProtocolError) in try WebRequest(json: text) }
    act { $0.received(message) }
  }

  /// Handles a ping from the page.
  func received(ping: Data) {
    state.withLock { $0.pong = ping }
    waker.yield()
  }

  /// Writes messages as they become available, until the session ends.
  ///
  /// - Parameter write: Returns when the bytes are sent.
  func send(by write: (Data) async throws -> Void) async throws {
    for await _ in wakes {
      while let frame = next() { try await write(frame) }
    }
    if let reason = state.withLock(\.closing) { try await write(WebSocketEncoder.close(reason)) }
  }

  /// Ends the session after its connection has closed.
  func closed() {
    act { $0.closed() }
    waker.finish()
    hub.leave(self)
  }

  // MARK: - Calls of the hub

  func tell(_ snapshot: WebSnapshot) { act { $0.changed(snapshot) } }

  func tell(_ rooms: WebRooms) { act { $0.changed(rooms) } }

  func close(_ reason: WebSocketClose) {
    state.withLock { $0.closing = $0.closing ?? reason }
    act { $0.closed() }
    waker.finish()
  }

  // MARK: - Calls of lookups

  func found(_ found: WebFound) { act { $0.found(found) } }

  func answered(_ id: Int, _ message: WebMessage) {
    state.withLock { $0.lookups[id] = nil }
    act { $0.answered(id, message) }
  }

  // MARK: - Parts

  private func next() -> Data? {
    state.withLock { state in
      if let pong = state.pong {
        state.pong = nil
        return WebSocketEncoder.pong(pong)
      }
      return state.machine.next(now: hub.clock.now).map { WebSocketEncoder.text($0.json) }
    }
  }

  private func act(_ input: (inout WebSessionStateMachine) -> [WebSessionStateMachine.Action]) {
    for action in state.withLock({ input(&$0.machine) }) { perform(action) }
  }

  private func perform(_ action: WebSessionStateMachine.Action) {
    switch action {
    case .perform(let id, let command):
      let result = Result { () throws(QueueError) in
        try hub.context.queue.perform(command)
      }
      switch result {
      case .success: answered(id, .done(id, WebOutcome()))
      case .failure(let error): answered(id, .failed(id, WebFailure(error)))
      }
    case .read(let id, let range): answered(id, .window(hub.window(id, range)))
    case .search(let id, let search):
      look(id) {
        await WebLookup(hub: $0.hub).search(search, id: id) { [weak self] in self?.found($0) }
      }
    case .add(let id, let items, let place):
      look(id) { await WebLookup(hub: $0.hub).add(items, place, id: id) }
    case .open(let id, let item):
      look(id) { session in
        await WebLookup(hub: session.hub).open(item, id: id) { session.keep($0) }
      }
    case .lists(let id, let lists):
      look(id) {
        await WebLookup(hub: $0.hub).lists(lists, id: id) { [weak self] in self?.found($0) }
      }
    case .openList(let id, let name):
      look(id) { session in
        await WebLookup(hub: session.hub).openList(name, id: id) { session.keep($0) }
      }
    case .more(let id, let of):
      guard let opened = opened(of) else { return answered(id, Self.notOpen(id)) }
      look(id) { session in
        await WebLookup(hub: session.hub).more(of: opened, id: id) {
          session.replace(opened, by: $0)
        }
      }
    case .addOpened(let id, let of, let index, let place): addOpened(id, of: of, index, place)
    case .steer(let id, let change): look(id) { await $0.hub.steer(change, id: id) }
    case .cancel(let id): state.withLock { $0.lookups.removeValue(forKey: id) }?.cancel()
    case .showLyrics(let isShown): hub.showLyrics(isShown, to: self)
    case .wake: waker.yield()
    case .close(let reason): close(reason)
    }
  }

  private static func notOpen(_ id: Int) -> WebMessage {
    .failed(id, WebFailure(.notOpen))
  }

  private func opened(_ id: Int) -> WebOpenItems? {
    state.withLock { $0.opened.last { $0.id == id } }
  }

  private func keep(_ items: WebOpenItems) {
    state.withLock { state in
      state.opened.removeAll { $0.id == items.id }
      if state.opened.count == Self.maximumOpened { state.opened.removeFirst() }
      state.opened.append(items)
    }
  }

  /// Keeps a longer version of opened items.
  ///
  /// - Returns: `false` if they have changed meanwhile, or are no longer open.
  private func replace(_ items: WebOpenItems, by longer: WebOpenItems) -> Bool {
    state.withLock { state in
      guard let index = state.opened.firstIndex(where: { $0.isSame(as: items) }) else {
        return false
      }
      state.opened[index] = longer
      return true
    }
  }

  private func addOpened(_ id: Int, of: Int, _ index: Int?, _ place: WebPlace) {
    let lookup = WebLookup(hub: hub)
    guard let opened = opened(of) else { return answered(id, Self.notOpen(id)) }
    guard let index else {
      guard opened.canLoad else { return answered(id, lookup.add(opened.items, place, id: id)) }
      return look(id) { session in
        await lookup.addAll(of: opened, place, id: id) { _ = session.replace(opened, by: $0) }
      }
    }
    guard opened.items.indices.contains(index) else {
      return answered(id, .failed(id, WebFailure(.noSuchTrack)))
    }
    answered(id, lookup.add([opened.items[index]], place, id: id))
  }

  /// - Parameter body: Returns the last part of the answer.
  private func look(_ id: Int, _ body: @escaping @Sendable (WebSession) async -> WebMessage) {
    // Under the lock, so that the task is in the list before it answers.
    state.withLock { state in
      state.lookups[id] = Task {
        let message = await body(self)
        if !Task.isCancelled { answered(id, message) }
      }
    }
  }
}

import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitRemote

@Suite("A page's session", .tags(.pure))
struct WebSessionTests {
  private let now = MonotonicInstant(sinceOrigin: .zero)
  private let hello = WebHello(instance: "a", services: [])

  private func machine() -> WebSessionStateMachine { WebSessionStateMachine(hello, WebSnapshot()) }

  /// All messages that wait to be sent.
  private func drain(_ machine: inout WebSessionStateMachine) -> [WebMessage] {
    var messages: [WebMessage] = []
    while let message = machine.next(now: now) { messages.append(message) }
    return messages
  }

  private func snapshot(volume: Double) -> WebSnapshot {
    var snapshot = WebSnapshot()
    snapshot.state.volume = volume
    return snapshot
  }

  private func action(_ id: Int, _ action: WebRequest.Action) -> Result<
    WebRequest, WebProtocolError
  > {
    .success(WebRequest(id: id, action: action))
  }

  @Test("a page first gets the identity of the server, then the state")
  func greets() {
    var machine = machine()
    let messages = drain(&machine)
    #expect(messages.first == .hello(hello))
    #expect(messages.last == .state(WebState()))
    #expect(messages.count == 4)
  }

  @Test("of waiting states only the newest is sent")
  func thinsOut() {
    var machine = machine()
    _ = drain(&machine)
    #expect(machine.changed(snapshot(volume: 0.1)) == [.wake])
    for volume in [0.2, 0.3, 0.4] { #expect(machine.changed(snapshot(volume: volume)) == []) }
    #expect(drain(&machine) == [.state(snapshot(volume: 0.4).state)])
  }

  @Test("lyrics and chapters are sent when they change, and not with each state")
  func sendsWordsOnce() {
    var machine = machine()
    _ = drain(&machine)
    var news = WebSnapshot()
    news.lyrics.lines = [.init(start: 1, text: "la")]
    _ = machine.changed(news)
    #expect(drain(&machine) == [.lyrics(news.lyrics), .state(news.state)])
    news.state.volume = 0.5
    _ = machine.changed(news)
    #expect(drain(&machine) == [.state(news.state)])
  }

  @Test("a command runs at once, and is answered")
  func commands() {
    var machine = machine()
    _ = drain(&machine)
    #expect(machine.received(action(7, .command(.play))) == [.perform(7, .play)])
    #expect(machine.answered(7, .done(7, WebOutcome())) == [.wake])
    #expect(drain(&machine) == [.done(7, WebOutcome())])
  }

  @Test("a new search replaces the one before, whose results are dropped")
  func replacesSearches() {
    var machine = machine()
    _ = drain(&machine)
    let search = WebSearch(term: "a", kind: "song", services: [])
    #expect(machine.received(action(1, .search(search))) == [.search(1, search)])
    #expect(machine.received(action(2, .search(search))) == [.cancel(1), .search(2, search)])
    #expect(machine.found(WebFound(id: 1, service: "x", entries: [])) == [])
    let found = WebFound(id: 2, service: "x", entries: [])
    #expect(machine.found(found) == [.wake])
    _ = machine.answered(2, .done(2, WebOutcome()))
    #expect(drain(&machine) == [.found(found), .done(2, WebOutcome())])
  }

  @Test("a new request for lists replaces the one before, and leaves a search alone")
  func replacesLists() {
    var machine = machine()
    _ = drain(&machine)
    let search = WebSearch(term: "a", kind: "song", services: [])
    let lists = WebLists(kind: "playlist", services: [])
    #expect(machine.received(action(1, .search(search))) == [.search(1, search)])
    #expect(machine.received(action(2, .lists(lists))) == [.lists(2, lists)])
    #expect(machine.received(action(3, .lists(lists))) == [.cancel(2), .lists(3, lists)])
    #expect(machine.found(WebFound(id: 2, service: "x", entries: [])) == [])
    #expect(machine.found(WebFound(id: 3, service: "x", entries: [])) == [.wake])
    _ = machine.answered(3, .done(3, WebOutcome()))
    #expect(machine.received(action(4, .lists(lists))) == [.lists(4, lists)])
    #expect(machine.closed() == [.cancel(1), .cancel(4)])
  }

  @Test("the rest of a list is looked up, and a single track of it is added at once")
  func looksUpRests() {
    var machine = machine()
    _ = drain(&machine)
    let name = WebListName(service: "x", kind: "playlist", id: "p")
    #expect(machine.received(action(1, .openList(name))) == [.openList(1, name)])
    _ = machine.answered(1, .opened(WebOpened(id: 1, count: 0, entries: [])))
    _ = drain(&machine)
    #expect(machine.received(action(2, .more(of: 1))) == [.more(2, of: 1)])
    let one = WebRequest.Action.addOpened(of: 1, index: 0, .next)
    #expect(machine.received(action(3, one)) == [.addOpened(3, of: 1, index: 0, .next)])
    let all = WebRequest.Action.addOpened(of: 1, index: nil, .next)
    #expect(machine.received(action(4, all)) == [.addOpened(4, of: 1, index: nil, .next)])
    #expect(machine.closed() == [.cancel(2), .cancel(4)])
  }

  @Test("only a few lookups run at once")
  func boundsLookups() {
    var machine = machine()
    for id in 0..<WebSessionStateMachine.maximumLookups {
      #expect(machine.received(action(id, .add(["x"], .next))) == [.add(id, ["x"], .next)])
    }
    _ = drain(&machine)
    #expect(machine.received(action(99, .add(["x"], .next))) == [.wake])
    guard case .failed(99, _)? = drain(&machine).first else {
      Issue.record("It is refused.")
      return
    }
  }

  @Test("a page that sends requests and never reads is dropped, with all its lookups")
  func dropsTheDeaf() {
    var machine = machine()
    _ = machine.received(action(1000, .add(["x"], .next)))
    _ = machine.received(action(1001, .lyrics(true)))
    var last: [WebSessionStateMachine.Action] = []
    for id in 0..<100 where !machine.isClosed {
      _ = machine.received(action(id, .command(.play)))
      last = machine.answered(id, .done(id, WebOutcome()))
    }
    #expect(last == [.cancel(1000), .showLyrics(false), .close(.tooSlow)])
    #expect(machine.next(now: now) == nil)
    #expect(machine.received(action(1, .ping)) == [])
    #expect(machine.closed() == [])
  }

  @Test("a page that requests full windows and never reads is dropped by their size")
  func dropsLargeAnswers() {
    var machine = machine()
    _ = drain(&machine)
    let title = String(repeating: "a", count: 300)
    let window = WebWindow(
      id: 1,
      queue: 1,
      count: 100,
      from: 0,
      entries: [WebEntry](repeating: WebEntry(id: "1", title: title), count: 100)
    )
    for _ in 0..<100 {
      _ = machine.answered(1, .window(window))
      #expect(machine.next(now: now) != nil)
    }
    var answers = 0
    while !machine.isClosed, answers < 100 {
      _ = machine.answered(1, .window(window))
      answers += 1
    }
    #expect(answers == 13)
  }

  @Test("a page that sends too many malformed messages is notified, and then dropped")
  func dropsTheUnintelligible() {
    var machine = machine()
    var last: [WebSessionStateMachine.Action] = []
    for _ in 0..<WebSessionStateMachine.maximumFaults {
      _ = drain(&machine)
      last = machine.received(.failure(WebProtocolError("What?")))
    }
    #expect(last == [.close(.policy)])
  }

  @Test("lyrics are requested once per page, and no longer after it goes")
  func countsReaders() {
    var machine = machine()
    _ = drain(&machine)
    #expect(machine.received(action(1, .lyrics(true))) == [.showLyrics(true), .wake])
    #expect(machine.received(action(2, .lyrics(true))) == [])
    #expect(machine.closed() == [.showLyrics(false)])
    #expect(machine.closed() == [])
  }
}

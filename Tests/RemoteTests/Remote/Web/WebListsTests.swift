import Foundation
import PlayerKit
import PlayerKitMedia
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitRemote

@Suite("The lists of services' users on a page", .tags(.local), .timeLimit(.minutes(2)))
struct WebListsTests {
  private let clock = ManualClock()
  private let frames = Locked<[String]>([])

  private func hub(_ services: [any MusicService]) -> WebSessions {
    let queue = QueuePlayer(players: [FakePlayer(clock: clock)], clock: clock)
    return WebSessions(
      RemoteContext(queue: queue, services: MusicServices(services), artwork: ArtworkLoader()),
      clock: clock
    )
  }

  private func playlist(_ title: String, _ count: Int) -> FakeService.Album {
    .init(title, tracks: (0..<count).map { FakeTrack("\(title) \($0)") })
  }

  private func lists(_ hub: WebSessions, _ wanted: WebLists) async -> ([WebFound], WebMessage) {
    let parts = Locked<[WebFound]>([])
    let last = await WebLookup(hub: hub).lists(wanted, id: 5) { part in
      parts.withLock { $0.append(part) }
    }
    return (parts.withLock { $0 }, last)
  }

  private func received(_ text: String) -> Bool {
    frames.withLock { $0.contains { $0.contains(text) } }
  }

  /// Runs `body` with a session whose messages are collected in `frames`.
  private func with(
    _ hub: WebSessions,
    _ body: (_ ask: (String) -> Void) async throws -> Void
  ) async throws {
    let session = hub.join()
    let sending = Task {
      try await session.send { frame in
        frames.withLock { $0.append(String(decoding: frame, as: UTF8.self)) }
      }
    }
    try await body { session.received(Data($0.utf8)) }
    session.closed()
    try await sending.value
  }

  @Test("lists arrive in parts, with their numbers of tracks")
  func arrive() async throws {
    let playlists = (0..<120).map { playlist("List \($0)", 2) }
    let (parts, last) = await lists(
      hub([FakeService(playlists: playlists)]),
      WebLists(kind: "playlist", services: [])
    )
    #expect(last == .done(5, WebOutcome()))
    #expect(parts.map(\.entries.count) == [50, 50, 20])
    #expect(parts.allSatisfy { $0.id == 5 && $0.service == "fake" && $0.error == nil })
    #expect(parts.flatMap(\.entries).map(\.title) == playlists.map(\.title))
    #expect(parts.first?.entries.first?.item == "List 0")
    #expect(parts.first?.entries.first?.count == 2)
    #expect(parts.allSatisfy { $0.hasMore == nil })
  }

  @Test("a service lists no more than a limit, and the page is notified")
  func bounded() async throws {
    let playlists = (0...WebLookup.maximumLists).map { playlist("List \($0)", 1) }
    let (parts, _) = await lists(
      hub([FakeService(playlists: playlists)]),
      WebLists(kind: "playlist", services: [])
    )
    #expect(parts.flatMap(\.entries).count == WebLookup.maximumLists)
    #expect(parts.last?.hasMore == true)
  }

  @Test("a service that sends all lists in one page is limited as well")
  func boundedPage() async throws {
    for (count, isCut) in [(WebLookup.maximumLists, false), (WebLookup.maximumLists + 1, true)] {
      let source = WholeSource(count: count)
      let service = WebLookup.ListService(name: "whole", service: .fake, source: source)
      let parts = Recorded<WebFound>()
      await WebLookup(hub: hub([])).tellLists(of: [service], .playlist, id: 5) { parts.append($0) }
      #expect(parts.elements.flatMap(\.entries).count == WebLookup.maximumLists)
      #expect((parts.elements.last?.hasMore ?? false) == isCut)
    }
  }

  @Test("lists with long names are sent in messages that fit")
  func longNames() async throws {
    let playlists = (0..<50).map { playlist(String(repeating: "長", count: 300) + "\($0)", 1) }
    let (parts, _) = await lists(
      hub([FakeService(playlists: playlists)]),
      WebLists(kind: "playlist", services: [])
    )
    #expect(parts.count > 1 && parts.flatMap(\.entries).count == 50)
    for part in parts {
      let json = String(decoding: WebMessage.found(part).json, as: UTF8.self)
      #expect(!json.contains("too long") && json.contains("長"))
    }
  }

  @Test("the failure of one service is reported, and does not hide the lists of another")
  func oneFails() async throws {
    let broken = FakeService(playlists: [playlist("a", 1)])
    broken.failure = CatalogError(.missingCredential, "Sign in first.", service: .fake)
    let (parts, last) = await lists(
      hub([broken, FakeService(playlists: [playlist("b", 1)])]),
      WebLists(kind: "playlist", services: [])
    )
    #expect(last == .done(5, WebOutcome()))
    #expect(parts.compactMap(\.error?.message) == ["Sign in first."])
    #expect(parts.flatMap(\.entries).map(\.title) == ["b"])
  }

  @Test("a service that does not answer is given up after a while")
  func deadline() async throws {
    let lookup = WebLookup(hub: hub([]))
    let stuck = WebLookup.ListService(name: "stuck", service: .fake, source: StuckSource())
    let fake = FakeService(playlists: [playlist("a", 1)])
    let other = WebLookup.ListService(name: "fake", service: .fake, source: fake)
    let parts = Recorded<WebFound>()
    let asking = Task {
      await lookup.tellLists(of: [stuck, other], .playlist, id: 5) { parts.append($0) }
    }
    try await eventually("the other should answer") { !parts.elements.isEmpty }
    try await eventually("the stuck one should be given up") {
      clock.advance(by: WebLookup.listTime)
      return parts.elements.count == 2
    }
    await asking.value
    #expect(parts.elements.map(\.service) == ["fake", "stuck"])
    #expect(parts.elements.last?.error?.code == CatalogError.Code.timedOut.rawValue)
  }

  @Test("only services with lists of a kind are asked, and only those that are named")
  func selects() async throws {
    let service = FakeService(playlists: [playlist("a", 1)])
    let hub = hub([service, FakeService()])
    for wanted in [
      WebLists(kind: "album", services: []), WebLists(kind: "playlist", services: ["other"]),
    ] {
      let (parts, last) = await lists(hub, wanted)
      #expect(parts.isEmpty)
      #expect(last == .failed(5, WebFailure(.noSuchLists)))
    }
    #expect(service.requests.isEmpty)
    let named = await lists(hub, WebLists(kind: "playlist", services: ["fake"]))
    #expect(named.0.count == 1)
  }

  @Test("a page learns which services have lists")
  func hello() async throws {
    try await with(hub([FakeService(playlists: [playlist("a", 1)]), FakeService()])) { _ in
      try await eventually("the server should greet") { received(#""type":"hello""#) }
      #expect(received(#""lists":[{"kinds":["playlist"],"name":"fake"}]"#))
    }
  }

  @Test("the tracks of a list are opened, paged, and queued one by one")
  func opens() async throws {
    let hub = hub([FakeService(playlists: [playlist("a", 120)])])
    let queue = hub.context.queue
    try await with(hub) { ask in
      ask(#"{"id":7,"do":"openList","service":"fake","kind":"playlist","item":"a"}"#)
      try await eventually("it should be opened") { received(#""id":7,"type":"opened""#) }
      #expect(received(#""count":50"#) && received(#""title":"a 49""#))
      #expect(!received(#""title":"a 50""#))
      ask(#"{"id":8,"do":"more","of":7}"#)
      try await eventually("more should come") { received(#""id":8,"type":"opened""#) }
      #expect(received(#""from":50"#) && received(#""title":"a 99""#))
      ask(#"{"id":9,"do":"more","of":7}"#)
      try await eventually("the rest should come") { received(#""id":9,"type":"opened""#) }
      #expect(received(#""from":100,"hasMore":false"#) && received(#""title":"a 119""#))
      ask(#"{"id":10,"do":"addOpened","of":7,"index":119,"place":"later"}"#)
      #expect(queue.entries.map(\.metadata.title) == ["a 119"])
      ask(#"{"id":11,"do":"more","of":6}"#)
      try await eventually("an unknown list should be refused") { received(#""id":11,"message""#) }
    }
  }

  @Test("all tracks of a list are queued, also those that the page has not requested")
  func addsAll() async throws {
    let hub = hub([FakeService(playlists: [playlist("a", 120), playlist("long", 1_200)])])
    let queue = hub.context.queue
    try await with(hub) { ask in
      ask(#"{"id":7,"do":"openList","service":"fake","kind":"playlist","item":"a"}"#)
      try await eventually("it should be opened") { received(#""id":7,"type":"opened""#) }
      ask(#"{"id":8,"do":"addOpened","of":7,"place":"later"}"#)
      try await eventually("all should be added") { received(#""id":8,"outcome":{"added":120}"#) }
      #expect(queue.entries.last?.metadata.title == "a 119")
      ask(#"{"id":9,"do":"openList","service":"fake","kind":"playlist","item":"long"}"#)
      try await eventually("the long one should be opened") {
        received(#""id":9,"type":"opened""#)
      }
      ask(#"{"id":10,"do":"addOpened","of":9,"place":"later"}"#)
      try await eventually("a limited number should be added") {
        received(#""id":10,"outcome":{"added":1000}"#)
      }
      // The first list is still open beside the second one.
      ask(#"{"id":11,"do":"addOpened","of":7,"index":0,"place":"later"}"#)
      #expect(queue.entries.count == 1_121)
    }
  }

  @Test("an empty list, an unknown list, and an unknown service are refused")
  func refuses() async throws {
    let lookup = WebLookup(hub: hub([FakeService(playlists: [playlist("a", 0)])]))
    for (service, id) in [("fake", "a"), ("fake", "b"), ("other", "a")] {
      let name = WebListName(service: service, kind: "playlist", id: id)
      let message = await lookup.openList(name, id: 3) { _ in Issue.record("Nothing is kept.") }
      guard case .failed(3, _) = message else {
        Issue.record("\(message)")
        return
      }
    }
  }

  @Test("a failure to load more leaves the list open, and adds nothing")
  func failsLater() async throws {
    let service = FakeService(playlists: [playlist("a", 120)])
    let hub = hub([service])
    try await with(hub) { ask in
      ask(#"{"id":7,"do":"openList","service":"fake","kind":"playlist","item":"a"}"#)
      try await eventually("it should be opened") { received(#""id":7,"type":"opened""#) }
      service.failure = CatalogError(.unreachable, "The service is away.")
      ask(#"{"id":8,"do":"more","of":7}"#)
      ask(#"{"id":9,"do":"addOpened","of":7,"place":"later"}"#)
      try await eventually("both should fail") {
        received(#""id":8,"message":"The service is away.""#)
          && received(#""id":9,"message":"The service is away.""#)
      }
      #expect(hub.context.queue.entries.isEmpty)
      service.failure = nil
      ask(#"{"id":10,"do":"more","of":7}"#)
      try await eventually("more should come") { received(#""id":10,"type":"opened""#) }
    }
  }
}

/// A service that sends all lists in one page.
private struct WholeSource: UserListSource {
  let count: Int

  var offersUserLists: Bool { true }
  var userListKinds: [MusicLink.Kind] { [.playlist] }

  func userLists(of kind: MusicLink.Kind, limit: Int) async throws -> ListPage<UserList> {
    ListPage(
      (0..<count).map { number in
        let link = MusicLink(service: .fake, kind: .playlist, id: "\(number)")
        return UserList(link, title: "List \(number)")
      }
    )
  }

  func tracks(ofUserList link: MusicLink, limit: Int) async throws -> ListPage<any Track> {
    ListPage([])
  }
}

/// A service that never answers.
private struct StuckSource: UserListSource {
  var offersUserLists: Bool { true }
  var userListKinds: [MusicLink.Kind] { [.playlist] }

  func userLists(of kind: MusicLink.Kind, limit: Int) async throws -> ListPage<UserList> {
    try await ManualClock().sleep(for: .seconds(1))
    return ListPage([])
  }

  func tracks(ofUserList link: MusicLink, limit: Int) async throws -> ListPage<any Track> {
    ListPage([])
  }
}

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

@Suite("Opening items on a page", .tags(.local))
struct WebOpeningTests {
  private let queue: QueuePlayer
  private let hub: WebSessions
  private let frames = Locked<[String]>([])

  init() {
    let clock = ManualClock()
    queue = QueuePlayer(players: [FakePlayer(clock: clock)], clock: clock)
    hub = WebSessions(
      RemoteContext(queue: queue, services: MusicServices([]), artwork: ArtworkLoader()),
      clock: clock
    )
  }

  private func received(_ text: String) -> Bool {
    frames.withLock { $0.contains { $0.contains(text) } }
  }

  @Test("contents are listed and queued, track by track or as a whole")
  func opens() async throws {
    let session = hub.join()
    let sending = Task {
      try await session.send { frame in
        frames.withLock { $0.append(String(decoding: frame, as: UTF8.self)) }
      }
    }
    let ask = { (text: String) in session.received(Data(text.utf8)) }
    ask(#"{"id":7,"do":"open","item":"https://music.example/album.mp3"}"#)
    try await eventually("it should be opened") { received(#""type":"opened""#) }
    #expect(received(#""count":1"#))
    ask(#"{"id":8,"do":"addOpened","of":7,"index":0,"place":"later"}"#)
    #expect(queue.entries.count == 1)
    ask(#"{"id":9,"do":"addOpened","of":7,"place":"next"}"#)
    #expect(queue.entries.count == 2)
    for strange in [#""of":7,"index":1"#, #""of":7,"index":-1"#, #""of":8,"index":0"#, #""of":8"#] {
      ask(#"{"id":10,"do":"addOpened",\#(strange),"place":"next"}"#)
    }
    #expect(queue.entries.count == 2)
    ask(#"{"id":11,"do":"open","item":"file:///etc/passwd"}"#)
    try await eventually("it should be refused") { received("A remote control may name") }
    // A failure to open leaves the open item unchanged.
    ask(#"{"id":12,"do":"addOpened","of":7,"place":"next"}"#)
    #expect(queue.entries.count == 3)
    session.closed()
    try await sending.value
  }

  @Test("a page has only its own open items")
  func keepsApart() async throws {
    let kept = Locked(0)
    let message = await WebLookup(hub: hub).open("https://music.example/a.mp3", id: 3) { items in
      kept.withLock { $0 = items.items.count }
    }
    guard case .opened(let opened) = message else {
      Issue.record("\(message)")
      return
    }
    #expect(opened.id == 3 && opened.count == 1 && kept.withLock { $0 } == 1)
    let other = hub.join()
    other.received(Data(#"{"id":4,"do":"addOpened","of":3,"place":"now"}"#.utf8))
    #expect(queue.entries.isEmpty)
  }

  @Test("requests to open are read")
  func reads() throws {
    let read = { (text: String) in try WebRequest(json: Data(text.utf8)).action }
    #expect(try read(#"{"id":1,"do":"open","item":"x"}"#) == .open("x"))
    #expect(
      try read(#"{"id":1,"do":"addOpened","of":1,"index":2,"place":"now"}"#)
        == .addOpened(of: 1, index: 2, .now)
    )
    let long = String(repeating: "x", count: 2_001)
    for text in [
      #"{"id":1,"do":"open"}"#, #"{"id":1,"do":"open","item":""}"#,
      #"{"id":1,"do":"open","item":"\#(long)"}"#, #"{"id":1,"do":"addOpened","place":"now"}"#,
      #"{"id":1,"do":"addOpened","of":1,"place":"x"}"#,
    ] {
      #expect(throws: WebProtocolError.self) { try read(text) }
    }
  }
}

import TestSupport
import Testing

@testable import PlayerKitRemote

@Suite("One connection of MPD's protocol", .tags(.pure))
struct MPDSessionTests {
  /// All actions of the session. Each command runs as `outcome` says.
  private static func drive(
    _ session: inout MPDSession,
    _ outcome: (MPDLine) -> MPDSession.Outcome = { _ in .done }
  ) -> [String] {
    var log: [String] = []
    while let action = session.next() {
      switch action {
      case .write(let text): log.append(text)
      case .run(let line):
        log.append("run " + ([line.name] + line.arguments).joined(separator: "|"))
        session.ran(outcome(line))
      case .finish: log.append("finish")
      case .close: log.append("close")
      }
    }
    return log
  }

  private static func log(
    _ text: String,
    _ outcome: (MPDLine) -> MPDSession.Outcome = { _ in .done }
  ) -> [String] {
    var session = MPDSession()
    session.received(Array(text.utf8))
    return drive(&session, outcome)
  }

  @Test("a command runs when its line is complete, and is answered")
  func halfLines() {
    var session = MPDSession()
    session.received(Array("pi".utf8))
    #expect(session.next() == nil)
    session.received(Array("ng\r\nsta".utf8))
    #expect(Self.drive(&session) == ["run ping", "OK\n"])
    session.received(Array("tus\n".utf8))
    #expect(Self.drive(&session) == ["run status", "OK\n"])
  }

  @Test("the next command waits for the current one")
  func oneAtATime() {
    var session = MPDSession()
    session.received(Array("add x\nplay\n".utf8))
    #expect(session.next() == .run(MPDLine(name: "add", arguments: ["x"])))
    #expect(session.next() == nil)
    #expect(!session.takesInput)
    session.ran(.done)
    #expect(session.next() == .write("OK\n"))
    #expect(session.next() == .run(MPDLine(name: "play")))
  }

  @Test("a list runs in order, and an error in it ends it with the command's index")
  func lists() {
    let text = "command_list_begin\nping\nplay 99\nping\ncommand_list_end\nping\n"
    let log = Self.log(text) { $0.name == "play" ? .failed(.badIndex) : .done }
    #expect(
      log == ["run ping", "run play|99", "ACK [2@1] {play} Bad song index\n", "run ping", "OK\n"]
    )
  }

  @Test("a list can request an acknowledgment of each command")
  func okLists() {
    let log = Self.log("command_list_ok_begin\nping\nping\ncommand_list_end\n")
    #expect(log == ["run ping", "list_OK\n", "run ping", "list_OK\n", "OK\n"])
  }

  @Test("no command of a list runs before its end")
  func openList() {
    #expect(Self.log("command_list_begin\nclear\nclear\n") == [])
  }

  @Test("a list of a million commands ends the connection, and is not kept")
  func hugeList() {
    var session = MPDSession()
    session.received(Array("command_list_begin\n".utf8))
    var log: [String] = []
    for _ in 0..<20_000 where !log.contains("close") {
      session.received(Array(String(repeating: "add x\n", count: 50).utf8))
      log += Self.drive(&session)
    }
    #expect(log == ["close"])
    session.received(Array("command_list_end\n".utf8))
    #expect(session.next() == nil)
  }

  @Test("a list of many short lines ends the connection, since each one has a fixed cost")
  func manyShortLines() {
    let text = "command_list_begin\n" + String(repeating: "a\n", count: 40_000)
    #expect(Self.log(text) == ["close"])
  }

  @Test("a list without the password is short", arguments: [(true, []), (false, ["close"])])
  func unauthorizedList(isAuthorized: Bool, log: [String]) {
    var session = MPDSession()
    session.isAuthorized = isAuthorized
    let text = "command_list_begin\n" + String(repeating: "status\n", count: 400)
    session.received(Array(text.utf8))
    #expect(Self.drive(&session) == log)
  }

  @Test("a list that adds ten thousand songs is accepted")
  func longList() {
    let line = "add https://music.example/an/album/of/some/artist/and/a/song.flac\n"
    let text = String(repeating: line, count: 10_000) + "command_list_end\n"
    #expect(Self.log("command_list_begin\n" + text).count == 10_001)
  }

  @Test("an endless line ends the connection", arguments: ["add \"", "a", "add x"])
  func endlessLine(start: String) {
    var session = MPDSession()
    session.received(Array(start.utf8))
    var log: [String] = []
    for _ in 0..<100 where log.isEmpty {
      session.received([UInt8](repeating: UInt8(ascii: "x"), count: 1_000))
      log += Self.drive(&session)
    }
    #expect(log == ["close"])
  }

  @Test(
    "a client of another protocol is disconnected at once",
    arguments: [
      "GET / HTTP/1.1\n", "POST /play HTTP/1.0\r\n", "play / HTTP/1.1\n", "\n", " ping\n",
      "\u{16}\u{3}\u{1}\n", "\"ping\"\n",
    ]
  )
  func otherProtocols(text: String) {
    #expect(Self.log(text + "clear\n") == ["close"])
  }

  @Test("an invalid command name is answered, and ends the connection")
  func badName() {
    #expect(Self.log("play-it\nclear\n") == ["ACK [5@0] {} Invalid word character\n", "finish"])
  }

  @Test("unclosed quotes are an error, and nothing more")
  func openQuote() {
    #expect(
      Self.log("add \"x\nping\n") == ["ACK [5@0] {} Missing closing '\"'\n", "run ping", "OK\n"]
    )
  }

  @Test("the error of an unknown command has no name")
  func unknownCommand() {
    let log = Self.log("foo\n") { _ in .failed(MPDError(.unknown, "unknown command \"foo\"")) }
    #expect(log == ["run foo", "ACK [5@0] {} unknown command \"foo\"\n"])
  }

  @Test("an error's text contains no line end")
  func errorText() {
    let log = Self.log("add x\n") { _ in .failed(MPDError(.system, "a\nOK\nb")) }
    #expect(log.last == "ACK [52@0] {add} a OK b\n")
  }

  // MARK: - Waiting

  @Test("idle reports changes once, and in MPD's order")
  func idle() {
    var session = MPDSession()
    session.received(Array("idle\n".utf8))
    #expect(Self.drive(&session) { _ in .waits(.all) } == ["run idle"])
    session.changed([.mixer, .playlist])
    #expect(Self.drive(&session) == ["changed: playlist\nchanged: mixer\nOK\n"])
    session.changed(.player)
    #expect(session.next() == nil)
  }

  @Test("idle reports earlier changes at once, but only the requested ones")
  func idleLate() {
    var session = MPDSession()
    session.changed([.player, .mixer])
    session.received(Array("idle player\n".utf8))
    let log = Self.drive(&session) { _ in .waits(.player) }
    #expect(log == ["run idle|player", "changed: player\nOK\n"])
    session.received(Array("idle mixer\n".utf8))
    #expect(Self.drive(&session) { _ in .waits(.mixer) } == ["run idle|mixer"])
  }

  @Test("other changes are kept for later")
  func idleOthers() {
    var session = MPDSession()
    session.received(Array("idle mixer\n".utf8))
    _ = Self.drive(&session) { _ in .waits(.mixer) }
    session.changed(.player)
    #expect(session.next() == nil)
    session.received(Array("noidle\nidle\n".utf8))
    let log = Self.drive(&session) { _ in .waits(.all) }
    #expect(log == ["OK\n", "run idle", "changed: player\nOK\n"])
  }

  @Test("noidle without idle is not answered")
  func noidle() {
    #expect(Self.log("noidle\nping\n") == ["run ping", "OK\n"])
  }

  @Test("a command during idle ends the connection")
  func commandWhileWaiting() {
    var session = MPDSession()
    session.received(Array("idle\nping\n".utf8))
    #expect(Self.drive(&session) { _ in .waits(.all) } == ["run idle", "close"])
  }

  @Test("idle ends a list, which is not answered before something changes")
  func idleInList() {
    var session = MPDSession()
    session.received(Array("command_list_ok_begin\nping\nidle\nping\ncommand_list_end\n".utf8))
    let log = Self.drive(&session) { $0.name == "idle" ? .waits(.player) : .done }
    #expect(log == ["run ping", "list_OK\n", "run idle"])
    session.changed(.player)
    #expect(Self.drive(&session) == ["changed: player\nOK\n"])
  }
}

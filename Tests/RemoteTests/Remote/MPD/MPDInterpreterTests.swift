import Foundation
import PlayerKit
import PlayerKitMedia
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitRemote

/// A queue on a fake player, with commands as a client sends them.
final class MPDBench {
  let clock = ManualClock()
  let queue: QueuePlayer
  let interpreter: MPDInterpreter

  init(
    tracks: [String] = ["a", "b", "c"],
    configuration: MPDServer.Configuration = .init(),
    services: [any MusicService] = []
  ) {
    queue = QueuePlayer(players: [FakePlayer(clock: clock)], clock: clock)
    var configuration = configuration
    configuration.clock = clock
    let context = RemoteContext(
      queue: queue,
      services: MusicServices(services),
      artwork: ArtworkLoader()
    )
    interpreter = MPDInterpreter(context, configuration) { _ in }
    interpreter.clients[1] = MPDClient(isAuthorized: configuration.password == nil)
    queue.append(tracks.map { FakeTrack($0) })
  }

  /// The lines of an answer. An error is its line.
  func ask(_ text: String) async throws -> [String] {
    let line = try MPDLine(Array(text.utf8))
    do {
      var output = MPDOutput()
      switch try interpreter.run(line, for: 1) {
      case .answer(let answer): output.add(answer)
      case .later(let work): output.add(try await work())
      case .waits: return ["waits"]
      case .leaves: return ["leaves"]
      case .delayed(let instant):
        return ["delayed by \((instant - clock.now).components.seconds) s"]
      }
      var text = ""
      while !output.isEmpty {
        let bytes = output.pending()
        text += String(decoding: bytes, as: UTF8.self)
        output.advance(by: bytes.count)
      }
      return text.split(separator: "\n").map(String.init)
    } catch let error as MPDError {
      return [String(error.line(index: 0, command: line.name).dropLast())]
    }
  }

  func value(_ name: String, _ command: String = "status") async throws -> String? {
    try await ask(command).first { $0.hasPrefix(name + ": ") }.map {
      String($0.dropFirst(name.count + 2))
    }
  }
}

@Suite("Commands of MPD's protocol", .tags(.pure))
struct MPDInterpreterTests {
  @Test("status has the fields that MPD has")
  func status() async throws {
    let bench = MPDBench()
    #expect(try await bench.ask("play 1") == [])
    bench.clock.advance(by: .milliseconds(2_600))
    let status = try await bench.ask("status")
    for line in [
      "state: play", "song: 1", "songid: 2", "elapsed: 2.500", "nextsong: 2", "nextsongid: 3",
      "playlistlength: 3", "volume: 100",
    ] {
      #expect(status.contains(line), "\(status)")
    }
  }

  @Test("a stopped queue has no time, and begins its entry again")
  func stopping() async throws {
    let bench = MPDBench()
    _ = try await bench.ask("play 1")
    bench.clock.advance(by: .seconds(5))
    _ = try await bench.ask("stop")
    #expect(try await bench.value("elapsed") == nil)
    #expect(try await bench.value("state") == "stop")
    _ = try await bench.ask("play")
    #expect(bench.queue.position == .zero)
    #expect(try await bench.value("song") == "1")
  }

  @Test("play after the end begins with the first entry, or with added ones")
  func playAfterTheEnd() async throws {
    let bench = MPDBench()
    _ = try await bench.ask("play 2")
    bench.clock.advance(by: .seconds(61))
    #expect(try await bench.value("state") == "stop")
    _ = try await bench.ask("play")
    #expect(try await bench.value("song") == "0")
    _ = try await bench.ask("play 2")
    bench.clock.advance(by: .seconds(61))
    bench.queue.append(FakeTrack("d"))
    _ = try await bench.ask("play")
    #expect(try await bench.value("song") == "3")
  }

  @Test("play on an empty queue does not start entries that are added later")
  func emptyQueue() async throws {
    let bench = MPDBench(tracks: [])
    _ = try await bench.ask("play")
    bench.queue.append(FakeTrack("a"))
    #expect(bench.queue.state == .initial)
    #expect(!bench.queue.playback.wantsToPlay)
  }

  @Test("next and previous play the neighbors, and next after the last one stops")
  func skipping() async throws {
    let bench = MPDBench()
    #expect(try await bench.ask("next") == ["ACK [55@0] {next} Not playing"])
    _ = try await bench.ask("play 1")
    bench.clock.advance(by: .seconds(20))
    _ = try await bench.ask("previous")
    #expect(try await bench.value("song") == "0")
    _ = try await bench.ask("pause 1")
    _ = try await bench.ask("next")
    #expect(try await bench.value("state") == "play")
    _ = try await bench.ask("play 2")
    _ = try await bench.ask("next")
    #expect(try await bench.value("state") == "stop")
  }

  @Test("pause 1 and 0 do not toggle, and do not start a stopped queue")
  func pausing() async throws {
    let bench = MPDBench()
    _ = try await bench.ask("pause 0")
    #expect(try await bench.value("state") == "stop")
    _ = try await bench.ask("play")
    for command in ["pause 1", "pause 1"] {
      _ = try await bench.ask(command)
      #expect(try await bench.value("state") == "pause")
    }
    _ = try await bench.ask("pause")
    #expect(try await bench.value("state") == "play")
  }

  @Test("repeat and single are the queue's modes")
  func modes() async throws {
    let bench = MPDBench()
    _ = try await bench.ask("repeat 1")
    #expect(bench.queue.repeatMode == .all)
    _ = try await bench.ask("single 1")
    #expect(bench.queue.repeatMode == .one)
    #expect(try await bench.value("single") == "1")
    _ = try await bench.ask("repeat 0")
    #expect(bench.queue.repeatMode == .off)
    #expect(bench.queue.stopsAfterCurrent)
    #expect(try await bench.value("single") == "1")
    _ = try await bench.ask("single oneshot")
    #expect(try await bench.value("single") == "oneshot")
    _ = try await bench.ask("single 0")
    #expect(!bench.queue.stopsAfterCurrent)
  }

  @Test("entries keep their ids when they move")
  func ids() async throws {
    let bench = MPDBench()
    _ = try await bench.ask("playlistinfo")
    _ = try await bench.ask("move 0 2")
    #expect(bench.queue.entries.map(\.track.id) == ["b", "c", "a"])
    #expect(try await bench.ask("playlistid 1").contains("Pos: 2"))
    _ = try await bench.ask("swapid 1 2")
    #expect(bench.queue.entries.map(\.track.id) == ["a", "c", "b"])
    _ = try await bench.ask("deleteid 1")
    #expect(try await bench.ask("playlistid 1") == ["ACK [50@0] {playlistid} No such song"])
  }

  @Test("plchanges lists exactly the indices that changed since a version")
  func changes() async throws {
    let bench = MPDBench(tracks: (0..<10).map(String.init))
    func changed(since version: String?) async throws -> [String] {
      try await bench.ask("plchangesposid \(version ?? "0")").filter { $0.hasPrefix("cpos") }
    }
    let first = try await bench.value("playlist")
    #expect(try await changed(since: "0").count == 10)
    #expect(try await changed(since: first) == [])
    _ = try await bench.ask("move 3 5")
    #expect(try await changed(since: first) == ["cpos: 3", "cpos: 4", "cpos: 5"])
    let second = try await bench.value("playlist")
    _ = try await bench.ask("delete 8")
    #expect(try await changed(since: second) == ["cpos: 8"])
    #expect(try await changed(since: first) == ["cpos: 3", "cpos: 4", "cpos: 5", "cpos: 8"])
    #expect(try await changed(since: "4000000000").count == 9)
  }

  @Test("an entry with a private address has a name with which it can be added again")
  func names() async throws {
    let bench = MPDBench(tracks: [])
    bench.queue.append(URLTrack(path: "/home/me/secret.flac"))
    bench.queue.append(
      try URLTrack(url: #require(URL(string: "https://example.com/a.mp3?token=x")))
    )
    bench.queue.append(try URLTrack(url: #require(URL(string: "https://example.com/b.mp3"))))
    let files = try await bench.ask("playlist")
    #expect(files == ["0:file: entry/1", "1:file: entry/2", "2:file: https://example.com/b.mp3"])
    #expect(try await bench.ask("addid entry/1 0") == ["Id: 4"])
    #expect(bench.queue.entries.first?.track.id == "/home/me/secret.flac")
  }

  @Test(
    "forbidden names are refused with MPD's error",
    arguments: [
      ("add file:///etc/passwd", "ACK [4@0] {add} Access denied"),
      ("add http://127.0.0.1/a.mp3", "ACK [4@0] {add} Access denied"),
      ("add /etc/passwd", "ACK [50@0] {add} No such directory"),
      ("add foo://x", "ACK [2@0] {add} Unsupported URI scheme"),
      ("addid nope.mp3", "ACK [50@0] {addid} No such song"),
      ("add entry/77", "ACK [50@0] {add} No such directory"),
      ("load ../../etc/passwd", "ACK [2@0] {load} Bad playlist name"),
      ("kill", "ACK [4@0] {kill} you don't have permission for \"kill\""),
      ("config", "ACK [4@0] {config} Command only permitted to local clients"),
    ]
  )
  func refusals(command: String, answer: String) async throws {
    let bench = MPDBench()
    #expect(try await bench.ask(command) == [answer])
    #expect(bench.queue.entries.count == 3)
  }

  @Test("playlists are saved, changed and loaded")
  func playlists() async throws {
    let bench = MPDBench(tracks: [])
    for name in ["a", "b", "c"] {
      bench.queue.append(try URLTrack(url: #require(URL(string: "https://example.com/\(name)"))))
    }
    #expect(try await bench.ask("save mix") == [])
    #expect(try await bench.ask("save mix") == ["ACK [56@0] {save} Playlist already exists"])
    _ = try await bench.ask("playlistmove mix 0 2")
    _ = try await bench.ask("playlistdelete mix 0")
    _ = try await bench.ask("playlistadd mix https://example.com/d")
    let files = [
      "file: https://example.com/c", "file: https://example.com/a", "file: https://example.com/d",
    ]
    #expect(try await bench.ask("listplaylist mix") == files)
    _ = try await bench.ask("clear")
    _ = try await bench.ask("load mix 1:")
    #expect(
      bench.queue.entries.map(\.track.id) == ["https://example.com/a", "https://example.com/d"]
    )
    _ = try await bench.ask("rename mix other")
    #expect(try await bench.ask("rm mix") == ["ACK [50@0] {rm} No such playlist"])
    #expect(try await bench.value("playlist", "listplaylists") == "other")
  }

  @Test("without the password, few commands are allowed")
  func password() async throws {
    let bench = MPDBench(configuration: .init(password: "secret"))
    #expect(
      try await bench.ask("status") == [
        "ACK [4@0] {status} you don't have permission for \"status\""
      ]
    )
    #expect(try await bench.ask("password wrong") == ["ACK [3@0] {password} incorrect password"])
    bench.clock.advance(by: .seconds(1))
    #expect(
      try await bench.ask("commands")
        == ["binarylimit", "close", "commands", "notcommands", "password", "ping", "tagtypes"].map {
          "command: " + $0
        }
    )
    #expect(try await bench.ask("password secret") == [])
    #expect(try await bench.value("state") == "stop")
  }

  @Test("a client that guesses passwords is disconnected")
  func guessing() async throws {
    let bench = MPDBench(configuration: .init(password: "secret"))
    for _ in 0..<4 {
      _ = try await bench.ask("password wrong")
      bench.clock.advance(by: .seconds(30))
    }
    #expect(try await bench.ask("password wrong") == ["leaves"])
  }

  @Test("a guess after a wrong one is checked later, also from another connection")
  func delayedGuess() async throws {
    let bench = MPDBench(configuration: .init(password: "secret"))
    for (id, address) in [(2, ""), (3, "10.0.0.3")] {
      bench.interpreter.clients[id] = MPDClient(isAuthorized: false, address: address)
    }
    func answer(to id: Int, _ password: String) throws -> MPDResult {
      try bench.interpreter.run(MPDLine(name: "password", arguments: [password]), for: id)
    }
    _ = try await bench.ask("password wrong")
    #expect(try await bench.ask("password secret") == ["delayed by 1 s"])
    guard case .delayed = try answer(to: 2, "secret") else { return #expect(Bool(false)) }
    guard case .answer = try answer(to: 3, "secret") else { return #expect(Bool(false)) }
    bench.clock.advance(by: .seconds(1))
    #expect(try await bench.ask("password secret") == [])
  }

  @Test("in consume mode, a played entry is removed")
  func consume() async throws {
    let bench = MPDBench()
    _ = try await bench.ask("consume 1")
    #expect(try await bench.value("consume") == "1")
    _ = try await bench.ask("play 0")
    let updates = bench.queue.updates()
    _ = try await bench.ask("next")
    for await update in updates {
      guard case .event(let event) = update, case .transition = event.change else { continue }
      _ = bench.interpreter.receive(event)
      break
    }
    #expect(bench.queue.entries.map(\.track.id) == ["b", "c"])
  }

  /// Passes the next event of a kind to the interpreter.
  private func receive(
    _ updates: StatusUpdates<QueuePlayerEvent>,
    in bench: MPDBench,
    where isWanted: (QueueChange) -> Bool
  ) async {
    for await update in updates {
      guard case .event(let event) = update, isWanted(event.change) else { continue }
      _ = bench.interpreter.receive(event)
      break
    }
  }

  @Test("consume mode removes the last entry at its end")
  func consumeLast() async throws {
    let bench = MPDBench(tracks: ["a"])
    _ = try await bench.ask("consume 1")
    _ = try await bench.ask("play 0")
    let updates = bench.queue.updates()
    bench.clock.advance(by: .seconds(61))
    await receive(updates, in: bench) { if case .ended = $0 { true } else { false } }
    #expect(bench.queue.entries.isEmpty)
  }

  @Test("consume mode removes an entry that repeats", arguments: ["repeat 1", "single 1"])
  func consumeRepeated(mode: String) async throws {
    let bench = MPDBench(tracks: ["a"])
    for command in ["consume 1", "repeat 1", mode, "play 0"] { _ = try await bench.ask(command) }
    let updates = bench.queue.updates()
    bench.clock.advance(by: .seconds(61))
    await receive(updates, in: bench) {
      if case .transition(let transition) = $0 { transition.reason != .userSelected } else { false }
    }
    #expect(bench.queue.entries.isEmpty)
  }

  @Test("the decoded format is written as MPD writes it")
  func audio() {
    var format = SoundFormat(source: .init(rate: 44_100, encoding: .integer(bits: 16), channels: 2))
    #expect(MPDStatus.audio(format) == "44100:16:2")
    format.source.encoding = .float(bits: 32)
    #expect(MPDStatus.audio(format) == "44100:f:2")
    format.source.channels = nil
    #expect(MPDStatus.audio(format) == nil)
  }

  @Test("a binary limit above the maximum is lowered to it")
  func binaryLimit() async throws {
    let bench = MPDBench()
    #expect(try await bench.ask("binarylimit 5242880") == [])
    #expect(bench.interpreter.clients[1]?.binaryLimit == 4 << 20)
    #expect(try await bench.ask("binarylimit 8") == ["ACK [2@0] {binarylimit} Value too small"])
  }

  @Test("a filter with too many conditions is refused", arguments: ["search", "playlistsearch"])
  func manyConditions(command: String) async throws {
    let bench = MPDBench()
    func filter(_ count: Int) -> String {
      "((" + (0..<count).map { _ in "any contains 'z'" }.joined(separator: ") AND (") + "))"
    }
    #expect(try await bench.ask("\(command) \"\(filter(32))\"").isEmpty)
    #expect(
      try await bench.ask("\(command) \"\(filter(33))\"") == [
        "ACK [2@0] {\(command)} Too many conditions"
      ]
    )
  }

  @Test(
    "a search of the queue runs in portions, which are smaller for longer filters",
    arguments: [1, 8]
  )
  func searchInPortions(conditions: Int) async throws {
    let bench = MPDBench(tracks: (0..<2_000).map(String.init))
    let filter = [String](repeating: "title nothing", count: conditions).joined(separator: " ")
    let line = try MPDLine(Array("playlistfind \(filter)".utf8))
    guard case .answer(let answer) = try bench.interpreter.run(line, for: 1) else {
      return #expect(Bool(false))
    }
    var output = MPDOutput()
    output.add(answer)
    var portions = 0
    while !output.isEmpty {
      #expect(output.pending().isEmpty)
      portions += 1
    }
    #expect(portions >= 4 * conditions)
  }

  @Test("a client can't fill the queue without a limit", arguments: ["add", "addid", "load"])
  func fullQueue(command: String) async throws {
    let bench = MPDBench(tracks: [])
    bench.queue.append((1..<RemoteContext.maximumEntries).map { _ in FakeTrack("a") })
    let name = "https://music.example/a.mp3"
    #expect(try await bench.ask("\(command) \(name)").first?.hasPrefix("ACK") != true)
    #expect(
      try await bench.ask("\(command) \(name)") == ["ACK [51@0] {\(command)} The queue is full"]
    )
    #expect(bench.queue.entries.count == RemoteContext.maximumEntries)
  }

  @Test("a million entries are sent in portions")
  func million() async throws {
    let bench = MPDBench(tracks: [])
    bench.queue.append((0..<1_000_000).map { _ in FakeTrack("a") })
    guard
      case .answer(let answer) = try bench.interpreter.run(MPDLine(name: "playlistinfo"), for: 1)
    else { return #expect(Bool(false)) }
    var output = MPDOutput()
    output.add(answer)
    #expect(output.pending().count < 4 * MPDOutput.mark)
    #expect(!output.isLow)
  }
}

@Suite("Numbers of entries", .tags(.pure))
struct MPDSongIDsTests {
  @Test("are small and stable, and lead back, also in a queue that was restored often")
  func numbers() {
    let ids = MPDSongIDs()
    let scope: UInt64 = 5 << 40
    let serials: [UInt64] = [1, 2, 4_095, 4_096, 1 << 38, 1 << 38 + 1, 3, 1 << 39]
    let entries = serials.map { EntryID(number: scope | $0) }
    let numbers = entries.map { ids.number(of: $0) }
    #expect(numbers[0] == 1 && numbers[1] == 2)
    #expect(Set(numbers).count == numbers.count)
    #expect(numbers == entries.map { ids.number(of: $0) })
    #expect(numbers.map { ids.entry(Int($0)) } == entries)
    #expect(numbers.allSatisfy { $0 <= UInt32(Int32.max) })
    for other in [-1, Int.max, 1 << 40, 4_096 * 50] { #expect(ids.entry(other) == nil) }
  }
}

import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitCLI

@Suite("A line of standard input", .tags(.pure))
struct InstructionTests {
  @Test(
    "is a command with its arguments",
    arguments: [
      ("play", .play), ("pause", .pause), ("toggle", .toggle), ("next", .next),
      ("previous", .previous), ("clear", .clear), ("quit", .quit),
      ("stop-after-current", .stopAfterCurrent), ("stop", .stop),
      ("sleep 0", .sleep(.zero)), ("sleep 1.5", .sleep(.milliseconds(1_500))),
      ("seek 0", .seek(.zero)), ("seek 12.5", .seek(.milliseconds(12_500))),
      ("seek 1e300", .seek(.seconds(1_000_000_000))),
      ("volume 100", .volume(1)), ("volume 0", .volume(0)), ("rate 1.5", .rate(1.5)),
      ("shuffle on", .shuffle(true)), ("shuffle off", .shuffle(false)),
      ("repeat off", .repeat(.off)), ("repeat one", .repeat(.one)), ("repeat all", .repeat(.all)),
      ("remove 3", .remove(3)), ("move 2 0", .move(2, 0)),
      ("chapter next", .chapter(.next)), ("chapter previous", .chapter(.previous)),
      ("chapter 0", .chapter(.to(0))),
    ] as [(String, Instruction)]
  )
  func command(line: String, expected: Instruction) throws {
    #expect(try Instruction(line: line) == expected)
  }

  @Test(
    "keeps an item as it is written",
    arguments: ["a.wav", " a.wav ", "-a.wav", "a \"b\" c", "http://h/a?b=c d", "\u{1B}é歌", "1 2"]
  )
  func item(item: String) throws {
    #expect(try Instruction(line: "add \(item)") == .add(item))
    #expect(try Instruction(line: "playnext \(item)") == .playNext(item))
    #expect(try Instruction(line: "insert 7 \(item)") == .insert(7, item))
  }

  @Test(
    "is rejected if it is anything else",
    arguments: [
      "", " ", " play", "play ", "Play", "seek", "seek ", "seek 1 2", "seek -1", "seek inf",
      "seek nan", "seek 0x10", "seek 1s", "volume", "volume -1", "volume 100.1", "rate 0.2",
      "rate 5", "shuffle", "shuffle true", "repeat", "repeat ALL", "add", "add ", "playnext",
      "insert", "insert 1", "insert 1 ", "insert a b", "insert -1 a", "remove", "remove x",
      "remove 1.0", "remove ٣", "remove 99999999999999999999", "move 1", "move 1 2 3", "move 1  2",
      "quit now", "stop now", "chapter", "chapter last", "chapter -1", "sleep", "sleep -1",
      "sleep soon", "\0",
    ]
  )
  func rejected(line: String) {
    #expect(throws: Rejection.self) { try Instruction(line: line) }
  }
}

@Suite("Lines of bytes that arrive in pieces", .tags(.pure))
struct LineSplitterTests {
  @Test("are the same wherever the pieces end", arguments: 1...12)
  func pieces(size: Int) {
    let bytes = Array("play\n\nadd ö歌 a\r\nqu".utf8)
    var splitter = LineSplitter()
    var lines: [String] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      lines += splitter.split(bytes[start..<min(start + size, bytes.count)])
    }
    #expect(lines == ["play", "", "add ö歌 a\r"])
    #expect(splitter.finish() == "qu")
    #expect(splitter.finish() == nil)
  }
}

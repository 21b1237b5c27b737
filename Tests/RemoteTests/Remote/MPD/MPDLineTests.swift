import TestSupport
import Testing

@testable import PlayerKitRemote

@Suite("Lines of MPD's protocol", .tags(.pure))
struct MPDLineTests {
  private static func line(_ text: String) throws(MPDLine.Fault) -> MPDLine {
    try MPDLine(Array(text.utf8))
  }

  @Test("arguments are bare, or in quotes with escapes")
  func arguments() throws {
    let line = try Self.line("add  \"a \\\"b\\\" \\\\ c\"\tx")
    #expect(line == MPDLine(name: "add", arguments: ["a \"b\" \\ c", "x"]))
    #expect(try Self.line("search any \"\"").arguments == ["any", ""])
  }

  @Test(
    "errors have MPD's form",
    arguments: [
      ("add \"a\"b", "Space expected after closing '\"'"), ("add 'a", "Invalid unquoted character"),
      ("add a\"", "Invalid unquoted character"), ("add \"a\\", "Missing closing '\"'"),
      ("add 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17", "Too many arguments"),
    ]
  )
  func faults(text: String, message: String) {
    #expect {
      _ = try Self.line(text)
    } throws: { error in
      if case .arguments(message, _)? = error as? MPDLine.Fault { true } else { false }
    }
  }

  @Test("for any bytes, a line is read or refused")
  func anyBytes() {
    let alphabet: [UInt8] = [UInt8(ascii: "a"), 32, 34, 92, 39, 0, 255, 9, UInt8(ascii: "_")]
    for _ in 0..<20_000 {
      let bytes: [UInt8] = (0..<Int.random(in: 0..<40)).map { _ in alphabet.randomElement() ?? 0 }
      _ = try? MPDLine(bytes)
    }
  }

  @Test(
    "ranges are MPD's",
    arguments: [
      ("3", MPDRange(start: 3, end: 4)), ("3:", MPDRange(start: 3, end: nil)),
      ("3:3", MPDRange(start: 3, end: 3)), ("-1", MPDRange.all),
    ]
  )
  func ranges(text: String, range: MPDRange) throws {
    #expect(try MPDRange(text) == range)
  }

  @Test(
    "an invalid range gets MPD's error",
    arguments: [
      ("x", "Integer or range expected: x"), ("0:1:2", "Integer or range expected: 0:1:2"),
      ("3:1", "Malformed range: 3:1"), ("-5", "Number is negative: -5"),
      ("-2:4", "Number is negative: -2:4"),
      ("99999999999:", "Integer or range expected: 99999999999:"),
    ]
  )
  func noRanges(text: String, message: String) {
    #expect(throws: MPDError(.argument, message)) { try MPDRange(text) }
  }

  @Test("a range is limited to the list, and begins at most at its end")
  func clipping() {
    #expect(MPDRange(start: 1, end: 99).within(3) == 1..<3)
    #expect(MPDRange(start: 3, end: 4).within(3) == 3..<3)
    #expect(MPDRange(start: 4, end: nil).within(3) == nil)
  }

  @Test("an index with a sign is relative to the current entry")
  func positions() throws {
    #expect(try MPDPosition("+0").place(current: 2, count: 5) == 3)
    #expect(try MPDPosition("-1").place(current: 2, count: 5) == 1)
    #expect(try MPDPosition("5").place(current: nil, count: 5) == 5)
    #expect(throws: MPDError(.argument, "Number too large: 6")) {
      try MPDPosition("6").place(current: nil, count: 5)
    }
    #expect(throws: MPDError(.notPlaying, "No current song")) {
      try MPDPosition("+1").place(current: nil, count: 5)
    }
  }

  @Test(
    "a number of seconds is finite",
    arguments: ["nan", "inf", "0x10", "", "1e999", "x"]
  )
  func seconds(text: String) {
    #expect(throws: MPDError(.argument, "Float expected: \(text)")) {
      try MPDArguments([text]).seconds(0)
    }
  }

  @Test("all bytes of passwords are compared")
  func secrets() {
    #expect(MPDSecret.isEqual("secret", "secret"))
    #expect(!MPDSecret.isEqual("secreT", "secret"))
    #expect(!MPDSecret.isEqual("secret1", "secret"))
    #expect(!MPDSecret.isEqual("secre", "secret"))
    #expect(!MPDSecret.isEqual("", "secret"))
    #expect(!MPDSecret.isEqual("secretsecret", "secret"))
  }
}

@Suite("Filters of MPD's protocol", .tags(.pure))
struct MPDFilterTests {
  private static let song: MPDSong = {
    var song = MPDSong(file: "https://example.com/a.mp3", metadata: .init(title: "Paper Boats"))
    song.metadata.artist = "The Ensemble"
    song.metadata.album = "Harbor"
    return song
  }()

  private static func takes(_ text: String, ignoresCase: Bool = false) throws -> Bool {
    try MPDQuery([text], ignoresCase: ignoresCase).filter.takes(song)
  }

  @Test("expressions have MPD's meaning")
  func expressions() throws {
    #expect(try Self.takes("(title == 'Paper Boats')"))
    #expect(try !Self.takes("(title == 'paper boats')"))
    #expect(try Self.takes("(title == 'paper boats')", ignoresCase: true))
    #expect(try Self.takes("((artist contains \"Ens\") AND (album != 'x'))"))
    #expect(try !Self.takes("((artist contains \"Ens\") AND (!(album == 'Harbor')))"))
    #expect(try Self.takes("(any contains 'Harb')"))
    #expect(try Self.takes("(genre == '')"))
    #expect(try Self.takes("(albumartist == 'The Ensemble')"))
    #expect(try Self.takes("(title starts_with 'Paper')"))
    #expect(try !Self.takes("(title == 'Pap\\'er')"))
  }

  @Test("pairs match the whole value in find, and a part in search")
  func pairs() throws {
    #expect(
      try MPDQuery(["title", "Paper Boats", "artist", "The Ensemble"], ignoresCase: false).filter
        .takes(Self.song)
    )
    #expect(try !MPDQuery(["title", "Paper"], ignoresCase: false).filter.takes(Self.song))
    #expect(try MPDQuery(["title", "pAper"], ignoresCase: true).filter.takes(Self.song))
  }

  @Test("the text after a filter is not part of it")
  func tail() throws {
    let query = try MPDQuery(
      ["title", "x", "sort", "-Album", "window", "5:9"],
      ignoresCase: true
    )
    #expect(query.filter.words == ["x"])
    #expect(query.window == MPDRange(start: 5, end: 9))
    #expect(query.sort?.tag == .album && query.sort?.isDescending == true)
  }

  @Test(
    "an invalid filter is refused",
    arguments: [
      ["(title == 'x'", "')' expected"], ["title", "Incorrect number of filter arguments"],
      ["(title =~ 'x')", "Regular expressions are not supported here"],
      ["(title == 'x)", "Closing quote not found"], ["(title == x)", "Quoted string expected"],
    ]
  )
  func refused(pair: [String]) {
    #expect(throws: MPDError(.argument, pair[1])) { try MPDQuery([pair[0]], ignoresCase: false) }
  }

  @Test("parentheses can be nested 16 deep")
  func depth() {
    let deep =
      String(repeating: "(!", count: 2_000) + "(title == 'x')"
      + String(repeating: ")", count: 2_000)
    #expect(throws: MPDError(.argument, "Too deep")) { try MPDQuery([deep], ignoresCase: false) }
  }
}

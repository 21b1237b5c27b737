extension Lyrics {
  /// Parses LRC: lines that begin with the times at which they are sung.
  ///
  /// `[mm:ss]`, `[mm:ss.xx]` and `[mm:ss:xx]` are times; a repeated line may have several.
  /// `[offset:+ms]` shifts all lines earlier by that much, and `[la:en]` is the language; other
  /// tags are ignored. So are times of single words (`<mm:ss.xx>`) and a byte order mark. All line
  /// endings are accepted.
  ///
  /// Times are used if more lines have a time than have only words; lines without a time are then
  /// dropped. Otherwise all lines are kept as they are, without times, because plain lyrics may
  /// contain a time in brackets.
  ///
  /// At most 1 MiB, 10,000 lines, and 1,000 characters of a line are read.
  ///
  /// - Returns: `nil` if there are no words.
  public init?(lrc text: String) {
    var reader = LRCReader()
    reader.read(text)
    guard let lyrics = reader.lyrics else { return nil }
    self = lyrics
  }
}

private struct LRCReader {
  private static let longestText = 1 << 20
  private static let longestLine = 1_000
  private static let maximumLines = 10_000

  private var timed: [Lyrics.Line] = []
  /// All lines except tags, unchanged.
  private var plain: [Lyrics.Line] = []
  /// The number of lines with and without a time.
  private var counts = (timed: 0, untimed: 0)
  private var offset = 0
  private var language: String?

  /// The lyrics; `nil` if there are no words.
  var lyrics: Lyrics? {
    let lines = counts.timed > counts.untimed ? timed.map(moved) : plain
    guard lines.contains(where: { !$0.text.isEmpty }) else { return nil }
    return Lyrics(lines, language: language)
  }

  private func moved(_ line: Lyrics.Line) -> Lyrics.Line {
    guard let start = line.start else { return line }
    return Lyrics.Line(start: max(.zero, start - .milliseconds(offset)), text: line.text)
  }

  mutating func read(_ text: String) {
    let bytes = text.utf8.prefix(Self.longestText)
    for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      guard timed.count < Self.maximumLines, plain.count < Self.maximumLines else { return }
      read(line: Substring(line))
    }
  }

  private mutating func read(line: Substring) {
    var rest = line.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    var starts: [Duration] = []
    while rest.first == "[", let end = rest.firstIndex(of: "]") {
      let tag = rest[rest.index(after: rest.startIndex)..<end]
      if let start = LRCReader.time(tag) {
        starts.append(start)
      } else if LRCReader.isTag(tag) {
        take(tag)
        if starts.isEmpty { return }
      } else {
        break
      }
      rest = rest[rest.index(after: end)...].drop { $0.isWhitespace }
    }
    let words = LRCReader.words(rest)
    guard !starts.isEmpty else {
      guard !words.isEmpty else { return }
      counts.untimed += 1
      return plain.append(.init(text: words))
    }
    counts.timed += 1
    timed += starts.prefix(100).map { .init(start: $0, text: words) }
    plain.append(.init(text: LRCReader.words(line)))
  }

  /// Returns whether the text is a tag of the file: letters, a colon, a value.
  private static func isTag(_ text: Substring) -> Bool {
    guard let colon = text.firstIndex(of: ":"), colon > text.startIndex else { return text == "#" }
    return text[..<colon].allSatisfy { $0.isASCII && ($0.isLetter || $0 == "#" || $0 == "_") }
  }

  private mutating func take(_ tag: Substring) {
    let parts = tag.split(separator: ":", maxSplits: 1)
    guard parts.count == 2 else { return }
    let value = parts[1].filter { !$0.isWhitespace }
    switch parts[0].lowercased() {
    case "offset":
      let digits = value.hasPrefix("+") ? String(value.dropFirst()) : value
      if let number = Int(digits), (-3_600_000...3_600_000).contains(number) { offset = number }
    case "la", "lang":
      if (2...12) ~= value.utf8.count { language = value }
    default: break
    }
  }

  /// Parses `mm:ss`, with hundredths or thousandths after a point, a comma or a colon.
  private static func time(_ text: some StringProtocol) -> Duration? {
    let parts = text.split(
      maxSplits: 2,
      omittingEmptySubsequences: false,
      whereSeparator: { $0 == ":" || $0 == "." || $0 == "," }
    )
    guard parts.count >= 2, let minutes = number(parts[0], atMost: 4),
      let seconds = number(parts[1], atMost: 2), seconds < 60
    else { return nil }
    var milliseconds = 0
    if parts.count == 3 {
      guard let fraction = number(parts[2], atMost: 3) else { return nil }
      milliseconds = fraction * [100, 10, 1][parts[2].utf8.count - 1]
    }
    return .milliseconds((minutes * 60 + seconds) * 1_000 + milliseconds)
  }

  private static func number(_ text: some StringProtocol, atMost digits: Int) -> Int? {
    guard (1...digits) ~= text.utf8.count, text.utf8.allSatisfy({ (0x30...0x39) ~= $0 }) else {
      return nil
    }
    return Int(text)
  }

  /// Returns the line without times of single words and control characters.
  private static func words(_ line: Substring) -> String {
    var words = ""
    var rest = line.prefix(longestLine * 4)
    while let open = rest.firstIndex(of: "<") {
      words += rest[..<open]
      // A time is short, so other text is detected quickly.
      guard let close = rest[open...].prefix(16).firstIndex(of: ">"),
        time(rest[rest.index(after: open)..<close]) != nil
      else {
        words += "<"
        rest = rest[rest.index(after: open)...]
        continue
      }
      rest = rest[rest.index(after: close)...]
    }
    words += rest
    let shown = words.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
    return String(String.UnicodeScalarView(shown))
      .split(separator: " ").joined(separator: " ").prefix(longestLine).description
  }
}

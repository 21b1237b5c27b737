import Foundation
import PlayerKit
import PlayerKitPlaylists
import PlayerKitServices

/// Reads the complete text of transcripts. Pure, with a limit on lines.
enum TranscriptReader {
  static let maximumLines = 100_000

  enum Form {
    case webVTT, subRip, json, html, plain

    init(type: String?, name: String = "") {
      let type = type?.lowercased() ?? ""
      let name = name.lowercased()
      if type.contains("vtt") || name.hasSuffix(".vtt") {
        self = .webVTT
      } else if type.contains("srt") || type.contains("subrip") || name.hasSuffix(".srt") {
        self = .subRip
      } else if type.contains("json") || name.hasSuffix(".json") {
        self = .json
      } else if type.contains("html") {
        self = .html
      } else {
        self = .plain
      }
    }

    var rank: Int {
      switch self {
      case .webVTT: 0
      case .subRip: 1
      case .json: 2
      case .html: 3
      case .plain: 4
      }
    }
  }

  /// Returns the text as lyrics; `nil` if there is none. The format of the file takes precedence
  /// over `type`.
  static func lyrics(
    _ data: Data,
    type: String?,
    charset: String? = nil,
    language: String? = nil
  ) -> Lyrics? {
    let text = text(data, charset: charset)
    let start = text.drop { $0.isWhitespace }.prefix(10)
    let lines: [Lyrics.Line] =
      if start.hasPrefix("WEBVTT") {
        CueReader(.webVTT).lines(of: text)
      } else if start.hasPrefix("{") || start.hasPrefix("["), let found = segments(text) {
        found
      } else {
        switch Form(type: type) {
        case .webVTT: CueReader(.webVTT).lines(of: text)
        case .subRip: CueReader(.subRip).lines(of: text)
        case .json: []
        case .html: plain(PageText.text(of: text))
        case .plain:
          text.prefix(200).contains("-->") ? CueReader(.subRip).lines(of: text) : plain(text)
        }
      }
    let heard = lines.prefix(maximumLines)
    return heard.isEmpty ? nil : Lyrics(Array(heard), language: language)
  }

  /// Decodes text. Lines that are not UTF-8 are decoded in the detected encoding.
  private static func text(_ data: Data, charset: String?) -> String {
    let bytes = FeedEncoding.utf8(data, charset: charset)
    var text = String(validating: bytes, as: UTF8.self) ?? lines(of: bytes)
    if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
    return text
  }

  private static func lines(of bytes: some Collection<UInt8>) -> String {
    let encoding = TextEncoding(detecting: bytes)
    return bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(validating: $0, as: UTF8.self) ?? encoding.decode($0) }
      .joined(separator: "\n")
  }

  /// Returns the spoken text on one line; `nil` if it is empty.
  static func said(_ text: String) -> String? { FeedWords.line(text, longest: .max) }

  private static func plain(_ text: String) -> [Lyrics.Line] {
    text.split(whereSeparator: \.isNewline).compactMap { line in
      said(String(line)).map { Lyrics.Line(text: $0) }
    }
  }

  // MARK: - JSON

  /// Returns the segments; `nil` if the document has another form.
  private static func segments(_ text: String) -> [Lyrics.Line]? {
    guard let document = try? JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) else {
      return nil
    }
    guard let segments = document["segments"]?.array ?? document.array else {
      return (document["text"] ?? document["transcript"])?.string.map { plain($0) }
    }
    var last: String?
    return segments.prefix(maximumLines).compactMap { segment -> Lyrics.Line? in
      let words = segment["body"] ?? segment["text"]
      guard let body = words?.string.flatMap({ said($0) }) else { return nil }
      let speaker = segment["speaker"]?.string.flatMap { said($0) }
      defer { last = speaker }
      let name = speaker.flatMap { $0 == last ? nil : $0 + ": " } ?? ""
      return Lyrics.Line(start: time(segment["startTime"] ?? segment["start"]), text: name + body)
    }
  }

  private static func time(_ value: JSONValue?) -> Duration? {
    FeedTime.position(seconds: value?.number ?? value?.string.flatMap { Double($0) })
  }
}

/// Reads SubRip and WebVTT, where the text follows a line with times.
struct CueReader {
  private let isWebVTT: Bool
  private var found: [Lyrics.Line] = []
  private var start: Duration?
  private var isOpen = false
  private var words: [Substring] = []

  init(_ form: TranscriptReader.Form) {
    isWebVTT = form == .webVTT
  }

  func lines(of text: String) -> [Lyrics.Line] {
    var reader = self
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      reader.read(line)
    }
    reader.close()
    return reader.found
  }

  private mutating func read(_ line: Substring) {
    if let time = Self.beginning(line) {
      dropNumber()
      close()
      (start, isOpen) = (FeedTime.position(time), true)
    } else if !isOpen {
      return
    } else if isWebVTT, line.allSatisfy(\.isWhitespace) {
      // The next lines are not spoken text, but the name of a cue, a comment or a style.
      close()
    } else {
      words.append(line)
    }
  }

  /// Drops the number above a line with times in SubRip.
  private mutating func dropNumber() {
    guard !isWebVTT, let last = words.last?.trimmingCharacters(in: .whitespaces),
      last.isASCIIDigits
    else { return }
    let above = words.dropLast().last
    let isCount = last == String(found.count + 2)
    if isCount || above == nil || above?.allSatisfy(\.isWhitespace) == true { words.removeLast() }
  }

  private mutating func close() {
    let text = words.map { CueText.plain($0) }.joined(separator: " ")
    if isOpen, let said = TranscriptReader.said(text) {
      found.append(Lyrics.Line(start: start, text: said))
    }
    (start, isOpen, words) = (nil, false, [])
  }

  /// Returns the start time in a line with times; `nil` for other lines.
  private static func beginning(_ line: Substring) -> String? {
    guard let arrow = line.firstRange(of: "-->") else { return nil }
    let time = line[..<arrow.lowerBound].trimmingCharacters(in: .whitespaces)
    let isTime = !time.isEmpty && time.allSatisfy { "0123456789:.,".contains($0) }
    return isTime ? time.replacing(",", with: ".") : nil
  }
}

/// The text of a cue.
enum CueText {
  private static let tags: Set<String> = [
    "b", "i", "u", "c", "v", "s", "lang", "ruby", "rt", "font", "span", "em", "strong", "br",
  ]

  /// Returns the text without tags. `<v Ann>` names the speaker. Text that only looks like a tag is
  /// kept.
  static func plain(_ line: Substring) -> String {
    guard line.contains("<") else { return String(line) }
    var result = ""
    var rest = line
    while let open = rest.firstIndex(of: "<") {
      result += rest[..<open]
      let inside = rest[open...].dropFirst()
      if let close = inside.prefix(1_000).firstIndex(of: ">"), let tag = tag(inside[..<close]) {
        result += tag
        rest = inside[close...].dropFirst()
      } else {
        result += "<"
        rest = inside
      }
    }
    return result + rest
  }

  /// Returns the replacement for a tag; `nil` if it is no tag.
  private static func tag(_ text: Substring) -> String? {
    // A timestamp within a cue.
    if text.contains(":"), text.allSatisfy({ "0123456789:.".contains($0) }) { return "" }
    let name = text.drop { $0 == "/" }.prefix { $0.isLetter }.lowercased()
    guard tags.contains(name) else { return nil }
    guard name == "v", !text.hasPrefix("/") else { return name == "br" ? " " : "" }
    let speaker = text.drop { !$0.isWhitespace }.trimmingCharacters(in: .whitespaces)
    return speaker.isEmpty ? "" : " \(speaker): "
  }
}

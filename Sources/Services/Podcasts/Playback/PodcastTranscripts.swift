import Foundation
import MusicCatalog
import PlayerKit

/// Shows what is said in episodes as the words of a track, by the transcripts that their feeds name.
///
/// Those with times come first: WebVTT, SubRip, JSON; then HTML and plain text.
public struct PodcastTranscripts: LyricsSource {
  private static let largest = 4 << 20

  private let client: PodcastClient
  private let languages: [String]

  /// Makes a source.
  ///
  /// - Parameter languages: which languages are wanted, the preferred first, such as `de`. Where an episode
  ///   has none of these, the first that it has is shown.
  public init(client: PodcastClient, languages: [String] = []) {
    self.client = client
    self.languages = languages.map { $0.lowercased() }
  }

  /// What is said; `nil` for what is no episode, and where there is no transcript.
  public func lyrics(of track: any Track, metadata: TrackMetadata) async throws -> Lyrics? {
    guard let episode = track as? PodcastTrack else { return nil }
    var failure: (any Error)?
    for transcript in ordered(episode.transcripts).prefix(4) {
      do {
        let reply = try await client.file(of: episode, at: transcript.url, largest: Self.largest)
        let type = transcript.type ?? reply.response.headerFields[.contentType]
        let words = TranscriptReader.lyrics(
          reply.body,
          type: type,
          language: transcript.language
        )
        if let words { return words }
      } catch {
        try Task.checkCancellation()
        failure = error
      }
    }
    if let failure { throw failure }
    return nil
  }

  private func ordered(_ transcripts: [PodcastTranscript]) -> [PodcastTranscript] {
    func rank(_ transcript: PodcastTranscript) -> Int {
      let language = transcript.language?.lowercased() ?? ""
      let place = languages.firstIndex { language == $0 || language.hasPrefix($0 + "-") }
      let form = TranscriptReader.Form(type: transcript.type, name: transcript.url.path)
      return (place ?? languages.count) * 10 + form.rank
    }
    return transcripts.enumerated().sorted {
      (rank($0.element), $0.offset) < (rank($1.element), $1.offset)
    }
    .map(\.element)
  }
}

/// Reads transcripts. Pure; bounded in lines.
enum TranscriptReader {
  static let mostLines = 20_000

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

  /// The words; `nil` where there are none. What the file says of itself wins over `type`.
  static func lyrics(_ data: Data, type: String?, language: String? = nil) -> Lyrics? {
    var text = String(decoding: data, as: UTF8.self)
    if text.first == "\u{FEFF}" { text.removeFirst() }
    let start = text.prefix(64).drop { $0.isWhitespace }
    let lines: [Lyrics.Line] =
      if start.hasPrefix("WEBVTT") {
        cues(text)
      } else if start.hasPrefix("{"), let found = segments(data) {
        found
      } else {
        switch Form(type: type) {
        case .webVTT, .subRip: cues(text)
        case .json: []
        case .html: plain(withoutTags(text, between: "\n"))
        case .plain: text.prefix(200).contains("-->") ? cues(text) : plain(text)
        }
      }
    guard !lines.isEmpty else { return nil }
    return Lyrics(lines, language: language)
  }

  // MARK: - SubRip and WebVTT

  private static func cues(_ text: String) -> [Lyrics.Line] {
    var found: [Lyrics.Line] = []
    var start: Duration?
    var words: [String] = []
    func close() {
      let said = FeedWords.line(words.joined(separator: " "))
      if let start, let said, found.count < mostLines {
        found.append(Lyrics.Line(start: start, text: said))
      }
      start = nil
      words = []
    }
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      if let arrow = line.firstRange(of: "-->") {
        close()
        start = time(line[..<arrow.lowerBound])
      } else if line.allSatisfy(\.isWhitespace) {
        close()
      } else if start != nil, words.count < 100 {
        words.append(withoutTags(speaker(line)))
      }
    }
    close()
    return found
  }

  private static func time(_ text: Substring) -> Duration? {
    FeedTime.position(text.trimmingCharacters(in: .whitespaces).replacing(",", with: "."))
  }

  /// `<v Ann>Hello` says who speaks.
  private static func speaker(_ line: Substring) -> String {
    guard line.hasPrefix("<v"), let end = line.firstIndex(of: ">") else { return String(line) }
    let name = line[..<end].drop { $0 != " " }.dropFirst()
    let rest = String(line[line.index(after: end)...])
    return name.isEmpty ? rest : "\(name): \(rest)"
  }

  // MARK: - JSON

  private static func segments(_ data: Data) -> [Lyrics.Line]? {
    guard let document = try? JSONDecoder().decode(JSONValue.self, from: data) else { return nil }
    guard let segments = document["segments"]?.array ?? document.array else { return nil }
    var last: String?
    return segments.prefix(mostLines).compactMap { segment in
      guard let body = (segment["body"] ?? segment["text"])?.string.flatMap({ FeedWords.line($0) })
      else { return nil }
      let speaker = segment["speaker"]?.string.flatMap { FeedWords.line($0, longest: 100) }
      defer { last = speaker }
      let start = (segment["startTime"] ?? segment["start"])?.number
      return Lyrics.Line(
        start: FeedTime.position(seconds: start),
        text: speaker == last ? body : [speaker, body].compactMap(\.self).joined(separator: ": ")
      )
    }
  }

  // MARK: - Text

  private static func plain(_ text: String) -> [Lyrics.Line] {
    text.split(maxSplits: mostLines, whereSeparator: \.isNewline).prefix(mostLines)
      .compactMap { FeedWords.line(String($0)).map { Lyrics.Line(text: $0) } }
  }

  private static let blocks: Set<String> = [
    "p", "br", "div", "li", "cite", "time", "h1", "h2", "h3", "h4", "tr", "section",
  ]

  /// Without what stands from `<` to `>`; `mark` in place of tags that begin or end a line.
  private static func withoutTags(_ text: String, between mark: String = "") -> String {
    guard text.contains("<") else { return text }
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "<") {
      result += rest[..<open]
      rest = rest[open...].dropFirst()
      let name = rest.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }.lowercased()
      if blocks.contains(name) { result += mark }
      rest = (rest.firstIndex(of: ">").map { rest[$0...] } ?? "").dropFirst()
    }
    return result + rest
  }
}

import Foundation
import PlayerKitServices

// Reads yt-dlp's error output, which contains the sites' messages in English.
extension YTDLPError {
  /// Creates an error from the error output of a failed run.
  ///
  /// - Parameter status: The exit status.
  init(errors: String, status: Int32) {
    let text = Self.lastError(in: errors)
    let message = Self.shown(text)
    // Addresses are not part of the reason.
    let words = text.lowercased().replacing("’", with: "'").split(separator: " ")
      .filter { !$0.contains("://") }.joined(separator: " ")
    if status == 2, errors.contains("no such option") {
      self.init(.outdated, "This yt-dlp is too old.")
    } else if let known = Self.sayings.first(where: { words.contains($0.words) }) {
      self.init(known.code, message)
    } else if let code = Self.httpStatus(in: words),
      code != 400 || !words.contains("please report this issue")
    {
      self.init(code == 429 ? .rateLimited : .httpError, message, httpStatus: code)
    } else if let known = Self.faults.first(where: { words.contains($0.words) }) {
      self.init(known.code, message)
    } else if text.isEmpty {
      self.init(.crashed, "yt-dlp broke down.")
    } else {
      self.init(.other, message)
    }
  }

  /// Known messages, searched in this order.
  private static let sayings: [(words: String, code: Code)] = [
    ("confirm you're not a bot", .takenForRobot), ("captcha challenge", .takenForRobot),
    ("confirm your age", .ageRestricted), ("age-restricted", .ageRestricted),
    ("inappropriate for some users", .ageRestricted), ("age restricted", .ageRestricted),
    ("private video", .isPrivate),
    ("video is private", .isPrivate), ("geo restriction", .otherCountry),
    ("available in your country", .otherCountry), ("from your location", .otherCountry),
    ("join this channel", .membersOnly), ("members-only", .membersOnly),
    ("members only", .membersOnly), ("channel's members", .membersOnly),
    ("requires payment", .membersOnly), ("--video-password", .isPrivate),
    ("live event will begin", .notYet),
    ("premieres in", .notYet), ("not currently live", .notYet), ("premiere will begin", .notYet),
    ("drm protect", .encrypted),
    ("requested format is not available", .noFormat), ("no video formats found", .noFormat),
    ("content isn't available, try again later", .rateLimited),
    ("only available for registered users", .signInRequired),
    ("login required", .signInRequired), ("--cookies-from-browser", .signInRequired),
    ("unsupported url", .unknownPage), ("is not a valid url", .unknownPage),
    ("no suitable extractor", .excluded), ("disabled by default", .excluded),
    ("video unavailable", .unavailable), ("has been removed", .unavailable),
    ("no longer available", .unavailable), ("video is not available", .unavailable),
    ("does not exist", .unavailable), ("track not found", .unavailable),
    ("does not have a", .unavailable), ("live event has ended", .unavailable),
    ("has been terminated", .unavailable),
    ("interrupted by user", .interrupted),
  ]

  /// General failures, if no site's message was found.
  private static let faults: [(words: String, code: Code)] = [
    ("http error 400", .outdated), ("timed out", .timedOut), ("certificate", .untrusted),
    ("transporterror", .unreachable),
    ("unable to download", .unreachable), ("please report this issue", .outdated),
    ("latest version", .outdated),
  ]

  private static func httpStatus(in words: String) -> Int? {
    guard let start = words.firstRange(of: "http error ")?.upperBound else { return nil }
    return Int(words[start...].prefix(3)).flatMap { (400..<600).contains($0) ? $0 : nil }
  }

  /// Returns the last `ERROR:` with all its lines, without the prefix before the reason.
  private static func lastError(in text: String) -> String {
    let mark = "ERROR: "
    let lines = text.split(whereSeparator: \.isNewline)
    guard let start = lines.lastIndex(where: { $0.hasPrefix(mark) }) else { return "" }
    let error = lines[start...].joined(separator: "\n").dropFirst(mark.count)
    // `[extractor] id: reason`, where the id contains no space.
    guard error.hasPrefix("["), let bracket = error.firstRange(of: "] ")?.upperBound,
      let colon = error[bracket...].firstRange(of: ": "),
      !error[bracket..<colon.lowerBound].contains(" ")
    else { return String(error) }
    return String(error[colon.upperBound...])
  }

  /// Returns one line for display, of limited length, without URL queries and control characters.
  private static func shown(_ text: String) -> String {
    let first = text.prefix { !$0.isNewline }
    let end = first.firstRange(of: "; please report")?.lowerBound ?? first.endIndex
    let words = first[..<end].split(separator: " ").prefix(60).map { word in
      word.contains("?") || word.contains("://")
        ? Redaction.address(String(word), showsNames: false) : String(word)
    }
    let clean = words.joined(separator: " ").unicodeScalars.prefix(300)
      .map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }
    var shown = ""
    shown.unicodeScalars.append(contentsOf: clean)
    return shown
  }
}

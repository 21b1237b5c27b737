import Foundation

/// A title split into the name, the guests, and the version.
struct TitleReader: Sendable {
  /// The name, including its subtitles.
  private(set) var name: FoldedText
  /// The name without differences of spelling, to be compared with another one.
  private(set) var spelling = ""
  /// The words of the name, with terms for versions in English.
  private(set) var nameWords: [String] = []
  /// The name without a leading clause in brackets: `(If I Could) Tonight`.
  private(set) var withoutLead: FoldedText?
  /// The name without trailing clauses in brackets.
  private(set) var withoutSubtitle: FoldedText?
  /// The name in each of its scripts, if it has two: `봄날 (Spring Day)`.
  private(set) var scripts: [FoldedText] = []
  /// The part before a colon or a dash, and the name without it: `Beethoven: Symphony No. 5`.
  private(set) var prefixed: (prefix: FoldedText, name: FoldedText)?
  /// The guests, as written.
  private(set) var featured: [String] = []
  /// What follows `with` in another language, and the name without it: `Canción (con Ada)`. It is a
  /// guest only if the other side names that artist: `(mit Chor)`.
  private(set) var company: (guest: String, name: FoldedText)?
  private(set) var versions: Set<VersionMarker> = []
  /// Whether `[Explicit]` or `(Clean)` is stated.
  private(set) var isExplicit: Bool?

  init(_ text: String) {
    let text = Self.withoutNickname(Self.withoutRemark(Self.numbered(text)))
    let (outside, groups) = BracketScanner.scan(text)
    var pieces = Self.pieces(outside)
    let first = pieces.isEmpty ? "" : pieces.removeFirst()
    let (plain, guests) = Self.guests(in: first)
    name = FoldedText(plain)
    featured = guests
    var own = plain
    var subtitles: [String] = []
    var lead = ""
    var joined: [String] = []
    for piece in pieces where !take(piece, isBracketed: false) {
      own += " " + piece
      joined.append(piece)
    }
    for group in groups {
      let hasGuests = !Self.guests(in: group.text, bracketed: true).1.isEmpty
      let parts = Self.pieces(group.text)
      for piece in hasGuests ? parts : [parts.joined(separator: " ")]
      where !piece.isEmpty && !take(piece, isBracketed: true) {
        if group.isLeading { lead += piece + " " } else { subtitles.append(piece) }
      }
    }
    let whole = ([lead + own] + subtitles).joined(separator: " ")
    name = FoldedText(whole)
    if name.key.isEmpty { name = FoldedText(text) }
    spelling = TitleSpelling.key(of: name.words)
    nameWords = RemarkWords.words(of: whole)
    let short = FoldedText(lead + own)
    let areClauses = subtitles.allSatisfy { VersionReader.isClause(FoldedText($0).words) }
    if !subtitles.isEmpty, areClauses, !short.words.isEmpty { withoutSubtitle = short }
    if subtitles.count == 1, let guest = Self.company(subtitles[0]), !short.words.isEmpty {
      company = (guest, short)
    }
    let bare = FoldedText(([own] + subtitles).joined(separator: " "))
    let isClause = VersionReader.isClause(FoldedText(lead).words)
    if isClause, !bare.words.isEmpty { withoutLead = bare }
    let others = subtitles + (lead.isEmpty ? [] : [lead]) + joined
    // `Группа крови / Blood Type`
    let halves = own.components(separatedBy: " / ")
    if halves.count == 2, others.isEmpty {
      let names = halves.map { FoldedText($0) }
      if names[0].script != names[1].script, names.allSatisfy({ $0.key.count > 1 }) {
        scripts = names
      }
    }
    if others.count == 1, let other = others.first.map(FoldedText.init) {
      let own = FoldedText(joined.isEmpty ? own : plain)
      // A few Latin letters are rather a remark: `(MR)`, `(TV)`.
      let least = joined.isEmpty && other.script == .latin ? 3 : 1
      if own.script != other.script, own.key.count > 1, other.key.count > least {
        scripts = [own, other]
      }
    }
    if let colon = whole.firstIndex(of: ":") {
      let prefix = FoldedText(String(whole[..<colon]))
      let rest = FoldedText(String(whole[whole.index(after: colon)...]))
      if (1...4).contains(prefix.words.count), !rest.words.isEmpty { prefixed = (prefix, rest) }
    } else if !joined.isEmpty, subtitles.isEmpty, lead.isEmpty, !FoldedText(plain).words.isEmpty {
      prefixed = (FoldedText(plain), FoldedText(joined.joined(separator: " ")))
    }
  }

  /// Replaces the Roman numerals of movements and acts by digits: `I. Adagio`.
  private static func numbered(_ text: String) -> String {
    guard text.contains(".") else { return text }
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    return words.enumerated().map { place, word in
      let bare = word.drop { "([".contains($0) }
      guard place + 1 < words.count, bare.last == ".",
        let digits = movements[String(bare.dropLast())]
      else { return String(word) }
      let isFirst = place == 0 || bare.count < word.count
      let isAfterSign = place > 0 && words[place - 1].last.map { ":,-–—".contains($0) } == true
      return isFirst || isAfterSign ? word.dropLast(bare.count) + digits + "." : String(word)
    }
    .joined(separator: " ")
  }

  private static let movements = [
    "I": "1", "II": "2", "III": "3", "IV": "4", "V": "5", "VI": "6", "VII": "7", "VIII": "8",
    "IX": "9", "X": "10",
  ]

  /// Removes a remark before or after a colon: `Star Wars: Main Title`.
  private static func withoutRemark(_ text: String) -> String {
    guard let colon = text.firstIndex(of: ":") else { return text }
    let parts = [text[..<colon], text[text.index(after: colon)...]]
    let rest = parts.filter { !VersionReader.isRemark(FoldedText(String($0)).words) }
    return rest.count == 1 ? String(rest[0]) : text
  }

  /// Removes the nickname of a work before its movement: `Op. 27 No. 2 "Moonlight": I. Adagio`.
  /// Quotes elsewhere may hold the name of the piece itself.
  private static func withoutNickname(_ text: String) -> String {
    guard let colon = text.lastIndex(of: ":") else { return text }
    let work = text[..<colon].reversed().drop(while: \.isWhitespace)
    guard let end = work.first, let start = opening[end],
      let open = work.dropFirst().firstIndex(of: start)
    else { return text }
    let before = text[..<work.index(after: open).base]
    return before.contains(where: \.isNumber) ? String(before + text[colon...]) : text
  }

  private static let opening: [Character: Character] = [
    "\"": "\"", "”": "“", "“": "„", "»": "«", "«": "»",
  ]

  /// Consumes a remark. `false` if it belongs to the name.
  private mutating func take(_ remark: String, isBracketed: Bool) -> Bool {
    let (own, guests) = Self.guests(in: remark, bracketed: isBracketed)
    featured += guests
    if Self.isSource(own) { return true }
    let words = RemarkWords.words(of: own)
    if words.contains("explicit") || words.contains("uncensored") { isExplicit = true }
    if words.contains("clean") || words.contains("censored") { isExplicit = false }
    switch VersionReader.read(words, isOwn: Self.isPossessive(own)) {
    case .noise: return true
    case .versions(let found):
      versions.formUnion(found)
      return true
    case .unknown: return false
    }
  }

  /// `From "The Film"`.
  private static func isSource(_ text: String) -> Bool {
    let quotes: Set<Character> = ["\"", "“", "”", "'", "‘", "’", "«", "„"]
    // The quoted name may be a show instead of a film.
    let stages: Set<String> = ["show", "special", "session", "sessions", "live", "musical", "tour"]
    let words = FoldedText(text).words
    guard let from = words.firstIndex(of: "from"), stages.isDisjoint(with: words),
      sourceWords.isSuperset(of: words[..<from])
    else { return false }
    return text.contains { quotes.contains($0) } || words[..<from].contains("theme")
  }

  /// Words before the `from` that names a film: `(Love Theme from "The Film")`.
  private static let sourceWords: Set<String> = [
    "love", "theme", "song", "music", "main", "title", "the", "as", "featured", "heard", "taken",
  ]

  private static func isPossessive(_ text: String) -> Bool {
    let text = text.lowercased().replacing("’", with: "'")
    return text.contains("'s version") || text.contains("s' version")
  }

  /// Splits at standalone dashes.
  private static func pieces(_ text: String) -> [String] {
    var pieces: [[Substring]] = [[]]
    for word in text.split(whereSeparator: \.isWhitespace) {
      if ["-", "–", "—", "‐", "−"].contains(word) {
        pieces.append([])
      } else {
        pieces[pieces.count - 1].append(word)
      }
    }
    let texts = pieces.filter { !$0.isEmpty }.map { $0.joined(separator: " ") }
    // `Name - 2011 - Remaster`.
    return texts.indices.compactMap { index in
      let isYear = index > 0 && texts[index].isASCIIDigits
      if isYear, index + 1 < texts.count { return nil }
      let year = index > 1 && texts[index - 1].isASCIIDigits ? texts[index - 1] + " " : ""
      return year + texts[index]
    }
  }

  /// The text after `with` in other languages than English, or `nil` if a remark begins otherwise.
  private static func company(_ remark: String) -> String? {
    let words = remark.split { $0.isWhitespace || $0 == ":" || $0 == "：" }
    guard words.count > 1, withWords.contains(words[0].lowercased()) else { return nil }
    return words.dropFirst().joined(separator: " ")
  }

  private static let withWords: Set<String> = [
    "con", "com", "avec", "mit", "med", "met", "合唱", "對唱", "对唱",
  ]

  private static let featWords: Set<String> = ["feat", "ft", "featuring"]

  /// Splits off the guests after `feat.`, and in brackets also after `with`.
  private static func guests(in text: String, bracketed: Bool = false) -> (String, [String]) {
    let words = text.split(whereSeparator: \.isWhitespace)
    func plain(_ word: Substring) -> String { word.lowercased().filter { $0 != "." } }
    if bracketed, words.count > 1, plain(words[0]) == "with",
      !ownWith.contains(plain(words[1]))
    {
      return ("", [words.dropFirst().joined(separator: " ")])
    }
    return cutGuests(text, from: bracketed ? 0 : 1)
  }

  /// Splits off the text after `feat.`, starting with the word at `least`.
  static func cutGuests(_ text: String, from least: Int) -> (String, [String]) {
    let words = text.split(whereSeparator: \.isWhitespace)
    func isFeat(_ word: Substring) -> Bool {
      featWords.contains(word.lowercased().filter { ![".", "(", "[", ")"].contains($0) })
    }
    guard let index = words.indices.first(where: { $0 >= least && isFeat(words[$0]) }),
      index + 1 < words.count
    else { return (text, []) }
    return (words[..<index].joined(separator: " "), [words[(index + 1)...].joined(separator: " ")])
  }

  /// Words after `with` that are not an artist.
  private static let ownWith: Set<String> = [
    "you", "u", "me", "us", "him", "her", "them", "my", "your", "our", "a", "an", "the", "out",
    "or", "no", "love", "strings", "orchestra", "lyrics",
  ]
}

/// Separates the text in brackets from the rest.
enum BracketScanner {
  struct Group: Hashable, Sendable {
    var text: String
    /// Whether nothing precedes it.
    var isLeading: Bool
  }

  private static let closing: [Character: Character] = [
    "(": ")", "[": "]", "{": "}", "（": "）", "［": "］", "｛": "｝", "【": "】", "〈": "〉", "《": "》",
    "「": "」", "『": "』", "〔": "〕", "〖": "〗",
  ]

  /// Brackets that quote a name. Inside another pair they belong to its text.
  private static let quotes: Set<Character> = ["〉", "》", "」", "』"]

  static func scan(_ text: String) -> (outside: String, groups: [Group]) {
    var outside = ""
    var groups: [Group] = []
    var open: [(end: Character, text: String)] = []
    for character in text {
      if let end = closing[character] {
        open.append((end, ""))
      } else if let last = open.last, character == last.end {
        open.removeLast()
        let isLeading = open.isEmpty && !outside.contains { !$0.isWhitespace }
        if !open.isEmpty, quotes.contains(last.end) {
          open[open.count - 1].text += " \(last.text) "
        } else {
          groups.append(Group(text: last.text, isLeading: isLeading))
        }
        if open.isEmpty { outside += " " }
      } else if open.isEmpty {
        outside.append(character)
      } else {
        open[open.count - 1].text.append(character)
      }
    }
    // An unclosed bracket was cut off, or is a symbol.
    for rest in open { groups.append(Group(text: rest.text, isLeading: false)) }
    return (outside, groups)
  }
}

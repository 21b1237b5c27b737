/// The artists of a recording: who made it, and the guests.
struct ArtistCredit: Hashable, Sendable {
  private(set) var leads: [FoldedText] = []
  private(set) var guests: [FoldedText] = []
  /// The leading names in one piece, without joining words.
  let joined: FoldedText
  /// Whether names were told apart by a sign that may stand in a name as well.
  private(set) var isCutByGuess = false
  /// Whether a name says that others made the song known.
  let isImitation: Bool
  /// Whether there is no name of somebody.
  let isUnknown: Bool

  /// - Parameter titleGuests: guests that the title names.
  init(_ artists: [String], titleGuests: [String] = []) {
    var leadTexts: [String] = []
    var guestTexts: [String] = []
    for artist in artists {
      let (own, guest) = Self.cutGuests(artist)
      leadTexts.append(own)
      guestTexts += guest
    }
    for text in leadTexts {
      let names = Self.names(in: text)
      if names.count > 1 { isCutByGuess = true }
      leads += names
    }
    guests = (guestTexts + titleGuests).flatMap(Self.names)
    let words = leadTexts.map { FoldedText($0) }
    joined = Self.name(
      leadTexts.joined(separator: " "),
      without: ["the", "and", "x", "vs", "with"]
    )
    isImitation = words.contains { VersionReader.isImitator($0.words) }
    let nobody = ["variousartists", "various", "va", "unknownartist", "unknown", ""]
    isUnknown =
      leads.allSatisfy { nobody.contains($0.key) } || nobody.contains(words.first?.key ?? "")
  }

  var everybody: [FoldedText] { leads + guests }

  private static func cutGuests(_ text: String) -> (String, [String]) {
    let words = text.split(whereSeparator: \.isWhitespace)
    func plain(_ word: Substring) -> String {
      word.lowercased().filter { ![".", "(", "[", ")"].contains($0) }
    }
    guard
      let index = words.indices.first(where: {
        $0 > 0 && ["feat", "ft", "featuring"].contains(plain(words[$0]))
      }), index + 1 < words.count
    else { return (text, []) }
    return (words[..<index].joined(separator: " "), [words[(index + 1)...].joined(separator: " ")])
  }

  private static func names(in text: String) -> [FoldedText] {
    var names: [[Substring]] = [[]]
    let marked = text.replacing(",", with: " , ").replacing(";", with: " , ")
      .replacing("/", with: " , ").replacing("、", with: " , ")
    let joining: Set<String> = [",", "&", "+", "and", "x", "×", "vs", "vs.", "with"]
    for word in marked.split(whereSeparator: \.isWhitespace) {
      if joining.contains(word.lowercased()) {
        names.append([])
      } else {
        names[names.count - 1].append(word)
      }
    }
    return names.map { name($0.joined(separator: " "), without: []) }.filter { !$0.key.isEmpty }
  }

  private static func name(_ text: String, without words: Set<String>) -> FoldedText {
    let kept = text.replacing("&", with: " & ").replacing("+", with: " + ")
      .split(whereSeparator: \.isWhitespace)
      .filter {
        !words.contains($0.lowercased()) && !(["&", "+", ","].contains($0) && !words.isEmpty)
      }
    let isArticle = kept.first?.lowercased() == "the" && kept.count > 1
    return FoldedText((isArticle ? kept.dropFirst() : kept[...]).joined(separator: " "))
  }
}

extension ArtistCredit {
  enum Likeness: Hashable, Sendable {
    case equal
    case transliterated
    /// The same but for guests that one side does not name.
    case withoutGuests
    /// The first artist alone on one side, one of what may be a group's name on the other.
    case partOfName
    case unknown
    case incomparable
    case different
  }

  func likeness(to other: ArtistCredit) -> Likeness {
    if isImitation != other.isImitation { return .different }
    if isUnknown || other.isUnknown { return .unknown }
    let mine = everybody
    let theirs = other.everybody
    let whole = joined.likeness(to: other.joined)
    let missingHere = theirs.filter { name in !mine.contains { $0.isLike(name) } }
    let missingThere = mine.filter { name in !theirs.contains { $0.isLike(name) } }
    if missingHere.isEmpty, missingThere.isEmpty {
      return mine.contains { $0.script != .latin } != theirs.contains { $0.script != .latin }
        ? .transliterated : .equal
    }
    if whole == .equal || whole == .transliterated {
      // Guests that both name, and differently, are of two recordings.
      guard guests.isEmpty || other.guests.isEmpty || missingHere.isEmpty || missingThere.isEmpty
      else { return .different }
      if guests.isEmpty && other.guests.isEmpty {
        return whole == .equal ? .equal : .transliterated
      }
      return .withoutGuests
    }
    guard let first = leads.first, let otherFirst = other.leads.first else { return .unknown }
    if first.isLike(otherFirst), missingHere.isEmpty || missingThere.isEmpty {
      let larger = missingHere.isEmpty ? self : other
      let missing = missingHere.isEmpty ? missingThere : missingHere
      let areGuests = missing.allSatisfy { larger.guests.contains($0) }
      return areGuests || !larger.isCutByGuess ? .withoutGuests : .partOfName
    }
    return whole == .incomparable && !mine.contains { name in theirs.contains { $0.isLike(name) } }
      ? .incomparable : .different
  }
}

extension FoldedText {
  /// The same name; also with the family's name first.
  fileprivate func isLike(_ other: FoldedText) -> Bool {
    if words.count > 1, words.sorted() == other.words.sorted() { return true }
    return switch likeness(to: other) {
    case .equal, .transliterated: true
    case .incomparable, .different: false
    }
  }
}

/// The artists of a recording: the lead artists and the guests.
struct ArtistCredit: Hashable, Sendable {
  private(set) var leads: [ArtistName] = []
  private(set) var guests: [ArtistName] = []
  /// The lead names concatenated, without joining words.
  let joined: FoldedText
  /// Whether names were split at a separator that may also be part of a name.
  private(set) var isCutByGuess = false
  /// Whether a name marks the recording as an imitation of the original artist.
  let isImitation: Bool
  /// Whether no artist is named.
  let isUnknown: Bool
  /// Whether only composers are named, whose works others perform.
  let isOfComposers: Bool

  /// - Parameters:
  ///   - titleGuests: The guests named in the title.
  ///   - aliases: Names of the same artists.
  init(
    _ artists: [String],
    titleGuests: [String] = [],
    aliases: ArtistAliases = ArtistAliases()
  ) {
    var leadTexts: [String] = []
    var guestTexts: [String] = []
    for artist in artists {
      let (own, guest) = TitleReader.cutGuests(artist, from: 1)
      leadTexts.append(own)
      guestTexts += guest
    }
    for text in leadTexts {
      let names = Self.names(in: text, aliases)
      if names.count > 1 { isCutByGuess = true }
      leads += names
    }
    guests = (guestTexts + titleGuests).flatMap { Self.names(in: $0, aliases) }
    let performers = leads.filter { !KnownArtists.isComposer($0.whole) }
    isOfComposers = !leads.isEmpty && performers.isEmpty && guests.isEmpty
    let leadCount = leads.count
    if !isOfComposers { leads = performers }
    let words =
      performers.count < leadCount && !isOfComposers
      ? performers.flatMap(\.whole.words) : FoldedText(leadTexts.joined(separator: " ")).words
    joined = FoldedText(
      words.filter { !["the", "and", "x", "vs", "with"].contains($0) }.joined(separator: " ")
    )
    isImitation = leadTexts.contains { VersionReader.isImitator(RemarkWords.words(of: $0)) }
    isUnknown =
      leads.allSatisfy { Self.nobody.contains($0.whole.key) }
      || Self.nobody.contains(leadTexts.first.map { FoldedText($0).key } ?? "")
  }

  var everybody: [ArtistName] { leads + guests }

  private static let nobody: Set<String> = [
    "variousartists", "various", "va", "unknownartist", "unknown", "", "variosartistas",
    "variosinterpretes", "variartisti", "artistivari", "artistesdivers", "diverseinterpreten",
    "verschiedeneinterpreten", "variosartistes", "群星", "разныеисполнители", "сборник",
    FoldedText("ヴァリアス・アーティスト").key, FoldedText("여러 아티스트").key,
  ]

  private static let joining: Set<String> = [
    ",", "&", "+", "and", "x", "×", "vs", "vs.", "with",
  ]

  private static func names(in text: String, _ aliases: ArtistAliases) -> [ArtistName] {
    var names: [[Substring]] = [[]]
    let marked = text.replacing(",", with: " , ").replacing(";", with: " , ")
      .replacing("/", with: " , ").replacing("、", with: " , ")
    let words = marked.split(whereSeparator: \.isWhitespace)
    for (index, word) in words.enumerated() {
      let isInside = index > 0 && index + 1 < words.count
      let small = word.lowercased()
      if joining.contains(small) || isInside && FoldedText.conjunctions.contains(small) {
        names.append([])
      } else {
        names[names.count - 1].append(word)
      }
    }
    return names.map { ArtistName($0.joined(separator: " "), aliases) }
      .filter { !$0.whole.key.isEmpty }
  }
}

/// The name of one artist, with shorter names that it contains.
struct ArtistName: Hashable, Sendable {
  let whole: FoldedText
  /// The name without an article, and its parts in a single script each: `Jay Chou (周杰倫)` contains
  /// two.
  private var parts: [FoldedText] = []
  /// The artists that have this name, according to aliases. Empty if no alias is known.
  private let artists: Set<Int>

  private static let articles: Set<String> = [
    "los", "las", "el", "la", "les", "le", "der", "die", "das", "il", "lo", "gli", "os", "as",
  ]

  init(_ text: String, _ aliases: ArtistAliases = ArtistAliases()) {
    var words = text.split(whereSeparator: \.isWhitespace)[...]
    if words.count > 1, words.first?.lowercased() == "the" { words.removeFirst() }
    let text = words.joined(separator: " ")
    whole = FoldedText(text)
    artists = aliases.artists(named: whole)
    if words.count > 1, Self.articles.contains(words.first?.lowercased() ?? "") {
      parts = [FoldedText(words.dropFirst().joined(separator: " "))]
    }
    let (outside, groups) = BracketScanner.scan(text)
    let pieces = [outside] + groups.map(\.text)
    let isLatin = { (text: Substring) in FoldedText(String(text)).script == .latin }
    let runs = [words.filter(isLatin), words.filter { !isLatin($0) }].map {
      $0.joined(separator: " ")
    }
    for piece in groups.isEmpty ? runs : pieces {
      let part = FoldedText(piece)
      let least = groups.isEmpty && part.script == .latin ? 3 : 2
      guard part.key.count >= least, part != whole else { continue }
      parts.append(part)
    }
    // `Genesis (UK)` is a single name.
    if !groups.isEmpty, Set(parts.map(\.script)).count < 2 {
      let areRoles = groups.allSatisfy { FoldedText($0.text).words.allSatisfy(Self.isRole) }
      parts = areRoles ? [FoldedText(outside)] : []
    }
  }

  /// Whether a word after a name is what the artist does: `Ada Quill (violin)`.
  private static func isRole(_ word: String) -> Bool { roles.contains(word) }

  private static let roles = Set(
    """
    violin viola cello piano guitar flute oboe clarinet bassoon horn trumpet organ harpsichord harp lute percussion
    drums bass saxophone vocals vocal singer soprano mezzo alto contralto countertenor tenor baritone conductor
    director narrator speaker and
    """
    .split(whereSeparator: \.isWhitespace).map(String.init)
  )

  /// Whether two words are spellings of one name, such as Romanoff and Romanov.
  private static func isSpelling(_ word: String, _ other: String) -> Bool {
    max(word.count, other.count) > 3 && KnownArtists.loose(word) == KnownArtists.loose(other)
  }

  /// Whether two names are the same, including with the family name first. A part matches a whole
  /// name but not another part: `DJ 小明` and `DJ 小红` differ.
  func isLike(_ other: ArtistName) -> Bool {
    if whole.words.count > 1, whole.words.sorted() == other.whole.words.sorted() { return true }
    if whole.script == .latin, other.whole.script == .latin, whole.key.count > 6,
      whole.words.count == other.whole.words.count,
      zip(whole.words, other.whole.words).allSatisfy({ $0 == $1 || Self.isSpelling($0, $1) })
    {
      return true
    }
    // The given aliases count before the fixed table.
    if !artists.isEmpty, !other.artists.isEmpty {
      if !artists.isDisjoint(with: other.artists) { return true }
    } else if let group = KnownArtists.group(whole), group == KnownArtists.group(other.whole) {
      return true
    }
    func agree(_ first: FoldedText, _ second: FoldedText) -> Bool {
      switch first.likeness(to: second) {
      case .equal, .transliterated: true
      case .incomparable, .different: false
      }
    }
    return agree(whole, other.whole) || parts.contains { agree($0, other.whole) }
      || other.parts.contains { agree(whole, $0) }
      || parts.count > 1 && Set(parts.map(\.key)) == Set(other.parts.map(\.key))
  }
}

extension ArtistCredit {
  enum Likeness: Hashable, Sendable {
    case equal
    case transliterated
    /// The same, except for guests that only one side names.
    case withoutGuests
    /// Only composers on one or both sides, so the performer is unknown.
    case composers
    /// The first artist alone on one side, and on the other side part of what may be a group's
    /// name.
    case partOfName
    case unknown
    case incomparable
    case different
  }

  func likeness(to other: ArtistCredit) -> Likeness {
    if isImitation != other.isImitation { return .different }
    if isUnknown || other.isUnknown { return .unknown }
    if isOfComposers != other.isOfComposers { return .composers }
    let mine = everybody
    let theirs = other.everybody
    let whole = joined.likeness(to: other.joined)
    let missingHere = theirs.filter { name in !mine.contains { $0.isLike(name) } }
    let missingThere = mine.filter { name in !theirs.contains { $0.isLike(name) } }
    if missingHere.isEmpty, missingThere.isEmpty {
      if isOfComposers { return .composers }
      return mine.contains { $0.whole.script != .latin }
        != theirs.contains { $0.whole.script != .latin } ? .transliterated : .equal
    }
    if whole == .equal || whole == .transliterated {
      // If both sides name different guests, the recordings differ.
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

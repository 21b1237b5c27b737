/// Parses a remark after a title.
enum VersionReader {
  enum Remark: Hashable, Sendable {
    /// Does not affect which recording it is: `2011 Remaster`, `Deluxe Edition`, `Explicit`.
    case noise
    case versions(Set<VersionMarker>)
    /// Probably a part of the title.
    case unknown
  }

  /// Parses a remark by its words.
  ///
  /// - Parameter isOwn: Whether the remark contains `…'s Version`.
  static func read(_ words: [String], isOwn: Bool) -> Remark {
    guard !words.isEmpty else { return .noise }
    if isNoise(words) { return .noise }
    var rest = words
    var kinds: [VersionMarker.Kind] = []
    for (phrase, kind) in titlePhrases {
      while let start = rest.firstIndex(of: phrase) {
        rest.replaceSubrange(start..<start + phrase.count, with: kind == .edit ? ["cut"] : [])
        kinds.append(kind)
      }
    }
    if isLive(rest) { kinds.append(.live) }
    if kinds.isEmpty, rest.contains("version") {
      kinds.append(isOwn ? .ownVersion : .version)
    }
    guard !kinds.isEmpty else { return rest.contains(RemarkWords.theme) ? .noise : .unknown }
    let isRemastered = rest.contains(where: isRemaster)
    let details = Set(
      rest.filter { word in
        !common.contains(word) && !noise.contains(word) && !isRemaster(word)
          && !(isRemastered && word.allSatisfy(\.isNumber))
      }
    )
    let holder =
      kinds.first { VersionMarker.Kind.strict.contains($0) }
      ?? kinds.first { $0 == .live } ?? kinds.first
    return .versions(
      Set(kinds.map { VersionMarker(kind: $0, details: $0 == holder ? details : []) })
    )
  }

  /// Returns the versions that an album's title states for all its tracks.
  static func versions(ofAlbum words: [String]) -> Set<VersionMarker> {
    let kinds = albumPhrases.filter { phrase, kind in
      // An album with both may have either one.
      words.firstIndex(of: phrase) != nil && (kind != .mono || !words.contains("stereo"))
    }
    return Set(
      kinds.map { phrase, kind in
        let places = Set(words.filter { !isRemaster($0) }).subtracting(common).subtracting(noise)
        let details = kind == .live ? places : []
        return VersionMarker(kind: kind, details: details)
      }
    )
  }

  /// Whether a part of a title before or after a colon adds nothing: `Main Title`, `2011 Remaster`.
  static func isRemark(_ words: [String]) -> Bool {
    isMainTitle(words) || words.contains(where: isRemaster) && isNoise(words)
  }

  /// A film's `Main Title`, but not its `End Title`.
  private static func isMainTitle(_ words: [String]) -> Bool {
    words.contains("main") && mainTitle.isSuperset(of: words)
  }

  /// Whether an unknown remark is an English clause, as in `(I Never Get) Enough Rain`. A clause
  /// never names a version. Any other unknown remark may name one, in any language.
  static func isClause(_ words: [String]) -> Bool {
    words.count > 1 && words.contains { clauseWords.contains($0) }
  }

  /// Whether an artist may have several pieces with this name, so that the album must match.
  static func isCommonName(_ words: [String]) -> Bool {
    words.contains { commonNames.contains($0) }
      && words.allSatisfy { commonNames.contains($0) || isCount($0) }
  }

  /// Whether an artist's name marks an imitation of the original artist.
  static func isImitator(_ words: [String]) -> Bool {
    imitators.contains { words.firstIndex(of: $0) != nil }
  }
}

extension VersionReader {
  private static func isNoise(_ words: [String]) -> Bool {
    if words.first == "from", words.contains(where: { sources.contains($0) }) { return true }
    if ["prod", "produced"].contains(words.first) { return true }
    if isMainTitle(words) { return true }
    let plain = words.filter { word in
      !isCount(word) && !fillers.contains(word)
    }
    guard !plain.isEmpty, plain.allSatisfy({ noise.contains($0) || isRemaster($0) })
    else { return false }
    if plain.contains("mix"), !plain.contains("original"), !plain.contains("album") { return false }
    return !plain.contains("version")
      || plain.contains { plainVersions.contains($0) || isRemaster($0) }
  }

  /// `Remastered`, `remastert`, `remasterizado`, `rimasterizzato`, in whatever language.
  static func isRemaster(_ word: String) -> Bool {
    ["remaster", "rimaster", "geremaster"].contains { word.hasPrefix($0) }
  }

  /// `2011`, `50th`, `24bit`, but not `8d`.
  private static func isCount(_ word: String) -> Bool {
    let rest = word.drop { $0.isNumber }
    return rest.count < word.count
      && ["", "st", "nd", "rd", "th", "s", "bit", "khz"].contains(rest)
  }

  /// `Live`, `Live at …`, `… Live`, but not any `live` within a sentence.
  private static func isLive(_ words: [String]) -> Bool {
    guard let index = words.firstIndex(of: "live") else { return false }
    guard let next = words.dropFirst(index + 1).first else { return true }
    if afterLive.contains(next) || next.first?.isNumber == true { return true }
    return index == 0 && !["and", "your", "my", "forever", "it"].contains(next)
  }

  private static let afterLive: Set<String> = [
    "at", "in", "from", "on", "version", "recording", "session", "sessions", "acoustic",
    "performance", "remaster", "remastered", "bonus", "track", "recorded", "take", "edit",
  ]

  private static let sources: Set<String> = [
    "soundtrack", "film", "movie", "motion", "picture", "vault", "game",
  ]

  /// Names for the usual version.
  private static let plainVersions: Set<String> = [
    "album", "lp", "original", "explicit", "clean", "dirty", "uncensored", "censored", "edited",
    "deluxe", "expanded", "standard", "stereo", "official",
  ]

  private static let commonNames: Set<String> = [
    "intro", "introduction", "outro", "interlude", "skit", "prelude", "prologue", "epilogue",
    "overture", "untitled", "track", "intermission", "opening", "ending", "theme", "finale",
  ]

  private static let clauseWords: Set<String> = [
    "i", "im", "ive", "ill", "you", "youre", "your", "my", "we", "our", "she", "they", "it", "its",
    "is", "are", "was", "do", "dont", "doesnt", "cant", "wont", "never", "not", "if", "when",
    "what", "why", "how", "gonna", "let",
  ]

  private static let mainTitle: Set<String> = ["main", "title", "titles", "theme", "from", "the"]

  private static let fillers: Set<String> = ["the", "and", "of", "in", "by", "for"]

  private static let noise: Set<String> = [
    "digital", "digitally", "deluxe", "edition", "expanded", "special", "collectors", "collector",
    "anniversary", "th",
    "explicit", "clean", "uncensored", "censored", "version", "album", "original", "mix", "single",
    "ep", "bonus", "track", "stereo", "hd", "hq", "soundtrack", "official", "audio", "video",
    "lyric", "lyrics", "music", "standard", "super", "lp", "reissue", "reissued", "full", "length",
    "dolby", "atmos", "spatial", "platinum", "legacy", "tracks", "edited", "dirty",
  ]

  /// Words that add nothing to a kind.
  private static let common: Set<String> = [
    "live", "at", "in", "from", "the", "on", "of", "by", "and", "a", "for", "to", "with", "cut",
    "version", "recording", "recorded", "mix", "take", "concert", "performance", "s",
  ]

  private static let imitators = [
    ["karaoke"], ["tribute"], ["made", "famous"], ["in", "the", "style", "of"],
    ["originally", "performed"], ["cover"], ["covers"],
  ]

  /// Longer phrases come first: `radio mix` must not leave a `mix`.
  private static let titlePhrases = phrases([
    ("originally performed by", .cover), ("in the style of", .cover), ("as made famous by", .cover),
    ("made famous by", .cover), ("in concert", .live), ("tiny desk", .live), ("concert", .live),
    ("tonight show", .live), ("late show", .live), ("sullivan show", .live), ("show", .live),
    ("special", .live), ("series", .version), ("musical", .version), ("broadway cast", .version),
    ("cast", .version), ("spotify singles", .session), ("at maida vale", .session),
    ("isolated", .arrangement), ("vocals", .aCappella), ("vocal", .version),
    ("drumless", .arrangement), ("hardstyle", .remix), ("phonk", .remix), ("lofi", .remix),
    ("lo fi", .remix), ("sped", .spedUp), ("chopped and screwed", .slowed),
    ("slowed and reverb", .slowed), ("slowed down", .slowed), ("sped up", .spedUp),
    ("speed up", .spedUp), ("a cappella", .aCappella), ("a capella", .aCappella),
    ("acca pella", .aCappella), ("vocals only", .aCappella), ("no vocals", .instrumental),
    ("without vocals", .instrumental), ("re recorded", .rerecorded), ("re recording", .rerecorded),
    ("re record", .rerecorded), ("new recording", .rerecorded), ("re imagined", .rerecorded),
    ("newly recorded", .rerecorded), ("backing track", .karaoke), ("sing along", .karaoke),
    ("minus one", .karaoke), ("8 bit", .arrangement), ("string quartet", .arrangement),
    ("music box", .arrangement), ("voice memo", .demo), ("early version", .demo),
    ("work tape", .demo), ("radio edit", .edit), ("single edit", .edit), ("radio mix", .edit),
    ("radio version", .edit), ("single version", .single), ("single mix", .edit),
    ("short version", .edit), ("album edit", .edit), ("video version", .edit),
    ("video edit", .edit), ("short edit", .edit), ("radio cut", .edit), ("extended mix", .extended),
    ("extended version", .extended), ("long version", .extended), ("full version", .extended),
    ("12 inch", .extended), ("extended", .extended), ("karaoke", .karaoke), ("playback", .karaoke),
    ("instrumental", .instrumental), ("instrumentals", .instrumental), ("inst", .instrumental),
    ("acapella", .aCappella), ("accapella", .aCappella), ("acappella", .aCappella),
    ("cover", .cover), ("covered", .cover), ("tribute", .cover), ("rendition", .cover),
    ("demo", .demo), ("demos", .demo), ("rerecorded", .rerecorded), ("rerecording", .rerecorded),
    ("reimagined", .rerecorded), ("revisited", .rerecorded), ("redux", .rerecorded),
    ("nightcore", .spedUp), ("slowed", .slowed), ("screwed", .slowed), ("orchestral", .orchestral),
    ("orchestra", .orchestral), ("symphonic", .orchestral), ("symphony", .orchestral),
    ("philharmonic", .orchestral), ("piano", .arrangement), ("lullaby", .arrangement),
    ("strings", .arrangement), ("8d", .arrangement), ("unplugged", .live), ("acoustic", .acoustic),
    ("stripped", .acoustic), ("session", .session), ("sessions", .session), ("remix", .remix),
    ("remixed", .remix), ("mixed", .remix), ("rmx", .remix), ("rework", .remix),
    ("reworked", .remix), ("bootleg", .remix), ("flip", .remix), ("vip", .remix), ("dub", .remix),
    ("refix", .remix), ("mashup", .remix), ("remake", .rerecorded), ("mix", .remix),
    ("edit", .edit), ("mono", .mono), ("reprise", .reprise), ("medley", .reprise),
    ("alternate", .alternate), ("alternative", .alternate), ("outtake", .alternate),
    ("rehearsal", .alternate), ("rough", .alternate), ("take", .alternate),
    ("commentary", .commentary), ("interview", .commentary),
  ])

  private static let albumPhrases = phrases([
    ("live at", .live), ("live in", .live), ("live from", .live), ("live on", .live),
    ("in concert", .live), ("unplugged", .live), ("karaoke", .karaoke), ("sing along", .karaoke),
    ("tribute", .cover), ("made famous", .cover), ("in the style of", .cover),
    ("lullaby", .arrangement), ("lullabies", .arrangement), ("instrumentals", .instrumental),
    ("demos", .demo), ("re recorded", .rerecorded), ("rerecorded", .rerecorded), ("mono", .mono),
  ])
}

extension VersionReader {
  private static func phrases(
    _ table: [(text: String, kind: VersionMarker.Kind)]
  ) -> [([String], VersionMarker.Kind)] {
    table.map { ($0.text.split(separator: " ").map(String.init), $0.kind) }
  }
}

extension [String] {
  /// The start of `phrase`.
  func firstIndex(of phrase: [String]) -> Int? {
    guard !phrase.isEmpty, count >= phrase.count else { return nil }
    return (0...count - phrase.count).first { self[$0..<$0 + phrase.count].elementsEqual(phrase) }
  }
}

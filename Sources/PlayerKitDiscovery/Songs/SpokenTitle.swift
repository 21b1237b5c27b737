import PlayerKitServices

/// The words of a title that indicate whether the recording is spoken.
struct SpokenTitle: Sendable {
  /// A finding, with the title's own words.
  enum Finding: Sendable, Hashable {
    /// A clear indication of speech: a skit, an interview, a reading.
    case plain(String)
    /// A possible indication of speech: an introduction, a prologue.
    case possible(String)
    /// A numbered part of something longer: a chapter, or a track without a name.
    case part(String)
    /// A title that consists only of a word for an introduction or an ending.
    case bare(String)
    /// An indication of music.
    case music(String)
    /// An indication of a song.
    case song(String)
  }

  let findings: [Finding]

  init(_ title: String) {
    let text = FoldedText(title)
    var findings: [Finding] = []
    let words = text.words
    let joined = " " + words.joined(separator: " ") + " "
    if let phrase = Self.plain.first(where: { joined.contains(" \($0) ") }) {
      findings.append(.plain(phrase))
    }
    if findings.isEmpty, let remark = Self.remark(title) { findings.append(.plain(remark)) }
    if let part = Self.part(words) { findings.append(.part(part)) }
    if findings.isEmpty {
      if let word = words.first(where: Self.songs.contains) {
        findings.append(.song(word))
      } else if let word = words.first(where: Self.musical.contains) {
        findings.append(.music(word))
      } else if let word = Self.bare(words) {
        findings.append(.bare(word))
      } else if let word = Self.possible(words) {
        findings.append(.possible(word))
      }
    }
    self.findings = findings
  }

  /// The degree of doubt that the recording is spoken because others of the album are.
  var doubts: Int {
    findings.reduce(0) { sum, finding in
      switch finding {
      case .song: sum + 2
      case .music: sum + 1
      case .plain, .possible, .part, .bare: sum
      }
    }
  }

  /// Phrases that don't occur in titles of music, as folded words.
  private static let plain = [
    "skit", "skits", "read by", "narrated by", "gelesen von", "gesprochen von", "lu par",
    "letto da", "leido por",
    "spoken word", "spoken intro", "spoken introduction", "audiobook", "horbuch", "horspiel",
    "livre audio",
    "audiolibro", "stand up comedy", "opening credits", "closing credits", "end credits",
    "radio interview",
    "interview with", "an interview", "interview part", "press conference", "pressekonferenz",
    "audio commentary",
    "track by track", "liner notes", "acceptance speech", "stage banter", "in conversation",
    "lesung",
    "narration", "erzahlung", "erzahler", "public service announcement", "announcements",
    "interview de", "interview mit",
    "conversation with", "gesprach mit", "banter", "reminiscence", "reminiscences", "stage patter",
    "conferencier", "foreword", "vorwort", "nachwort", "afterword", "author s note", "authors note",
    "acknowledgments",
    "acknowledgements", "ungekurzt", "unabridged", "abridged", "gekurzt", "inhaltsangabe", "ansage",
    "moderation",
  ]

  /// Phrases in titles of spoken albums, in addition to ``plain``.
  private static let albums = [
    "dialogue", "dialogues", "in his own words", "in her own words", "in their own words", "speaks",
    "reads", "liest",
    "erzahlt", "dit", "remembers", "tells", "lecture", "lectures", "how to play", "interview",
    "interviews",
    "conversations with", "talks", "recites", "reading", "readings", "gedichte", "monologues",
    "sketches", "stories",
    "erzahlungen", "speech", "speeches", "stand up",
  ]

  /// Music words in titles of albums.
  private static let songAlbums: Set<String> = [
    "sings", "singt", "chante", "canta", "songs", "lieder", "chansons", "canzoni", "canciones",
    "greatest", "hits", "music",
    "musik", "remixes", "remixed", "instrumentals", "karaoke", "soundtrack", "sessions",
  ]

  /// Song words in titles.
  private static let songs: Set<String> = [
    "song", "lied", "chanson", "polka", "waltz", "walzer", "instrumental", "karaoke", "remix",
    "cancion", "canzone",
  ]

  /// Words that may accompany an introduction and add nothing.
  private static let fillers: Set<String> = [
    "live", "skit", "the", "a", "1", "2", "3", "and", "album", "band",
  ]

  private static let bareWords: Set<String> = [
    "intro", "outro", "introduction", "introductions", "announcement", "announcements",
    "einleitung", "begrussung",
  ]

  /// Returns the word for an introduction if the title has no other significant words.
  private static func bare(_ words: [String]) -> String? {
    let rest = words.filter { !fillers.contains($0) }
    guard rest.count == 1, let word = rest.first, bareWords.contains(word) else { return nil }
    return word
  }

  /// Music words in titles.
  private static let musical: Set<String> = [
    "blues", "rag", "solo", "anthem", "hymn", "carol", "lullaby", "shanty", "serenade", "tango",
    "march",
    "theme", "acoustic", "mix", "rap", "rock", "boogie", "jam", "overture", "operette", "aria",
    "reprise", "medley",
    "sonata", "concerto",
  ]

  /// Returns the phrase of an album's title that indicates speech.
  static func album(_ title: String) -> String? {
    let joined = " " + FoldedText(title).words.joined(separator: " ") + " "
    return (plain + albums).first { joined.contains(" \($0) ") }
  }

  /// Returns the word of an album's title that indicates songs.
  static func songAlbum(_ title: String) -> String? {
    FoldedText(title).words.first(where: songAlbums.contains)
  }

  /// Words that indicate speech in brackets, after a dash, or alone.
  private static let remarks: Set<String> = [
    "skit", "interview", "dialogue", "dialog", "spoken", "speech", "monologue", "monolog",
    "monologo", "sketch", "reading",
    "poem", "commentary", "banter", "talk", "talking", "narration", "conversation", "lesung",
    "gesprochen", "rede",
    "parle", "discours", "gedicht", "poeme", "poema", "sermon", "lecture", "announcement",
    "phone call",
    "voicemail", "voice mail", "answering machine", "message", "dialogues", "spoken intro",
    "spoken outro", "recitation",
    "recited", "stand up", "band introduction", "band introductions", "introductions",
    "ansage", "stage talk", "gedicht", "erzahlung", "audience",
  ]

  /// Words that occur in titles of both speech and music.
  private static let possibles: Set<String> = [
    "intro", "outro", "interlude", "interludium", "prologue", "prolog", "epilogue", "epilog",
    "introduction", "einleitung",
    "preface", "conversation", "speech", "interview", "monologue", "dialogue", "announcement",
    "sketch", "message",
    "commercial", "episode", "scene", "szene", "folge", "prelude", "credits",
  ]

  private static let numbered: Set<String> = [
    "chapter", "kapitel", "chapitre", "capitulo", "capitolo", "hoofdstuk", "teil", "part", "partie",
    "parte", "track",
    "titel", "piste", "pista", "act", "akt", "episode", "folge", "disc", "cd", "section",
    "abschnitt", "side", "deel", "book",
    "story", "scene", "szene", "tape", "lesson", "lektion", "minute",
  ]

  /// Returns the text in the last brackets, after a dash or colon, or the whole title, if it is one
  /// of the remarks.
  private static func remark(_ title: String) -> String? {
    var parts = [title]
    for (open, close) in [("(", ")"), ("[", "]")] {
      if let start = title.ranges(of: open).last,
        let end = title[start.upperBound...].firstRange(of: close)
      {
        parts.append(String(title[start.upperBound..<end.lowerBound]))
      }
    }
    for sign in [" - ", " – ", ": "] {
      if let last = title.ranges(of: sign).last {
        parts.append(String(title[last.upperBound...]))
        if let first = title.firstRange(of: sign) {
          parts.append(String(title[..<first.lowerBound]))
        }
      }
    }
    for part in parts.dropFirst() {
      let words = FoldedText(part).words
      if remarks.contains(words.joined(separator: " ")) { return part }
      // `Interview, Part 2`, `Skit #3`, `Speech by …`.
      if let first = words.first, ["skit", "interview", "dialogue", "dialog"].contains(first) {
        return part
      }
    }
    return nil
  }

  private static func possible(_ words: [String]) -> String? {
    guard let word = words.first(where: possibles.contains) else { return nil }
    return words.count <= 5 ? word : nil
  }

  /// Returns a match such as `Chapter 12`, `Kapitel 3: …`, `Track 001` or `Part 4 of 9`. `nil` if
  /// the title has no such words, since a number alone may belong to a part of a song.
  private static func part(_ words: [String]) -> String? {
    for (index, word) in words.enumerated() where numbered.contains(word) {
      guard let number = words.dropFirst(index + 1).first, number.allSatisfy(\.isNumber) else {
        continue
      }
      return "\(word) \(number)"
    }
    return nil
  }
}

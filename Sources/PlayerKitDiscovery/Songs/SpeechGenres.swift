import PlayerKitServices

/// What a genre indicates about speech or music. Services name genres in many languages; unknown
/// ones are neutral.
enum SpeechGenre: Sendable, Hashable {
  /// Speech without singing: audiobooks, interviews, podcasts.
  case speech
  /// Comedy, spoken or sung.
  case comedy
  /// No indication, such as children's recordings, which may be sung or spoken.
  case neutral
  /// Music.
  case music

  init(_ name: String) {
    let key = ArtistReference.key(of: name)
    self =
      if Self.spoken.contains(key) { .speech } else if Self.funny.contains(key) {
        .comedy
      } else if Self.neutrals.contains(key) {
        .neutral
      } else {
        Self.namesMusic(name) ? .music : .neutral
      }
  }

  /// Returns the genre of a listeners' tag. Tags can be anything; unknown ones are neutral.
  static func tag(_ name: String) -> SpeechGenre {
    let key = ArtistReference.key(of: name)
    if spokenTags.contains(key) || spoken.contains(key) { return .speech }
    if musicTags.contains(key) { return .music }
    return funny.contains(key) ? .comedy : .neutral
  }

  private static func keys(_ names: [String]) -> Set<String> {
    Set(names.map(ArtistReference.key))
  }

  private static let spoken = keys([
    "Spoken Word", "Spokenword", "Spoken", "Audiobook", "Audiobooks", "Audio Book",
    "Books & Spoken",
    "Books", "Podcasts", "Podcast", "Radio Drama", "Radio Play", "Radioplay", "Audio Drama",
    "Audio Play",
    "Children's Stories", "Children's Story", "Kids Stories", "Stories", "Storytelling",
    "Fairy Tales", "Fiction",
    "Non-Fiction", "Nonfiction", "Biographies & Memoirs", "Biografien & Memoiren",
    "Biographies et mémoires", "Kids & Young Adults", "Self-Development", "Classics",
    "Arts & Entertainment", "Kinder & Jugendliche", "Interview", "Interviews", "Speech",
    "Speeches",
    "Stand-Up", "Stand-Up Comedy", "Standup Comedy", "Standup", "Non-Music", "Monolog", "Monologue",
    "Audio Documentary", "Sketch Comedy", "Sketch", "Literature", "Poetry Reading",
    "Field Recording",
    "Lecture", "Education", "Language Instruction", "Guided Meditation", "Sports", "Talk", "Drama",
    "Hörbuch", "Hörbücher", "Hörspiel", "Hörspiele", "Literatur", "Lesung", "Lesungen", "Märchen",
    "Gesprochenes", "Gesprochenes Wort", "Bücher & Gesprochenes", "Kinderhörspiel",
    "Kinderhörspiele",
    "Kindergeschichten", "Gedichte", "Wortbeiträge", "Reden", "Comedy & Hörspiel",
    "Livres audio", "Livre audio", "Textes parlés", "Texte parlé", "Textes et paroles",
    "Texte et paroles", "Paroles",
    "Histoires pour enfants", "Contes", "Littérature", "Lectures", "Théâtre", "Discours", "Poésie",
    "Audiolibros", "Audiolibro", "Palabra hablada", "Cuentos", "Literatura", "Poesía",
    "Radioteatro",
    "Audiolibri", "Audiolibro", "Parlato", "Letture", "Poesia", "Racconti", "Fiabe",
    "Luisterboeken", "Luisterboek", "Hoorspel", "Gesproken woord", "Ljudböcker", "Lydbøger",
    "Lydbøker",
    "Audiolivros", "Palavra falada", "オーディオブック", "スポークン・ワード", "Аудиокниги", "Аудиокнига",
  ])

  private static let funny = keys([
    "Comedy", "Humor", "Humour", "Comedy/Humor", "Comédie", "Humoristique", "Comedia", "Commedia",
    "Komik",
    "Comedy & Kabarett", "Kabarett", "Cabaret", "Kleinkunst", "Comedy/Spoken Word",
    "Comedy & Spoken", "Satire",
    "Umorismo", "Humorist", "Humoristes", "Spoken & Comedy", "Komedie", "Komedi", "Comédia", "コメディ",
    "Юмор",
  ])

  private static let neutrals = keys([
    "Music", "Musik", "Musique", "Música", "Musica", "Muziek", "Other", "Others", "Unknown",
    "Various", "Misc",
    "Miscellaneous", "Andere", "Sonstiges", "Autre", "Otros", "Children's Music", "Children's",
    "Children",
    "Kids", "Kids & Family", "Family", "Kinder", "Kindermusik", "Für Kinder", "Enfants", "Jeunesse",
    "Musique pour enfants",
    "Infantil", "Música infantil", "Bambini", "Soundtrack", "Films/Games", "Film/Games",
    "Stage & Screen",
    "Holiday", "Christmas", "Weihnachten", "Noël", "World", "Weltmusik", "Experimental",
    "Promotional", "Political",
    "Religious", "Therapy", "Unclassifiable", "Unclassifiable Genre", "Special Effects", "Poetry",
    "Poésie", "Poesía", "Poesia", "Gedichte", "Political", "Dialogue", "Story", "Disney",
    "Original Score", "Vocal",
  ])

  private static let spokenTags = keys([
    "audiobook", "audiobooks", "spoken word", "spoken", "spokenword", "hörspiel", "hörbuch",
    "hoerspiel", "hoerbuch",
    "hörbücher", "hörspiele", "stand-up", "stand-up comedy", "standup", "standup comedy",
    "stand up comedy", "poetry", "poems",
    "interview", "speech", "reading", "read by the author", "radio play", "radio drama",
    "livre audio", "lesung",
    "non-music", "podcast", "skit", "skits", "sketch comedy", "sketches",
  ])

  private static let musicTags = keys([
    "comedy rock", "parody", "musical comedy", "comedy music", "novelty", "comedy rap",
    "comedy hip hop", "rock",
    "pop", "folk", "blues", "jazz", "hip-hop", "hip hop", "rap", "country", "soul", "classical",
    "singer-songwriter",
    "chanson", "liedermacher", "punk", "punk rock", "indie", "electronic", "alternative", "metal",
    "instrumental",
    "musical", "soundtrack", "reggae", "funk", "swing", "bluegrass", "americana", "new wave",
    "experimental",
    "schlager", "deutschrock", "folk rock", "classic rock", "rnb", "r&b", "gospel", "filk",
    "nerdcore",
  ])
}

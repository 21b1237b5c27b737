import PlayerKitServices

extension SpeechGenre {
  /// Returns whether the name of a genre contains a music word. Services have hundreds of genres in
  /// many languages, but they use few words.
  static func namesMusic(_ name: String) -> Bool {
    FoldedText(name).words.contains { word in
      words.contains(word) || endings.contains { word.hasSuffix($0) }
    }
  }

  /// Words that indicate a genre of music, folded.
  private static let words: Set<String> = [
    "acoustic", "acid", "afro", "afrobeat", "afrobeats", "alternative", "alternativa",
    "alternativo",
    "ambient", "americana", "arabesk", "ballad", "baroque", "barock", "bass", "beats",
    "bebop", "bhangra", "bolero", "bollywood", "boogie", "bossa", "brass", "breakbeat", "calypso",
    "celtic", "chamber", "chanson", "chansons", "chant", "chillout", "choral", "choir", "chor",
    "classic",
    "classical", "clasica", "classica", "classique", "cumbia", "dance", "dancehall",
    "disco", "doom", "downtempo", "dub", "ebm", "edm", "electro", "electronic", "electronica",
    "electronique",
    "elektro", "elektronik", "elektronisch", "elettronica", "emo", "enka", "fado", "flamenco",
    "funk", "fusion",
    "garage", "glam", "gospel", "gothic", "grime", "grunge", "hardcore", "hop", "house", "idm",
    "indie",
    "industrial", "instrumental", "instrumentals", "jam", "jungle", "karaoke", "keltisch",
    "klassik", "klezmer",
    "klassiek", "latin", "latina", "latino", "listening", "lied", "lieder", "liedermacher",
    "lounge", "mambo", "marches", "mariachi",
    "merengue", "metal", "motown", "mpb", "musical", "musicals", "neofolk", "noise",
    "oldies", "opera", "oper", "operette", "operetta", "orchestral", "orquesta", "parody", "piano",
    "polka", "post",
    "psychedelic", "punk", "rb", "r", "raga", "ragtime", "rai", "ranchera", "rap", "rave", "reggae",
    "reggaeton", "rhythm", "rnb", "rockabilly", "roots", "salsa", "samba", "schlager",
    "screamo", "sertanejo", "sevillanas", "shanty", "shoegaze", "ska", "skiffle", "slowcore",
    "songs",
    "songwriter", "soul", "surf", "swing", "symphonic", "symphony", "synth", "tango", "techno",
    "tejano",
    "trance", "trap", "trip", "urban", "urbano", "vallenato", "variete", "volkstumlich",
    "volkstumliche", "waltz",
    "worship", "zouk", "рок", "поп", "рэп", "хип", "джаз", "классика", "ロック", "ポップ", "ジャズ", "クラシック",
    "歌謡曲", "演歌", "アニメ",
  ]

  /// Suffixes that indicate a genre of music, as in `Deutschrock` and `Dubstep`, folded.
  private static let endings = [
    "rock", "pop", "jazz", "blues", "folk", "metal", "core", "wave", "beat", "step", "country",
    "musik", "muziek", "rap",
    "punk", "tronica", "gaze",
  ]
}

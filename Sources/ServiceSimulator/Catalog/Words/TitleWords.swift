/// What titles are made of.
enum TitleWords {
  static let adjectives = [
    "Amber", "Bitter", "Blue", "Broken", "Burning", "Crooked", "Distant", "Electric", "Empty",
    "Endless", "Fading", "Fallen", "Foreign", "Frozen", "Gentle", "Golden", "Hidden", "Hollow",
    "Invisible", "Last", "Little", "Lonely", "Long", "Lost", "Midnight", "Narrow", "Northern",
    "Open", "Paper", "Patient", "Quiet", "Restless", "Salted", "Second", "Secret", "Silent",
    "Silver", "Slow", "Small", "Soft", "Sudden", "Tender", "Velvet", "Violet", "Wandering", "Wild",
    "Winter", "Wooden", "Yellow", "Young",
  ]

  static let nouns = [
    "Almanac", "Anchor", "Arcade", "Atlas", "Avenue", "Balcony", "Battery", "Bridge", "Cabin",
    "Camera", "Candle", "Canyon", "Cathedral", "Chapel", "Circle", "City", "Cloud", "Compass",
    "Country", "Curtain", "Diary", "Door", "Drifter", "Engine", "Evening", "Ferry", "Field", "Fire",
    "Garden", "Ghost", "Glacier", "Harbour", "Heart", "Highway", "Horizon", "Hotel", "Island",
    "Kingdom", "Ladder", "Lantern", "Letter", "Lighthouse", "Machine", "Market", "Memory", "Mirror",
    "Monday", "Moon", "Morning", "Motel", "Mountain", "Ocean", "Orchard", "Parade", "Passenger",
    "Planet", "Postcard", "Radio", "Railway", "Rain", "River", "Road", "Room", "Season", "Shadow",
    "Signal", "Sister", "Sky", "Snow", "Stairway", "Station", "Stranger", "Street", "Summer",
    "Telegram", "Theatre", "Thunder", "Tide", "Tower", "Train", "Valley", "Window", "Wire",
  ]

  static let verbs = [
    "Break", "Burn", "Call", "Carry", "Catch", "Change", "Chase", "Count", "Dance", "Dream",
    "Drive",
    "Fall", "Find", "Follow", "Forget", "Hold", "Keep", "Leave", "Lose", "Move", "Need", "Remember",
    "Run", "Save", "Shake", "Sing", "Sleep", "Stay", "Take", "Turn", "Wait", "Wake", "Walk", "Want",
  ]

  /// Titles that everybody has: equal ones by different artists are the rule.
  static let common = [
    "Intro", "Outro", "Home", "Tonight", "Hold On", "Runaway", "Stay", "Hello", "Falling", "Alone",
    "Gravity", "Fire", "Forever", "Breathe", "Rain", "Heaven",
  ]

  /// Marks, other scripts, signs and an emoji, each with a Latin name where there is one.
  static let unusual: [(title: String, japanese: String?)] = [
    ("Café d’Été", nil), ("Über den Dächern", nil), ("Señor Otoño", nil), ("Ça va bien", nil),
    ("Naïve Façade", nil), ("Łódź", nil), ("Smörgås", nil), ("Ночной поезд", nil), ("夜行列車", nil),
    ("Sakura Signal", "桜シグナル"), ("Blue Umbrella", "青い傘"), ("Long Goodbye", "長いお別れ"),
    ("서울의 밤", nil), ("🌙", nil), ("Dancing 💃🏽 Alone", nil), ("¿Dónde?", nil), ("AC/DB", nil),
    ("“Quotes” & \\Slashes\\", nil), ("50% Off #1", nil), ("Don't Stop", nil), ("Ｆｕｌｌ Ｗｉｄｔｈ", nil),
    ("I", nil), ("1979+1", nil), ("ΛΟΓΟΣ", nil),
  ]

  static let suffixes = [
    " - Remastered 2009", " [Live]", " (Acoustic)", " (Radio Edit)", " - Single Version",
    " (Live at the Paper Hall)", " [Instrumental]", " (Demo)", " (Deluxe Version)",
  ]
}

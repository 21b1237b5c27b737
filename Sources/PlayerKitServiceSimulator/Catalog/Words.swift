/// The vocabulary for names and titles.
enum Words {
  private static func list(_ text: String) -> [String] {
    text.split(separator: " ").map(String.init)
  }

  static let first = list(
    """
    Ada Alma Anders Beatrix Bruno Carla Cyrus Dalia Edgar Elin Enzo Farah Felix Greta Hanna Hugo \
    Ines Ivo Jonas Juno Kaya Lena Leonard Lucia Mabel Marek Mina Nadia Nils Nora Olive Otis Pavel \
    Petra Quinn Rafael Ruth Samir Selma Tess Theo Uma Viktor Wanda Xenia Yara Zeno
    """
  )

  static let last = list(
    """
    Abbott Almeida Barlow Castell Delgado Eastman Farrow Grimm Halloran Ibsen Jansen Kowal \
    Lindqvist Marlow Nakata Okafor Penrose Quist Ravel Sandoval Tamm Underhill Vance Weller Yates \
    Zimmer
    """
  )

  static let plurals = list(
    """
    Anchors Arcades Beacons Cousins Drifters Engines Foxes Gardeners Hollows Islands Lanterns \
    Magpies Orchards Passengers Pilots Rivers Satellites Sparrows Strangers Tides Weathermen \
    Wolves
    """
  )

  /// Names that simple code handles badly: marks, scripts, symbols.
  static let unusualNames: [(name: String, japanese: String?)] = [
    ("Élodie Marchand", nil), ("Björn Ekström", nil), ("Núria Solà", nil), ("Motörgärten", nil),
    ("Şebnem Özgür", nil), ("Đorđe & Sinovi", nil), ("Mrówki", nil), ("Ночной дозорный", nil),
    ("夜明けの街", nil), ("Aoi Densha", "青い電車"), ("Kumo no Ue", "雲の上"), ("Haru Kanade", "春奏"),
    ("달빛", nil), ("🌙 Moonboy", nil), ("N.O.N.E.", nil), ("!Ay, Luz!", nil), ("The The Thes", nil),
    ("A", nil), ("21 Bicycles", nil), ("Salt/Water", nil), ("Sister & Co.", nil), ("P!LOT", nil),
  ]

  static let labels = [
    "Paper Boat Records", "Nordlicht Tonträger", "Undertow", "Halfway House Music",
    "Éditions du Quai",
    "Third Rail", "Sakura Works", "Lantern & Sons", "Self-Released", "Small Hours", "Blue Ferry",
    "Orchard Street Sound",
  ]

  static let curators = [
    "Static Weekly", "The Crate", "Late Radio", "Label Night", "Vinyl Kitchen", "Mira's Mixes",
    "Festival am Fluss", "Basement Tapes",
  ]

  static let appleCurators: [(name: String, kind: String)] = [
    ("Simulated Music Alternative", "Genre"), ("Simulated Music Pop", "Genre"),
    ("Simulated Music Jazz", "Genre"), ("Simulated Music Hip-Hop", "Genre"),
    ("Simulated Music", "Curator"), ("The Morning Hour", "Show"), ("Night Shift Radio", "Show"),
  ]

  static let activities = [
    "Party", "Focus", "Running", "Sleeping", "Driving", "Cooking", "Rainy Day", "BBQ",
  ]

  static let adjectives = list(
    """
    Amber Bitter Blue Broken Burning Crooked Distant Electric Empty Endless Fading Fallen Foreign \
    Frozen Gentle Golden Hidden Hollow Invisible Last Little Lonely Long Lost Midnight Narrow \
    Northern Open Paper Patient Quiet Restless Salted Second Secret Silent Silver Slow Small Soft \
    Sudden Tender Velvet Violet Wandering Wild Winter Wooden Yellow Young
    """
  )

  static let nouns = list(
    """
    Almanac Anchor Arcade Atlas Avenue Balcony Battery Bridge Cabin Camera Candle Canyon Cathedral \
    Chapel Circle City Cloud Compass Country Curtain Diary Door Drifter Engine Evening Ferry Field \
    Fire Garden Ghost Glacier Harbour Heart Highway Horizon Hotel Island Kingdom Ladder Lantern \
    Letter Lighthouse Machine Market Memory Mirror Monday Moon Morning Motel Mountain Ocean \
    Orchard Parade Passenger Planet Postcard Radio Railway Rain River Road Room Season Shadow \
    Signal Sister Sky Snow Stairway Station Stranger Street Summer Telegram Theatre Thunder Tide \
    Tower Train Valley Window Wire
    """
  )

  static let verbs = list(
    """
    Break Burn Call Carry Catch Change Chase Count Dance Dream Drive Fall Find Follow Forget Hold \
    Keep Leave Lose Move Need Remember Run Save Shake Sing Sleep Stay Take Turn Wait Wake Walk \
    Want
    """
  )

  /// Titles that many artists share.
  static let common = [
    "Intro", "Outro", "Home", "Tonight", "Hold On", "Runaway", "Stay", "Hello", "Falling", "Alone",
    "Gravity", "Fire", "Forever", "Breathe", "Rain", "Heaven",
  ]

  /// Titles with marks, other scripts, symbols, and an emoji, with a Latin form if there is one.
  static let unusualTitles: [(title: String, japanese: String?)] = [
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

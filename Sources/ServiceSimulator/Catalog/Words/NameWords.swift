/// What the names of people, bands and houses are made of.
enum NameWords {
  static let first = [
    "Ada", "Alma", "Anders", "Beatrix", "Bruno", "Carla", "Cyrus", "Dalia", "Edgar", "Elin", "Enzo",
    "Farah", "Felix", "Greta", "Hanna", "Hugo", "Ines", "Ivo", "Jonas", "Juno", "Kaya", "Lena",
    "Leonard", "Lucia", "Mabel", "Marek", "Mina", "Nadia", "Nils", "Nora", "Olive", "Otis", "Pavel",
    "Petra", "Quinn", "Rafael", "Ruth", "Samir", "Selma", "Tess", "Theo", "Uma", "Viktor", "Wanda",
    "Xenia", "Yara", "Zeno",
  ]

  static let last = [
    "Abbott", "Almeida", "Barlow", "Castell", "Delgado", "Eastman", "Farrow", "Grimm", "Halloran",
    "Ibsen", "Jansen", "Kowal", "Lindqvist", "Marlow", "Nakata", "Okafor", "Penrose", "Quist",
    "Ravel", "Sandoval", "Tamm", "Underhill", "Vance", "Weller", "Yates", "Zimmer",
  ]

  static let plurals = [
    "Anchors", "Arcades", "Beacons", "Cousins", "Drifters", "Engines", "Foxes", "Gardeners",
    "Hollows", "Islands", "Lanterns", "Magpies", "Orchards", "Passengers", "Pilots", "Rivers",
    "Satellites", "Sparrows", "Strangers", "Tides", "Weathermen", "Wolves",
  ]

  /// Names that break what is too simple: marks, scripts, signs.
  static let unusual: [(name: String, japanese: String?)] = [
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
}

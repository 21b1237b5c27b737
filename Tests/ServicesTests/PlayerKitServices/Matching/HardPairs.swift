enum HardPairs {
  /// The author knew the matcher. `HardPair.swift` describes the format.
  static let pairs: [HardPair] = same + different

  private static let same: [HardPair] = [
    .same(
      "remastered, by a dash",
      Side("Harbour Lights", "The Tin Anchors", on: "Low Tide", lasts: 241.2),
      Side(
        "Harbour Lights - Remastered 2009",
        "The Tin Anchors",
        on: "Low Tide (Remastered)",
        lasts: 242
      )
    ),
    .same(
      "remastered, in brackets, another year",
      Side("Harbour Lights (2011 Remaster)", "Tin Anchors", on: "Low Tide", lasts: 241),
      Side(
        "Harbour Lights - 2019 Digital Remaster",
        "The Tin Anchors",
        on: "Anchored: Best Of",
        lasts: 239
      )
    ),
    .same(
      "a guest in the title, and among the artists",
      Side("Paper Moon (feat. Ada Quill)", "Rue Nine", on: "Nine Streets", lasts: 201),
      Side("Paper Moon", "Rue Nine", "Ada Quill", on: "Nine Streets", lasts: 201.4)
    ),
    .same(
      "a guest without brackets, in one text",
      Side("Paper Moon ft. Ada Quill", "Rue Nine", lasts: 201),
      Side("Paper Moon", "Rue Nine featuring Ada Quill", lasts: 203)
    ),
    .same(
      "a guest that one service does not name",
      Side("Paper Moon (with Ada Quill)", "Rue Nine", on: "Nine Streets", lasts: 201),
      Side("Paper Moon", "Rue Nine", on: "Nine Streets", lasts: 201)
    ),
    .same(
      "an ampersand, and a single's suffix",
      Side("Salt & Smoke", "Bell and Barrow", on: "Salt & Smoke - Single", lasts: 188),
      Side("Salt and Smoke", "Bell & Barrow", on: "Salt And Smoke", lasts: 188)
    ),
    .same(
      "a name with a comma, split in three by one service",
      Side("Ferry", "Oak, Ash & Thorn", lasts: 260),
      Side("Ferry", "Oak", "Ash", "Thorn", lasts: 261)
    ),
    .same(
      "accents and apostrophes",
      Side("Où Vont Les Étés", "Maël Brévin", on: "Été", lasts: 199),
      Side("Ou vont les etes", "MAEL BREVIN", on: "Ete", lasts: 199)
    ),
    .same(
      "a dropped g, a curly apostrophe",
      Side("Runnin’ Late", "Pilot Hill", lasts: 175),
      Side("Running Late", "Pilot Hill", lasts: 175)
    ),
    .same(
      "explicit in brackets, explicit by a flag",
      Side("Neon Teeth [Explicit]", "Kid Vesper", on: "Bite (Explicit)", lasts: 164),
      Side("Neon Teeth", "Kid Vesper", on: "Bite", lasts: 164, explicit: true)
    ),
    .same(
      "stars in a word",
      Side("Holy S**t", "Kid Vesper", lasts: 164, explicit: true),
      Side("Holy Shit", "Kid Vesper", lasts: 164, explicit: true)
    ),
    .same(
      "deluxe edition of the album, another code",
      Side("Glasshouse", "Mira Vale", on: "Panes", lasts: 222, isrc: "QZAAA2100001"),
      Side(
        "Glasshouse",
        "Mira Vale",
        on: "Panes (Deluxe Edition)",
        lasts: 222,
        isrc: "QZBBB2200007"
      )
    ),
    .same(
      "on a compilation",
      Side("Glasshouse", "Mira Vale", on: "Panes", lasts: 222),
      Side("Glasshouse", "Mira Vale", on: "Now Playing: Autumn", lasts: 224.5)
    ),
    .same(
      "the album's version is the song",
      Side("Glasshouse (Album Version)", "Mira Vale", lasts: 222),
      Side("Glasshouse", "Mira Vale", lasts: 222)
    ),
    .same(
      "Cyrillic by two systems",
      Side("Ночной экспресс", "Юлия Шумова", on: "Платформа", lasts: 215),
      Side("Nochnoy Ekspress", "Yulia Shumova", on: "Platforma", lasts: 215)
    ),
    .same(
      "Greek",
      Side("Θάλασσα", "Νίκος Λαμπράκης", lasts: 251),
      Side("Thalassa", "Nikos Lamprakis", lasts: 251.6)
    ),
    .same(
      "kana, small letters and long vowels",
      Side("キョウノユメ", "ほしぞら", lasts: 233),
      Side("Kyou no Yume", "Hoshizora", lasts: 233)
    ),
    .same(
      "a title in Han characters, an equal code",
      Side("夜明けの駅", "青井灯", lasts: 268, isrc: "JPX012100042"),
      Side("Station at Dawn", "Akari Aoi", lasts: 268, isrc: "JP-X01-21-00042")
    ),
    .same(
      "live both times, written differently",
      Side("Ferry (Live at Brandt Hall)", "Oak Row", on: "Live at Brandt Hall", lasts: 305),
      Side("Ferry - Live at Brandt Hall, 2014", "Oak Row", on: "Brandt Hall", lasts: 304)
    ),
    .same(
      "live in the album's title alone",
      Side("Ferry", "Oak Row", on: "Live at Brandt Hall", lasts: 305),
      Side("Ferry (Live at Brandt Hall)", "Oak Row", on: "Live at Brandt Hall", lasts: 305)
    ),
    .same(
      "the same remix, dash and brackets",
      Side("Tide - Vanta Remix", "Mira Vale", "Vanta", on: "Tide (Remixes)", lasts: 341),
      Side("Tide (Vanta Remix)", "Mira Vale", on: "Tide (Remixes)", lasts: 340)
    ),
    .same(
      "their own version, both times",
      Side("Slow Train (Nora's Version)", "Nora Finch", on: "Rails (Nora's Version)", lasts: 231),
      Side("Slow Train (Nora’s Version)", "Nora Finch", on: "Rails (Nora’s Version)", lasts: 231)
    ),
    .same(
      "a few more seconds of silence",
      Side("Lantern", "Ivo Kern", on: "Wick", lasts: 190),
      Side("Lantern", "Ivo Kern", on: "Wick", lasts: 195)
    ),
    .same(
      "a subtitle on one side",
      Side("Up That River (A Bargain)", "Jane Thorne", on: "Hounds", lasts: 299),
      Side("Up That River", "Jane Thorne", on: "Hounds", lasts: 298)
    ),
    .same(
      "brackets before the name",
      Side("(I Never Get) Enough Rain", "The Sills", lasts: 223),
      Side("Enough Rain", "The Sills", lasts: 223)
    ),
    .same(
      "part two in numerals and words",
      Side("Cartography, Pt. II", "Lunar Mile", lasts: 412),
      Side("Cartography Part 2", "Lunar Mile", lasts: 412)
    ),
    .same(
      "an equal code, and a wrong length at one service",
      Side("Wicker", "Ivo Kern", on: "Wick", lasts: 190, isrc: "DEA462000011"),
      Side("Wicker", "Ivo Kern", on: "Wick", lasts: 214, isrc: "DEA462000011")
    ),
    .different(
      "from a television show",
      Side("Northern Glow (From The Ed Harrow Show)", "Sela March", lasts: 205),
      Side("Northern Glow", "Sela March", lasts: 205)
    ),
    .different(
      "from a television show, in quotes",
      Side("Northern Glow - From \"The Late Harrow Show\"", "Sela March", lasts: 206),
      Side("Northern Glow", "Sela March", lasts: 205)
    ),
    .different(
      "by the cast of a musical",
      Side("Northern Glow (From the Musical Ice Road)", "Sela March", lasts: 205),
      Side("Northern Glow", "Sela March", lasts: 205)
    ),
    .different(
      "vocals only, as long as the whole",
      Side("Northern Glow (Isolated Vocals)", "Sela March", lasts: 205),
      Side("Northern Glow", "Sela March", lasts: 205)
    ),
    .same(
      "from a film, in quotes",
      Side("Northern Glow (From \"The Ice Road\")", "Sela March", lasts: 205),
      Side("Northern Glow - From the Motion Picture The Ice Road", "Sela March", lasts: 205)
    ),
    .same(
      "clean and explicit, without a better match",
      Side("Neon Teeth", "Kid Vesper", on: "Bite", lasts: 164, explicit: true),
      Side("Neon Teeth", "Kid Vesper", on: "Bite", lasts: 164, explicit: false)
    ),
    .same(
      "no length on one side",
      Side("Lantern", "Ivo Kern", on: "Wick"),
      Side("Lantern", "Ivo Kern", on: "Wick", lasts: 190)
    ),
    .same(
      "a band with and without its group",
      Side("Copper Line", "Sam Dray & The Lodgers", on: "Copper", lasts: 244),
      Side("Copper Line", "Sam Dray", on: "Copper", lasts: 244)
    ),
    .same(
      "a name with a slash and one without",
      Side("Volt", "DX/DY", lasts: 210),
      Side("Volt", "DXDY", lasts: 210)
    ),
    .same(
      "Cyrillic hisses, by another system",
      Side("Жёлтая щука", "Чайка Южная", lasts: 240),
      Side("Zhyoltaya Schuka", "Tchaika Yuzhnaya", lasts: 240)
    ),
    .same(
      "Greek pairs of letters",
      Side("Το Τραγούδι", "Ευα Μπαλη", lasts: 205),
      Side("To Tragoudi", "Eva Bali", lasts: 206)
    ),
    .same(
      "kana, with the family name last",
      Side("トウキョウ", "Aoi Akari", lasts: 205),
      Side("Tokyo", "Akari Aoi", lasts: 206)
    ),
    .same(
      "a year between dashes",
      Side("Harbour Lights - 2011 - Remaster", "The Tin Anchors", lasts: 241),
      Side("Harbour Lights", "The Tin Anchors", lasts: 241)
    ),
    .same(
      "live and remastered, by a slash and by brackets",
      Side("Ferry - Live at Brandt Hall / Remastered 2012", "Oak Row", lasts: 305),
      Side("Ferry (Live at Brandt Hall) [2012 Remaster]", "Oak Row", lasts: 305)
    ),
    .same(
      "a number for a name, on two albums",
      Side("1984", "Pilot Hill", on: "Years", lasts: 150),
      Side("1984", "Pilot Hill", on: "Best Years", lasts: 150)
    ),
  ]
}

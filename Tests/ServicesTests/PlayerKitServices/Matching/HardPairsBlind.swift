// Pairs by an author who had not seen the matcher. In all of them, another take, mix, edit, singer
// or language is another recording. A remaster, a clean version, or another edition is not.

enum HardPairsBlind {
  /// The author had not seen the matcher. `HardPair.swift` describes the format.
  static let pairs: [HardPair] = [
    // Remasters, editions, compilations.
    .same(
      "a remaster of the same take, three seconds shorter",
      Side("Harbour of Glass", "The Tin Meridian", on: "Harbour of Glass", lasts: 251),
      Side(
        "Harbour of Glass - Remastered 2009",
        "The Tin Meridian",
        on: "Harbour of Glass (Deluxe Edition)",
        lasts: 248.2
      )
    ),
    .same(
      "only the album names the remaster, under another ISRC",
      Side("Ferryman", "Ansel Crowe", on: "Low Water", lasts: 305.4, isrc: "GBZZZ7800012"),
      Side(
        "Ferryman",
        "Ansel Crowe",
        on: "Low Water (40th Anniversary Remaster)",
        lasts: 306.1,
        isrc: "GBZZZ1800412"
      )
    ),
    .different(
      "the anniversary edition also holds the early demo",
      Side("Ferryman", "Ansel Crowe", on: "Low Water (40th Anniversary Remaster)", lasts: 306.1),
      Side(
        "Ferryman (Early Demo)",
        "Ansel Crowe",
        on: "Low Water (40th Anniversary Remaster)",
        lasts: 303
      )
    ),
    .same(
      "the album track on a compilation of many artists",
      Side("Saturday Voltage", "Kit Parallel", on: "Night Bus", lasts: 198),
      Side("Saturday Voltage", "Kit Parallel", on: "Now Dancing! 31", lasts: 197.3)
    ),
    .same(
      "an album artist instead of the artist, yet an equal ISRC and length",
      Side("Saturday Voltage", "Kit Parallel", on: "Night Bus", lasts: 198, isrc: "QZZZ11400077"),
      Side(
        "Saturday Voltage",
        "Various Artists",
        on: "Club Summer 2014",
        lasts: 198,
        isrc: "QZZZ11400077"
      )
    ),
    .different(
      "a hits compilation with a re-recording",
      Side("Saddle Up Susanna", "The Dovetail Four", on: "The Dovetail Four", lasts: 152),
      Side(
        "Saddle Up Susanna (Re-Recorded)",
        "The Dovetail Four",
        on: "Greatest Hits of the 60s",
        lasts: 153
      )
    ),
    .same(
      "single and album, the ISRC differs between two territories",
      Side(
        "Slow Comet",
        "Ivy Marchetti",
        on: "Slow Comet - Single",
        lasts: 214.3,
        isrc: "ITZZZ2000231"
      ),
      Side("Slow Comet", "Ivy Marchetti", on: "Orbitals", lasts: 214, isrc: "USZZZ2004410")
    ),
    .same(
      "a bonus track mark is no version",
      Side(
        "Tin Roof Prayer (Bonus Track)",
        "Hollis Wray",
        on: "Gospel & Rust (Japan Edition)",
        lasts: 187
      ),
      Side("Tin Roof Prayer", "Hollis Wray", on: "Gospel & Rust", lasts: 187.6)
    ),
    .same(
      "a soundtrack's addition to the title",
      Side(
        "What the Lighthouse Knew (From \"The Keeper\")",
        "Maren Ault",
        on: "The Keeper (Original Motion Picture Soundtrack)",
        lasts: 229
      ),
      Side(
        "What the Lighthouse Knew",
        "Maren Ault",
        on: "What the Lighthouse Knew - Single",
        lasts: 228.5
      )
    ),
    .same(
      "the mono mix on both sides, one of them remastered",
      Side("Penny Carousel (Mono)", "The Larkspurs", on: "Penny Carousel", lasts: 141),
      Side(
        "Penny Carousel - Mono / Remastered 2014",
        "The Larkspurs",
        on: "The Larkspurs in Mono",
        lasts: 142
      )
    ),
    .same(
      "one side names the stereo mix, and the other has the plain album track",
      Side(
        "Velvet Semaphore - Stereo; 2011 Remaster",
        "The Larkspurs",
        on: "Semaphore",
        lasts: 203.4
      ),
      Side("Velvet Semaphore", "The Larkspurs", on: "Semaphore", lasts: 204)
    ),

    // Live.
    .different(
      "live, by chance as long as the studio take",
      Side("Undertow", "Bright Mechanics", on: "Undertow", lasts: 262),
      Side(
        "Undertow (Live at Harrow Hall)",
        "Bright Mechanics",
        on: "Undertow (Deluxe)",
        lasts: 262.8
      )
    ),
    .different(
      "only the album says that it is live",
      Side("Kerosene Hymn", "Bright Mechanics", on: "Undertow", lasts: 233),
      Side(
        "Kerosene Hymn",
        "Bright Mechanics",
        on: "Bright Mechanics: Live in Rotterdam 2008",
        lasts: 247
      )
    ),
    .different(
      "two concerts",
      Side("Undertow - Live at Harrow Hall, 1997", "Bright Mechanics", lasts: 281),
      Side("Undertow - Live in Rotterdam, 2008", "Bright Mechanics", lasts: 280)
    ),
    .same(
      "one concert, the place in the title or in the album",
      Side(
        "Undertow (Live at Harrow Hall)",
        "Bright Mechanics",
        on: "Live at Harrow Hall",
        lasts: 281
      ),
      Side("Undertow - Live", "Bright Mechanics", on: "Live at Harrow Hall", lasts: 281.4)
    ),
    .same(
      "\"live\" is a word of the title",
      Side("Live Like Thieves", "Odd Juniper", on: "Petty Crimes", lasts: 176),
      Side("Live Like Thieves (2019 Remaster)", "Odd Juniper", on: "Petty Crimes", lasts: 177)
    ),
    .different(
      "a radio session",
      Side("Moth Season", "Odd Juniper", on: "Petty Crimes", lasts: 201),
      Side("Moth Season (Radio 9 Session)", "Odd Juniper", on: "The Radio 9 Sessions", lasts: 203)
    ),
    .different(
      "an ISRC used again by mistake for the concert, a minute and a half longer",
      Side("Salt Engine", "Karst", on: "Salt Engine", lasts: 244, isrc: "SEZZZ0900105"),
      Side(
        "Salt Engine (Live in Malmö)",
        "Karst",
        on: "Karst Live",
        lasts: 337,
        isrc: "SEZZZ0900105"
      )
    ),

    // Guests.
    .same(
      "the guest in the title or among the artists",
      Side("Gold Teeth (feat. Mira Voss)", "Juno Bask", on: "Gold Teeth - Single", lasts: 189),
      Side("Gold Teeth", "Juno Bask", "Mira Voss", on: "Gold Teeth - Single", lasts: 189.3)
    ),
    .same(
      "ft. without brackets, artists in one text",
      Side("Paper Crowns ft. DJ Halberd & Lune", "Rook 9", lasts: 222),
      Side("Paper Crowns", "Rook 9, DJ Halberd & Lune", on: "Checkmate", lasts: 221)
    ),
    .same(
      "with … in brackets, the guest left out by the other side",
      Side("Two Umbrellas (with Tomas Reyl)", "Sunny Ashdown", on: "Weatherproof", lasts: 208.6),
      Side("Two Umbrellas", "Sunny Ashdown", on: "Weatherproof", lasts: 208)
    ),
    .same(
      "\"with\" is a word of the title; a guest in addition",
      Side("Dancing With Sparrows (feat. Ona)", "Corin Vale", lasts: 230),
      Side("Dancing With Sparrows", "Corin Vale", "Ona", on: "Aviary", lasts: 231)
    ),
    .different(
      "the same song with one guest and with another",
      Side("Gold Teeth (feat. Mira Voss)", "Juno Bask", on: "Gold Teeth - Single", lasts: 189),
      Side(
        "Gold Teeth (feat. Big Pallas)",
        "Juno Bask",
        on: "Gold Teeth (The Features)",
        lasts: 191
      )
    ),
    .different(
      "the solo version and the later one with a guest's verse",
      Side(
        "Chandelier Weather",
        "Sunny Ashdown",
        on: "Weatherproof",
        lasts: 184,
        isrc: "AUZZZ1900018"
      ),
      Side(
        "Chandelier Weather (feat. Rook 9)",
        "Sunny Ashdown",
        on: "Chandelier Weather (feat. Rook 9) - Single",
        lasts: 217,
        isrc: "AUZZZ2000301"
      )
    ),

    // Other artists with the same song.
    .different(
      "a cover, equally long",
      Side("Cathedral Sparks", "Nell Arbour", on: "Ashlight", lasts: 240),
      Side("Cathedral Sparks", "The Wicker Sons", on: "Borrowed Songs", lasts: 240.4)
    ),
    .different(
      "a tribute that names the first artist in the title",
      Side("Cathedral Sparks", "Nell Arbour", on: "Ashlight", lasts: 240),
      Side(
        "Cathedral Sparks (Tribute to Nell Arbour)",
        "Hit Crew Deluxe",
        on: "Tribute to Nell Arbour",
        lasts: 239
      )
    ),
    .different(
      "karaoke",
      Side("Cathedral Sparks", "Nell Arbour", on: "Ashlight", lasts: 240),
      Side(
        "Cathedral Sparks (Karaoke Version) [Originally Performed by Nell Arbour]",
        "Sing Parlour",
        lasts: 241
      )
    ),
    .different(
      "karaoke filed under the first artist too",
      Side("Cathedral Sparks", "Nell Arbour", lasts: 240),
      Side(
        "Cathedral Sparks - Karaoke",
        "Nell Arbour",
        "Sing Parlour",
        on: "Karaoke Hits",
        lasts: 240
      )
    ),
    .different(
      "two artists, one common title, close lengths",
      Side("Home", "Vesper Quill", on: "Rooms", lasts: 212),
      Side("Home", "Delta Orchard", on: "Home", lasts: 213)
    ),
    .different(
      "an artist's name that contains the other's whole name",
      Side("Runaway", "Marlow", on: "Marlow", lasts: 205),
      Side("Runaway", "Marlow Street Choir", on: "Voices", lasts: 206)
    ),
    .different(
      "two songs of one artist, one title contains the other",
      Side("Blue Window", "Hollis Wray", on: "Gospel & Rust", lasts: 194),
      Side("Blue Window Blues", "Hollis Wray", on: "Gospel & Rust", lasts: 196)
    ),

    // The artist's own versions.
    .same(
      "clean and explicit of one take",
      Side(
        "No Manners",
        "Rook 9",
        on: "Checkmate",
        lasts: 201,
        isrc: "USZZZ1800901",
        explicit: true
      ),
      Side(
        "No Manners (Clean)",
        "Rook 9",
        on: "Checkmate (Clean)",
        lasts: 201,
        isrc: "USZZZ1800902",
        explicit: false
      )
    ),
    .same(
      "\"Explicit\" in the title against the flag",
      Side("Bad Altitude [Explicit]", "Big Pallas", on: "Cabin Pressure [Explicit]", lasts: 178),
      Side("Bad Altitude", "Big Pallas", on: "Cabin Pressure", lasts: 178.9, explicit: true)
    ),
    .different(
      "instrumental, equally long",
      Side("No Manners", "Rook 9", on: "Checkmate", lasts: 201, explicit: true),
      Side("No Manners (Instrumental)", "Rook 9", on: "Checkmate (Instrumentals)", lasts: 201)
    ),
    .different(
      "only the album says that it is the instrumental",
      Side("Queen's Gambol", "Rook 9", on: "Checkmate", lasts: 188),
      Side("Queen's Gambol", "Rook 9", on: "Checkmate (Instrumentals)", lasts: 188)
    ),
    .different(
      "radio edit and album version",
      Side("Ultraviolet Mile (Radio Edit)", "Solenne", on: "Ultraviolet Mile - Single", lasts: 193),
      Side("Ultraviolet Mile (Album Version)", "Solenne", on: "Spectra", lasts: 301)
    ),
    .same(
      "\"Album Version\" against nothing",
      Side("Ultraviolet Mile (Album Version)", "Solenne", on: "Spectra", lasts: 301),
      Side("Ultraviolet Mile", "Solenne", on: "Spectra", lasts: 300.5)
    ),
    .different(
      "unmarked on both sides, a minute apart: the edit and the whole",
      Side("Long Division", "Solenne", on: "Long Division - Single", lasts: 204),
      Side("Long Division", "Solenne", on: "Spectra", lasts: 271)
    ),
    .different(
      "extended mix and original mix",
      Side("Nightshift (Original Mix)", "Pavo & Lind", lasts: 226),
      Side("Nightshift (Extended Mix)", "Pavo & Lind", on: "Nightshift", lasts: 372)
    ),
    .same(
      "\"Original Mix\" against nothing, & against two artists",
      Side("Nightshift (Original Mix)", "Pavo & Lind", lasts: 226),
      Side("Nightshift", "Pavo", "Lind", on: "Nightshift", lasts: 226.4)
    ),
    .different(
      "remix, with the remixer among the artists",
      Side("Nightshift", "Pavo & Lind", lasts: 226),
      Side(
        "Nightshift (Torsk Remix)",
        "Pavo & Lind",
        "Torsk",
        on: "Nightshift (Remixes)",
        lasts: 229
      )
    ),
    .different(
      "two remixers",
      Side("Nightshift (Torsk Remix)", "Pavo & Lind", lasts: 340),
      Side("Nightshift (Anna Grey Remix)", "Pavo & Lind", lasts: 341)
    ),
    .same(
      "one remix, written with a dash or in brackets, the remixer as artist on one side",
      Side("Nightshift - Torsk Remix", "Pavo & Lind", "Torsk", lasts: 340),
      Side("Nightshift (Torsk Remix)", "Pavo & Lind", on: "Nightshift (Remixes)", lasts: 339.6)
    ),
    .different(
      "acoustic",
      Side("Small Fires", "Ivy Marchetti", on: "Orbitals", lasts: 219),
      Side("Small Fires (Acoustic)", "Ivy Marchetti", on: "Orbitals (Deluxe)", lasts: 217)
    ),
    .different(
      "stripped, a less usual word for it",
      Side("Small Fires", "Ivy Marchetti", lasts: 219),
      Side("Small Fires - Stripped", "Ivy Marchetti", lasts: 221)
    ),
    .different(
      "re-recorded under the artist's own name",
      Side("Paper Lanterns", "Odile Farrow", on: "Seventeen Summers", lasts: 235),
      Side(
        "Paper Lanterns (Odile's Version)",
        "Odile Farrow",
        on: "Seventeen Summers (Odile's Version)",
        lasts: 235.7
      )
    ),
    .same(
      "re-recorded on both sides, with another apostrophe and a dash",
      Side("Paper Lanterns (Odile's Version)", "Odile Farrow", lasts: 235.7),
      Side(
        "Paper Lanterns - Odile’s Version",
        "Odile Farrow",
        on: "Seventeen Summers (Odile’s Version)",
        lasts: 236
      )
    ),
    .different(
      "sped up, no length on one side",
      Side("Glitter Ghost", "Lune", on: "Pale", lasts: 180),
      Side("Glitter Ghost (Sped Up)", "Lune", on: "Glitter Ghost (Sped Up) - Single")
    ),
    .different(
      "slowed + reverb",
      Side("Glitter Ghost", "Lune", on: "Pale", lasts: 180),
      Side("glitter ghost - slowed + reverb", "Lune", lasts: 214)
    ),
    .different(
      "sung in another language",
      Side("Mein Kompass", "Greta Sommerfeld", on: "Norden", lasts: 210),
      Side("Mein Kompass (English Version)", "Greta Sommerfeld", on: "Norden (Deluxe)", lasts: 210)
    ),
    .different(
      "the voice alone",
      Side("Gold Teeth", "Juno Bask", "Mira Voss", lasts: 189),
      Side("Gold Teeth (Acapella)", "Juno Bask", "Mira Voss", lasts: 187)
    ),

    // Scripts, accents, spelling.
    .same(
      "Cyrillic and Latin",
      Side("Северный ветер", "Лада Громова", on: "Река", lasts: 224),
      Side("Severnyy veter", "Lada Gromova", on: "Reka", lasts: 224.5)
    ),
    .different(
      "Cyrillic and a Latin title that is only close: wind, evening",
      Side("Северный ветер", "Лада Громова", on: "Река", lasts: 224),
      Side("Severnyy vecher", "Lada Gromova", on: "Reka", lasts: 231)
    ),
    .same(
      "Greek and Latin",
      Side("Νύχτα στη θάλασσα", "Ελένη Μαύρου", on: "Αλάτι", lasts: 256),
      Side("Nychta sti thalassa", "Eleni Mavrou", on: "Alati", lasts: 255)
    ),
    .same(
      "hiragana and katakana against Latin",
      Side("ひかりのまち", "カナデ", lasts: 263),
      Side("Hikari no Machi", "Kanade", lasts: 263.4)
    ),
    .same(
      "a translated title, one ISRC",
      Side("雨のあとで", "カナデ", on: "雨のあとで", lasts: 248, isrc: "JPZZ02100415"),
      Side(
        "After the Rain",
        "Kanade",
        on: "After the Rain - Single",
        lasts: 248,
        isrc: "JPZZ02100415"
      )
    ),
    .same(
      "ß and é against ss and e",
      Side("Straße nach Orphée", "Jörg Weiß", lasts: 199),
      Side("Strasse nach Orphee", "Jorg Weiss", on: "Orphee", lasts: 199.8)
    ),
    .same(
      "& and \"and\", \"The\" before the artist's name",
      Side("Smoke & Honey", "The Gilded Ants", on: "Anthill", lasts: 217),
      Side("Smoke and Honey", "Gilded Ants", on: "Anthill", lasts: 217)
    ),
    .same(
      "a slash and capitals in the artist's name, an apostrophe for a g",
      Side("Runnin' Late", "VO/LT", on: "Ampere", lasts: 166),
      Side("Running Late", "Vo-Lt", on: "Ampere", lasts: 166.5)
    ),
    .same(
      "an artist's name with a comma and \"the\" in it, the guest in one text",
      Side("Quarry Song", "Orrin, the Mason feat. Ona", lasts: 233),
      Side("Quarry Song (feat. Ona)", "Orrin, the Mason", on: "Quarry", lasts: 232)
    ),
    .same(
      "a video's title that carries the artist's name",
      Side("Solenne - Ultraviolet Mile (Official Audio)", "Solenne", lasts: 301),
      Side("Ultraviolet Mile", "Solenne", on: "Spectra", lasts: 301)
    ),

    // Numbers, parts, classical works, interludes.
    .same(
      "a numeral as a word",
      Side("Room 7", "Vesper Quill", on: "Rooms", lasts: 191),
      Side("Room Seven", "Vesper Quill", on: "Rooms", lasts: 191.2)
    ),
    .different(
      "Roman numerals four and six",
      Side("Chapter IV", "Karst", on: "Codex", lasts: 270),
      Side("Chapter VI", "Karst", on: "Codex", lasts: 272)
    ),
    .different(
      "part one, part two",
      Side("The Long Thaw, Pt. 1", "Karst", on: "Codex", lasts: 318),
      Side("The Long Thaw, Pt. 2", "Karst", on: "Codex", lasts: 319)
    ),
    .same(
      "part one, abbreviated with a numeral or written out",
      Side("The Long Thaw, Pt. 1", "Karst", on: "Codex", lasts: 318),
      Side("The Long Thaw (Part One)", "Karst", on: "Codex", lasts: 318.6)
    ),
    .different(
      "two movements of one work by one orchestra",
      Side("Symphony No. 2 in D Minor, Op. 14: II. Adagio", "Aldersund Philharmonic", lasts: 512),
      Side("Symphony No. 2 in D Minor, Op. 14: III. Scherzo", "Aldersund Philharmonic", lasts: 509)
    ),
    .different(
      "one movement by two orchestras, the composer on both sides",
      Side(
        "Symphony No. 2 in D Minor, Op. 14: II. Adagio",
        "Emil Tarnow",
        "Aldersund Philharmonic",
        lasts: 512
      ),
      Side(
        "Symphony No. 2 in D Minor, Op. 14: II. Adagio",
        "Emil Tarnow",
        "Orchestra of Vale Minor",
        lasts: 515
      )
    ),
    .same(
      "the composer before the title on one side, before the orchestra on the other",
      Side(
        "Tarnow: Symphony No. 2 in D Minor, Op. 14: II. Adagio",
        "Aldersund Philharmonic",
        "Petra Kolm",
        on: "Tarnow: Symphonies 1 & 2",
        lasts: 512
      ),
      Side(
        "Symphony No. 2 in D minor, Op. 14 - II. Adagio",
        "Emil Tarnow",
        "Aldersund Philharmonic",
        on: "Tarnow: Symphonies 1 & 2",
        lasts: 511.6
      )
    ),
    .different(
      "the song and its intro",
      Side("Halcyon", "Nell Arbour", on: "Ashlight", lasts: 241),
      Side("Halcyon (Intro)", "Nell Arbour", on: "Ashlight", lasts: 58)
    ),
    .different(
      "the intros of two albums",
      Side("Intro", "Rook 9", on: "Checkmate", lasts: 74),
      Side("Intro", "Rook 9", on: "Stalemate", lasts: 71)
    ),
    .different(
      "interlude and outro",
      Side("Ashlight (Interlude)", "Nell Arbour", on: "Ashlight", lasts: 66),
      Side("Ashlight (Outro)", "Nell Arbour", on: "Ashlight", lasts: 68)
    ),
    .different(
      "a medley that contains the song",
      Side("Smoke & Honey", "The Gilded Ants", on: "Anthill", lasts: 217),
      Side("Medley: Smoke & Honey / Little Crown", "The Gilded Ants", on: "Anthems", lasts: 338)
    ),
    .same(
      "a medley, its titles joined differently",
      Side("Medley: Smoke & Honey / Little Crown", "The Gilded Ants", on: "Anthems", lasts: 338),
      Side("Smoke and Honey/Little Crown (Medley)", "The Gilded Ants", lasts: 338.2)
    ),

    // Missing and equal facts.
    .same(
      "only title and artist on one side",
      Side("Tin Roof Prayer", "Hollis Wray"),
      Side(
        "Tin Roof Prayer",
        "Hollis Wray",
        on: "Gospel & Rust",
        lasts: 187.6,
        isrc: "USZZZ0500333",
        explicit: false
      )
    ),
    .same(
      "an equal ISRC, a mistyped title, four more seconds of silence",
      Side("Quiet Machinary", "Delta Orchard", on: "Home", lasts: 239, isrc: "CAZZZ1500066"),
      Side("Quiet Machinery", "Delta Orchard", on: "Home", lasts: 243, isrc: "CAZZZ1500066")
    ),
    .same(
      "an artist's former name, equal ISRC",
      Side("Copper Sun", "DJ Halberd", on: "Copper Sun - EP", lasts: 275, isrc: "DEZZZ1200554"),
      Side("Copper Sun", "Halberd", on: "Collected", lasts: 275.5, isrc: "DEZZZ1200554")
    ),
    .different(
      "only the titles differ: demo",
      Side("Slow Comet", "Ivy Marchetti"),
      Side("Slow Comet (Demo)", "Ivy Marchetti")
    ),
    .same(
      "\"Demo\" and \"Cover\" are words of the titles",
      Side("Cover Me, Demolition Girl", "Big Pallas", lasts: 203),
      Side("Cover Me, Demolition Girl (feat. Lune)", "Big Pallas", on: "Cabin Pressure", lasts: 203)
    ),
    .same(
      "the name of the song is the name of a version",
      Side("Acoustic", "Corin Vale", on: "Aviary", lasts: 158),
      Side("Acoustic - 2021 Remaster", "Corin Vale", on: "Aviary (Remastered)", lasts: 158.4)
    ),
  ]
}

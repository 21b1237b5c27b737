extension HardPairs {
  static let different: [HardPair] = [
    .different(
      "live, by a dash",
      Side("Harbour Lights", "The Tin Anchors", lasts: 241),
      Side("Harbour Lights - Live", "The Tin Anchors", lasts: 241)
    ),
    .different(
      "live, in the album's title alone",
      Side("Harbour Lights", "The Tin Anchors", on: "Low Tide", lasts: 241),
      Side("Harbour Lights", "The Tin Anchors", on: "Live at the Quay", lasts: 242)
    ),
    .different(
      "two evenings",
      Side("Ferry (Live in Oslo)", "Oak Row", lasts: 305),
      Side("Ferry (Live in Ghent)", "Oak Row", lasts: 305)
    ),
    .different(
      "two years of one festival",
      Side("Ferry (Live at Mill Fest 2016)", "Oak Row", lasts: 305),
      Side("Ferry (Live at Mill Fest 2018)", "Oak Row", lasts: 305)
    ),
    .different(
      "acoustic",
      Side("Glasshouse", "Mira Vale", lasts: 222),
      Side("Glasshouse (Acoustic)", "Mira Vale", lasts: 222)
    ),
    .different(
      "a remix",
      Side("Tide", "Mira Vale", lasts: 222),
      Side("Tide (Vanta Remix)", "Mira Vale", "Vanta", lasts: 222)
    ),
    .different(
      "two remixes",
      Side("Tide (Vanta Remix)", "Mira Vale", lasts: 341),
      Side("Tide (Club Cobalt Remix)", "Mira Vale", lasts: 341)
    ),
    .different(
      "a cut for the radio, of nearly the same length",
      Side("Tide", "Mira Vale", lasts: 222),
      Side("Tide - Radio Edit", "Mira Vale", lasts: 218)
    ),
    .different(
      "karaoke, by a karaoke label",
      Side("Glasshouse", "Mira Vale", lasts: 222),
      Side("Glasshouse (Karaoke Version)", "Sing Hall Karaoke", lasts: 222)
    ),
    .different(
      "karaoke that names the artist in its own name",
      Side("Glasshouse", "Mira Vale", lasts: 222),
      Side("Glasshouse", "Made Famous by Mira Vale", lasts: 222)
    ),
    .different(
      "in the style of",
      Side("Glasshouse", "Mira Vale", lasts: 222),
      Side("Glasshouse (In the Style of Mira Vale)", "Mira Vale Tribute Band", lasts: 222)
    ),
    .different(
      "a tribute album that credits the artist",
      Side("Glasshouse", "Mira Vale", on: "Panes", lasts: 222),
      Side("Glasshouse", "Mira Vale", on: "A Tribute to Mira Vale", lasts: 223)
    ),
    .different(
      "a cover",
      Side("Glasshouse", "Mira Vale", lasts: 222),
      Side("Glasshouse", "Pilot Hill", lasts: 222)
    ),
    .different(
      "instrumental",
      Side("Neon Teeth", "Kid Vesper", lasts: 164),
      Side("Neon Teeth (Instrumental)", "Kid Vesper", lasts: 164)
    ),
    .different(
      "a cappella",
      Side("Neon Teeth", "Kid Vesper", lasts: 164),
      Side("Neon Teeth - Acapella", "Kid Vesper", lasts: 164)
    ),
    .different(
      "their own version",
      Side("Slow Train", "Nora Finch", on: "Rails", lasts: 231),
      Side("Slow Train (Nora's Version)", "Nora Finch", on: "Rails (Nora's Version)", lasts: 231)
    ),
    .different(
      "recorded anew",
      Side("Harbour Lights", "The Tin Anchors", lasts: 241),
      Side("Harbour Lights (Re-Recorded)", "The Tin Anchors", lasts: 240)
    ),
    .different(
      "a sketch",
      Side("Lantern", "Ivo Kern", lasts: 190),
      Side("Lantern (Demo)", "Ivo Kern", lasts: 190)
    ),
    .different(
      "faster",
      Side("Lantern", "Ivo Kern", lasts: 190),
      Side("Lantern - Sped Up", "Ivo Kern", lasts: 188)
    ),
    .different(
      "slower",
      Side("Lantern", "Ivo Kern", lasts: 190),
      Side("Lantern (Slowed + Reverb)", "Ivo Kern", lasts: 193)
    ),
    .different(
      "with an orchestra",
      Side("Lantern", "Ivo Kern", lasts: 190),
      Side("Lantern (Orchestral Version)", "Ivo Kern", lasts: 191)
    ),
    .different(
      "a session",
      Side("Lantern", "Ivo Kern", lasts: 190),
      Side("Lantern - Attic Session", "Ivo Kern", lasts: 190)
    ),
    .different(
      "another length",
      Side("Lantern", "Ivo Kern", on: "Wick", lasts: 190),
      Side("Lantern", "Ivo Kern", on: "Wick", lasts: 205)
    ),
    .different(
      "two parts",
      Side("Cartography, Pt. 1", "Lunar Mile", lasts: 412),
      Side("Cartography, Pt. 2", "Lunar Mile", lasts: 412)
    ),
    .different(
      "another guest",
      Side("Paper Moon (feat. Ada Quill)", "Rue Nine", lasts: 201),
      Side("Paper Moon (feat. Tom Reed)", "Rue Nine", lasts: 201)
    ),
    .different(
      "an equal code on another song of another length",
      Side("Wicker", "Ivo Kern", lasts: 190, isrc: "DEA462000011"),
      Side("Tallow", "Ivo Kern", lasts: 251, isrc: "DEA462000011")
    ),
    .different(
      "an equal code on another artist's song",
      Side("Wicker", "Ivo Kern", lasts: 190, isrc: "DEA462000011"),
      Side("Marble Run", "Sela March", lasts: 190, isrc: "DEA462000011")
    ),
    .different(
      "a title in Han characters without a code",
      Side("夜明けの駅", "青井灯", lasts: 268),
      Side("Station at Dawn", "Akari Aoi", lasts: 268)
    ),
    .different(
      "another language",
      Side("Glasshouse", "Mira Vale", lasts: 222),
      Side("Glasshouse (Spanish Version)", "Mira Vale", lasts: 222)
    ),
    .different(
      "two songs of one name on a live album and another",
      Side("Ferry (Live)", "Oak Row", on: "Northern Dates", lasts: 305),
      Side("Ferry (Live)", "Oak Row", on: "Southern Dates", lasts: 306)
    ),
    .different(
      "a lullaby version",
      Side("Glasshouse", "Mira Vale", lasts: 222),
      Side("Glasshouse", "Mira Vale", on: "Lullaby Renditions of Mira Vale", lasts: 222)
    ),
    .different(
      "one more word",
      Side("Glass", "Mira Vale", lasts: 222),
      Side("Glasshouse", "Mira Vale", lasts: 222)
    ),
    .different(
      "the album's spoken comment",
      Side("Lantern", "Ivo Kern", on: "Wick", lasts: 190),
      Side("Lantern (Commentary)", "Ivo Kern", on: "Wick", lasts: 190)
    ),
    .different(
      "mono",
      Side("Harbour Lights", "The Tin Anchors", lasts: 241),
      Side("Harbour Lights (Mono)", "The Tin Anchors", lasts: 241)
    ),
    .different(
      "nearly the same length",
      Side("Lantern", "Ivo Kern", on: "Wick", lasts: 190),
      Side("Lantern", "Ivo Kern", on: "Wick", lasts: 198)
    ),
    .different(
      "two introductions of one artist",
      Side("Intro", "Ivo Kern", on: "Wick", lasts: 60),
      Side("Intro", "Ivo Kern", on: "Tallow", lasts: 61)
    ),
    .different(
      "an acoustic edition of the album",
      Side("Lantern", "Ivo Kern", on: "Wick", lasts: 190),
      Side("Lantern", "Ivo Kern", on: "Wick (Acoustic)", lasts: 190)
    ),
    .different(
      "8D audio around the head",
      Side("Lantern", "Ivo Kern", lasts: 190),
      Side("Lantern (8D Audio)", "Ivo Kern", lasts: 190)
    ),
    .different(
      "part of a mix",
      Side("Lantern", "Ivo Kern", lasts: 190),
      Side("Lantern [Mixed]", "Ivo Kern", lasts: 190)
    ),
    .different(
      "live, in Spanish",
      Side("Lantern", "Ivo Kern", lasts: 190),
      Side("Lantern - En Vivo", "Ivo Kern", lasts: 190)
    ),
    .different(
      "without singing, in other words",
      Side("Lantern", "Ivo Kern", lasts: 190),
      Side("Lantern (No Vocals)", "Ivo Kern", lasts: 190)
    ),
  ]
}

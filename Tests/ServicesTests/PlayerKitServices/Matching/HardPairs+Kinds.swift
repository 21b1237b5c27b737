/// Pairs of kinds that the matcher once got wrong, with well-known names.
extension HardPairs {
  static let kinds: [HardPair] = kindsSame + kindsDifferent

  private static let kindsSame: [HardPair] = [
    .same(
      "a title in two scripts",
      Side("봄날 (Spring Day)", "BTS", lasts: 274),
      Side("봄날", "방탄소년단", lasts: 274)
    ),
    .same(
      "the other script",
      Side("봄날 (Spring Day)", "BTS", lasts: 274),
      Side("Spring Day", "BTS", lasts: 275)
    ),
    .same(
      "Japanese and English",
      Side("新時代 (New Genesis)", "Ado", lasts: 227),
      Side("New Genesis", "Ado", lasts: 227)
    ),
    .same(
      "English before Japanese",
      Side("New Genesis (新時代)", "Ado", lasts: 227),
      Side("新時代", "Ado", lasts: 228)
    ),
    .same(
      "a dash between scripts",
      Side("新時代 - New Genesis", "Ado", lasts: 227),
      Side("新時代", "Ado", lasts: 228)
    ),
    .same(
      "an artist in another script",
      Side("Lemon", "米津玄師", lasts: 255),
      Side("Lemon", "Kenshi Yonezu", lasts: 255)
    ),
    .same(
      "a Korean group",
      Side("Dynamite", "방탄소년단", lasts: 199),
      Side("Dynamite", "BTS", lasts: 199)
    ),
    .same(
      "a Korean singer",
      Side("Celebrity", "아이유", lasts: 195),
      Side("Celebrity", "IU", lasts: 195)
    ),
    .same("a Chinese singer", Side("晴天", "周杰伦", lasts: 269), Side("晴天", "Jay Chou", lasts: 269)),
    .same(
      "both scripts in one name",
      Side("晴天", "周杰倫 Jay Chou", lasts: 269),
      Side("晴天", "Jay Chou", lasts: 269)
    ),
    .same(
      "Roman and Arabic numbers of movements",
      Side("Piano Sonata No. 14: I. Adagio sostenuto", "Daniel Barenboim", lasts: 360),
      Side("Piano Sonata No. 14: 1. Adagio sostenuto", "Daniel Barenboim", lasts: 360)
    ),
    .same(
      "a movement alone",
      Side("I. Adagio", "Glenn Gould", on: "Sonatas", lasts: 200),
      Side("1. Adagio", "Glenn Gould", on: "Sonatas", lasts: 200)
    ),
    .same(
      "Pts. and Parts",
      Side("Shine On You Crazy Diamond (Pts. 1-5)", "Pink Floyd", lasts: 811),
      Side("Shine On You Crazy Diamond (Parts I-V)", "Pink Floyd", lasts: 811)
    ),
    .same(
      "Pt. and Part",
      Side("Another Brick in the Wall, Pt. 2", "Pink Floyd", lasts: 239),
      Side("Another Brick in the Wall (Part II)", "Pink Floyd", lasts: 239)
    ),
    .same(
      "No. and n°",
      Side("Gymnopédie No. 1", "Pascal Rogé", lasts: 210),
      Side("Gymnopédie n° 1", "Pascal Rogé", lasts: 210)
    ),
    .same(
      "No. and №",
      Side("Gymnopédie No. 1", "Pascal Rogé", lasts: 210),
      Side("Gymnopédie №1", "Pascal Rogé", lasts: 210)
    ),
    .same(
      "Nr. and Opus",
      Side("Sonate Nr. 8, Opus 13", "Wilhelm Kempff", lasts: 500),
      Side("Sonate No. 8, Op. 13", "Wilhelm Kempff", lasts: 500)
    ),
    .same(
      "off and ov",
      Side("Prelude in C-Sharp Minor", "Sergei Rachmaninoff", "Vladimir Ashkenazy", lasts: 240),
      Side("Prelude in C-Sharp Minor", "Sergei Rachmaninov", "Vladimir Ashkenazy", lasts: 240)
    ),
    .same(
      "ff and v of a performer",
      Side("Moment", "Alexander Romanoff", lasts: 240),
      Side("Moment", "Alexander Romanov", lasts: 240)
    ),
    .same(
      "a composer before the title",
      Side("Beethoven: Symphony No. 5 in C Minor", "Carlos Kleiber", lasts: 442),
      Side("Symphony No. 5 in C Minor", "Carlos Kleiber", lasts: 442)
    ),
    .same(
      "a composer before the title, and among the artists",
      Side("Rachmaninoff: Vocalise", "Sergei Rachmaninoff, Yo-Yo Ma", lasts: 342),
      Side("Vocalise", "Yo-Yo Ma", lasts: 342)
    ),
    .same(
      "Main Title",
      Side("Game of Thrones (Main Title)", "Ramin Djawadi", lasts: 106),
      Side("Game of Thrones", "Ramin Djawadi", lasts: 106)
    ),
    .same(
      "a dash before Main Title",
      Side("The Crown - Main Title", "Hans Zimmer", lasts: 90),
      Side("The Crown (Main Title)", "Hans Zimmer", lasts: 90)
    ),
    .same(
      "an umlaut as two letters",
      Side("Sarabande", "Georg Friedrich Händel", "Lang Lang", lasts: 90),
      Side("Sarabande", "George Frideric Haendel", "Lang Lang", lasts: 90)
    ),
    .same(
      "mono on both",
      Side("God Only Knows", "The Beach Boys", on: "Pet Sounds (Mono)", lasts: 171),
      Side("God Only Knows (Mono)", "The Beach Boys", on: "Pet Sounds", lasts: 171)
    ),
    .same(
      "a concert named by both",
      Side("Creep (Live at Glastonbury)", "Radiohead", lasts: 240),
      Side("Creep - Live at Glastonbury 1997", "Radiohead", lasts: 240)
    ),
    .same(
      "a guest that one album's tags leave out",
      Side("Stan (feat. Dido)", "Eminem", on: "The Marshall Mathers LP", lasts: 404),
      Side("Stan", "Eminem", on: "The Marshall Mathers LP", lasts: 404)
    ),
  ]

  private static let kindsDifferent: [HardPair] = [
    .different(
      "a version with a guest",
      Side("Levitating (feat. DaBaby)", "Dua Lipa", lasts: 203),
      Side("Levitating", "Dua Lipa", lasts: 203.8)
    ),
    .different(
      "a version with a guest, of another album",
      Side("Levitating (feat. DaBaby)", "Dua Lipa", on: "Levitating (feat. DaBaby)", lasts: 203),
      Side("Levitating", "Dua Lipa", on: "Future Nostalgia", lasts: 203)
    ),
    .different(
      "a guest among the artists",
      Side("Levitating", "Dua Lipa", "DaBaby", lasts: 203),
      Side("Levitating", "Dua Lipa", lasts: 203)
    ),
    .different(
      "two conductors",
      Side(
        "Symphony No. 5 in C Minor, Op. 67: I. Allegro con brio",
        "Ludwig van Beethoven",
        "Leonard Bernstein",
        lasts: 442
      ),
      Side(
        "Symphony No. 5 in C Minor, Op. 67: I. Allegro con brio",
        "Ludwig van Beethoven",
        "Carlos Kleiber",
        lasts: 443
      )
    ),
    .different(
      "a composer alone is no conductor",
      Side("Symphony No. 5 in C Minor", "Ludwig van Beethoven", lasts: 442),
      Side("Symphony No. 5 in C Minor", "Ludwig van Beethoven, Carlos Kleiber", lasts: 443)
    ),
    .different(
      "a composer as the only artist of both",
      Side("Nocturne No. 2 in E-Flat Major", "Frédéric Chopin", on: "Best of Chopin", lasts: 270),
      Side("Nocturne No. 2 in E-Flat Major", "Chopin", on: "Piano Moods", lasts: 271)
    ),
    .different(
      "mono and stereo albums",
      Side("God Only Knows", "The Beach Boys", on: "Pet Sounds (Mono)", lasts: 171),
      Side("God Only Knows", "The Beach Boys", on: "Pet Sounds (Stereo)", lasts: 171)
    ),
    .different(
      "mono and no mention of it",
      Side("God Only Knows", "The Beach Boys", on: "Pet Sounds in Mono", lasts: 171),
      Side("God Only Knows", "The Beach Boys", on: "Pet Sounds", lasts: 171)
    ),
    .different(
      "a concert that one side does not name",
      Side("Creep (Live)", "Radiohead", lasts: 240),
      Side("Creep (Live at Glastonbury 1997)", "Radiohead", lasts: 241)
    ),
    .different(
      "a live album and a concert",
      Side("Creep (Live)", "Radiohead", on: "Hits", lasts: 240),
      Side("Creep (Live in Berlin)", "Radiohead", on: "Berlin", lasts: 240)
    ),
    .different(
      "two parts",
      Side("Another Brick in the Wall, Pt. 1", "Pink Floyd", lasts: 191),
      Side("Another Brick in the Wall, Part 2", "Pink Floyd", lasts: 191)
    ),
    .different(
      "two movements",
      Side("I. Allegro", "Glenn Gould", on: "Sonatas", lasts: 200),
      Side("II. Allegro", "Glenn Gould", on: "Sonatas", lasts: 200)
    ),
    .different(
      "two numbers",
      Side("Gymnopédie No. 1", "Pascal Rogé", lasts: 190),
      Side("Gymnopédie n° 3", "Pascal Rogé", lasts: 190)
    ),
    .different(
      "another title in the other script",
      Side("봄날 (Spring Day)", "BTS", lasts: 274),
      Side("Spring Rain", "BTS", lasts: 274)
    ),
    .different(
      "another artist in another script",
      Side("Lemon", "米津玄師", lasts: 255),
      Side("Lemon", "U2", lasts: 255)
    ),
    .different(
      "a language in brackets",
      Side("血、汗、涙 (Japanese ver.)", "BTS", lasts: 217),
      Side("血、汗、涙", "BTS", lasts: 217)
    ),
    .different(
      "main and end titles",
      Side("Dune (Main Title)", "Hans Zimmer", lasts: 106),
      Side("Dune (End Title)", "Hans Zimmer", lasts: 106)
    ),
  ]
}

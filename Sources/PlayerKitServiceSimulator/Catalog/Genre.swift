/// A genre of the store. Main genres have the ids of the real store; subgenres count from 1001.
struct Genre: Sendable {
  let id: Int
  let name: String
  /// The id of the parent genre, or `nil` for the root.
  let parent: Int?
  var japanese: String?
  var german: String?
  var french: String?

  func name(in language: String) -> String {
    switch language.prefix(2) {
    case "ja": japanese ?? name
    case "de": german ?? name
    case "fr": french ?? name
    default: name
    }
  }

  /// The root, `Music`.
  static let rootID = 34

  static let all: [Genre] = [root] + mainGenres + subgenres

  /// The indices by id.
  static let indices: [Int: Int] = Dictionary(
    uniqueKeysWithValues: all.indices.map { (all[$0].id, $0) }
  )

  /// The index of the main genre of a genre. Main genres and the root return their own index.
  static func main(_ index: Int) -> Int {
    guard let parent = all[index].parent, parent != rootID else { return index }
    return indices[parent] ?? index
  }

  private static let root = Genre(
    id: rootID,
    name: "Music",
    parent: nil,
    japanese: "ミュージック",
    german: "Musik",
    french: "Musique"
  )

  private static let mainGenres: [Genre] = mainTable.map {
    Genre(id: $0.0, name: $0.1, parent: rootID, japanese: $0.2, german: $0.3, french: $0.4)
  }

  private static let subgenres: [Genre] = subTable.map { Genre(id: $0.0, name: $0.2, parent: $0.1) }

  private static let mainTable: [(Int, String, String, String, String)] = [
    (2, "Blues", "ブルース", "Blues", "Blues"),
    (3, "Comedy", "コメディ", "Comedy", "Comédie"),
    (4, "Children's Music", "チルドレン・ミュージック", "Kinderlieder", "Musique pour enfants"),
    (5, "Classical", "クラシック", "Klassik", "Classique"),
    (6, "Country", "カントリー", "Country", "Country"),
    (7, "Electronic", "エレクトロニック", "Electronic", "Électronique"),
    (8, "Holiday", "ホリデー", "Weihnachten", "Musique de fêtes"),
    (9, "Opera", "オペラ", "Oper", "Opéra"),
    (10, "Singer/Songwriter", "シンガーソングライター", "Singer/Songwriter", "Chanteur/compositeur"),
    (11, "Jazz", "ジャズ", "Jazz", "Jazz"),
    (12, "Latin", "ラテン", "Latin", "Musique latine"),
    (13, "New Age", "ニューエイジ", "New Age", "New Age"),
    (14, "Pop", "ポップ", "Pop", "Pop"),
    (15, "R&B/Soul", "R&B／ソウル", "R&B/Soul", "R&B/Soul"),
    (16, "Soundtrack", "サウンドトラック", "Soundtrack", "Bandes originales"),
    (17, "Dance", "ダンス", "Dance", "Dance"),
    (18, "Hip-Hop/Rap", "ヒップホップ／ラップ", "Hip-Hop/Rap", "Hip-hop/Rap"),
    (19, "World", "ワールド", "Weltmusik", "Musiques du monde"),
    (20, "Alternative", "オルタナティブ", "Alternative", "Alternative"),
    (21, "Rock", "ロック", "Rock", "Rock"),
    (22, "Christian & Gospel", "クリスチャン", "Christliche Musik", "Musique chrétienne"),
    (23, "Vocal", "ヴォーカル", "Vocal", "Vocal"),
    (24, "Reggae", "レゲエ", "Reggae", "Reggae"),
    (25, "Easy Listening", "イージーリスニング", "Easy Listening", "Easy listening"),
    (27, "J-Pop", "J-Pop", "J-Pop", "J-Pop"),
    (28, "Enka", "演歌", "Enka", "Enka"),
    (29, "Anime", "アニメ", "Anime", "Anime"),
    (30, "Kayokyoku", "歌謡曲", "Kayokyoku", "Kayokyoku"),
    (50, "Fitness & Workout", "フィットネス", "Fitness & Workout", "Sport et entraînement"),
    (51, "K-Pop", "K-Pop", "K-Pop", "K-Pop"),
    (52, "Karaoke", "カラオケ", "Karaoke", "Karaoké"),
    (53, "Instrumental", "インストゥルメンタル", "Instrumental", "Musique instrumentale"),
  ]

  private static let subTable: [(Int, Int, String)] = [
    (1001, 20, "College Rock"),
    (1003, 20, "New Wave"),
    (1004, 21, "Arena Rock"),
    (1005, 21, "Blues-Rock"),
    (1007, 2, "Chicago Blues"),
    (1009, 2, "Country Blues"),
    (1012, 5, "Avant-Garde"),
    (1016, 5, "Chamber Music"),
    (1033, 6, "Alternative Country"),
    (1056, 7, "Ambient"),
    (1058, 7, "House"),
    (1060, 7, "Techno"),
    (1063, 10, "Alternative Folk"),
    (1065, 10, "Contemporary Folk"),
    (1106, 11, "Avant-Garde Jazz"),
    (1108, 11, "Cool Jazz"),
    (1119, 12, "Pop Latino"),
    (1131, 14, "Adult Contemporary"),
    (1133, 14, "Pop/Rock"),
    (1134, 14, "Soft Rock"),
    (1136, 15, "Funk"),
    (1143, 15, "Soul"),
    (1165, 16, "Original Score"),
    (1073, 18, "Hip-Hop"),
    (1076, 18, "Rap"),
    (1203, 19, "Celtic"),
    (1192, 24, "Dub"),
    (1193, 24, "Roots Reggae"),
  ]
}

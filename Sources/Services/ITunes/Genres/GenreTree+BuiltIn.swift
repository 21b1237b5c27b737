import MusicCatalog

extension ITunes.GenreTree {
  /// The genres right below `Music` with their English names, without those below them and without
  /// addresses: for when there is no network. The store may have changed since.
  public static let builtIn = ITunes.GenreTree(document: [
    musicID: .object([
      "id": .string(musicID), "name": "Music",
      "subgenres": .object(
        builtInNames.mapValues { .object(["name": .string($0)]) }
      ),
    ])
  ])

  private static let builtInNames = [
    "2": "Blues", "3": "Comedy", "4": "Children's Music", "5": "Classical", "6": "Country",
    "7": "Electronic", "8": "Holiday", "9": "Opera", "10": "Singer/Songwriter", "11": "Jazz",
    "12": "Latin", "13": "New Age", "14": "Pop", "15": "R&B/Soul", "16": "Soundtrack",
    "17": "Dance", "18": "Hip-Hop/Rap", "19": "World", "20": "Alternative", "21": "Rock",
    "22": "Christian & Gospel", "23": "Vocal", "24": "Reggae", "25": "Easy Listening",
    "27": "J-Pop", "28": "Enka", "29": "Anime", "30": "Kayokyoku", "50": "Fitness & Workout",
    "51": "K-Pop", "52": "Karaoke", "53": "Instrumental",
  ]
}

import Foundation

/// A station as a user entered it.
struct SimulatedStation: Sendable {
  let index: Int
  let id: String
  let name: String
  let tags: [String]
  let country: (name: String, code: String)
  let languages: [(name: String, code: String)]
  let codec: String
  let bitrate: Int
  let isWorking: Bool
  let isHLS: Bool
  /// Whether the user entered a playlist instead of the stream.
  let isList: Bool
  let votes: Int
  let clicks: Int
}

/// Invented stations. Some are as odd as real ones: untrimmed names, symbols in names, impossible
/// bit rates, unknown codecs.
enum InventedStations {
  static let count = 240

  private static let countries = [
    ("Germany", "DE"), ("France", "FR"), ("Japan", "JP"), ("Brazil", "BR"), ("Ireland", "IE"),
    ("The United States Of America", "US"), ("", ""),
  ]
  private static let languages = [
    ("german", "de"), ("french", "fr"), ("japanese", "ja"), ("portuguese", "pt"), ("english", "en"),
  ]
  private static let tags = [
    "jazz", "blues", "soul", "news", "classical", "80s", "talk", "electronic", "folk", "metal",
  ]
  private static let codecs = ["MP3", "MP3", "MP3", "AAC", "AAC+", "OGG", "UNKNOWN", "AAC,H.264"]

  static func make(seed: UInt64) -> [SimulatedStation] {
    var random = SplitMix64(seed: seed ^ 0x5241_4449_4F00)
    return (0..<count).map { index in
      let name = random.pick(Words.plurals) + " " + random.pick(["FM", "Radio", "Live", "1", "🎷"])
      let language = random.below(languages.count)
      let codec = codecs[random.below(codecs.count)]
      let found = Set(random.distinct(random.below(4), below: tags.count)).sorted().map { tags[$0] }
      return SimulatedStation(
        index: index,
        id: id(&random),
        name: odd(name, index),
        tags: index % 9 == 0 ? found + ["", " " + (found.first ?? "")] : found,
        country: countries[random.below(countries.count)],
        languages: index % 7 == 0 ? [] : [languages[language], languages[(language + 1) % 5]],
        codec: codec,
        bitrate: index % 31 == 5 ? 34_400_400 : codec == "UNKNOWN" ? 0 : 64 << random.below(3),
        isWorking: index % 11 != 3,
        isHLS: index % 17 == 2,
        isList: index % 5 == 1,
        votes: random.below(20_000),
        clicks: random.below(3_000)
      )
    }
  }

  private static func odd(_ name: String, _ index: Int) -> String {
    switch index % 8 {
    case 1: "  \(name) "
    case 3: "\t\(name)\u{7}"
    case 5: "\(name)\u{202E}"
    default: name
    }
  }

  /// A lowercase UUID of version 4.
  private static func id(_ random: inout SplitMix64) -> String {
    let (a, b) = (random.next().padded(16, radix: 16), random.next().padded(16, radix: 16))
    return
      "\(a.prefix(8))-\(a.dropFirst(8).prefix(4))-4\(a.suffix(3))-a\(b.prefix(3))-\(b.suffix(12))"
  }
}

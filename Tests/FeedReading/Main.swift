import Foundation
import PlayerKit
import PlayerKitPodcasts

/// Reads feeds, for those who compare and for those who try to break it:
///
/// - `FeedReading read FILE ADDRESS` writes what stands in a feed, as one object of JSON.
/// - `FeedReading change SEED COUNT FILE …` reads feeds that were changed at random.
@main
enum Main {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    switch arguments.first {
    case "read" where arguments.count == 3:
      try read(arguments[2], at: URL(string: arguments[3]))
    case "change" where arguments.count > 3:
      try change(
        seed: UInt64(arguments[2]) ?? 1,
        count: Int(arguments[3]) ?? 1,
        files: arguments.dropFirst(3).map { Array(try Data(contentsOf: URL(filePath: $0))) }
      )
    default:
      FileHandle.standardError.write(Data("usage: read FILE ADDRESS\n".utf8))
      exit(2)
    }
  }

  // MARK: - Reading

  private static func read(_ file: String, at address: URL?) throws {
    let began = ContinuousClock.now
    let feed = try PodcastFeed(Data(contentsOf: URL(filePath: file)), address: address)
    let time = ContinuousClock.now - began
    let object: [String: Any] = [
      "title": feed.title ?? "", "link": feed.page?.absoluteString ?? "",
      "image": feed.image?.absoluteString ?? "", "language": feed.language ?? "",
      "author": feed.author ?? "", "explicit": feed.isExplicit.map { $0 as Any } ?? NSNull(),
      "new": feed.newAddress?.absoluteString ?? "", "next": feed.nextPage?.absoluteString ?? "",
      "episodes": feed.episodes.map(described),
    ]
    FileHandle.standardOutput.write(
      try JSONSerialization.data(withJSONObject: object, options: .sortedKeys)
    )
    let words = "\(feed.episodes.count) episodes, \(time), \(residentMegabytes()) MB\n"
    FileHandle.standardError.write(Data(words.utf8))
  }

  private static func described(_ episode: PodcastEpisode) -> [String: Any] {
    [
      "guid": episode.guid ?? "", "title": episode.title ?? "",
      "link": episode.page?.absoluteString ?? "",
      "published": episode.published.map { Int($0.timeIntervalSince1970) } ?? 0,
      "duration": episode.duration.map { Int($0.components.seconds) } ?? 0,
      "image": episode.image?.absoluteString ?? "",
      "explicit": episode.isExplicit.map { $0 as Any } ?? NSNull(),
      "season": episode.season ?? 0, "number": episode.number ?? 0, "kind": episode.kind ?? "",
      "author": episode.author ?? "", "notes": episode.notes ?? "",
      "chaptersFile": episode.chaptersFile?.absoluteString ?? "",
      "transcript": episode.transcripts.last?.url.absoluteString ?? "",
      "persons": episode.persons.map(\.name),
      "chapters": episode.chapters.map { chapter in
        [
          "start": Int(chapter.start.components.seconds), "title": chapter.title ?? "",
          "link": chapter.link?.absoluteString ?? "",
        ] as [String: Any]
      },
      "media": episode.media.map { media in
        [
          "url": media.url.absoluteString, "type": media.type ?? "", "length": media.length ?? 0,
        ] as [String: Any]
      },
    ]
  }

  // MARK: - Changing

  /// Whatever stands in a feed, the process must live, and soon have read it.
  private static func change(seed: UInt64, count: Int, files: [[UInt8]]) throws {
    var state = seed | 1
    func random(_ bound: Int) -> Int {
      // xorshift.
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(max(1, bound)))
    }
    let pieces = [
      "<item>", "</item>", "<![CDATA[", "]]>", "<!--", "-->", "<!DOCTYPE x [", "&", "&#",
      "&#x110000;",
      "&lt;", "<", ">", "\"", "'", "\u{0}", "9999999999999999999", "-1", "<itunes:duration>",
      "xml:base=\"\"", "encoding=\"UTF-16\"", "\u{FFFD}", "<psc:chapter start=\"1e99\"/>", "<?",
      "?>",
      "<entry>", "<podcast:soundbite startTime=\"nan\" duration=\"inf\"/>", "://", "%",
    ].map { Array($0.utf8) }
    var episodes = 0
    var longest = Duration.zero
    for _ in 0..<count {
      alarm(60)
      var bytes = files[random(files.count)]
      for _ in 0...random(12) where !bytes.isEmpty {
        let place = random(bytes.count)
        let end = min(bytes.count, place + random(40))
        switch random(5) {
        case 0: bytes[place] = UInt8(random(256))
        case 1: bytes.removeSubrange(place..<end)
        case 2: bytes.insert(contentsOf: pieces[random(pieces.count)], at: place)
        case 3: bytes.insert(contentsOf: bytes[place..<end], at: random(bytes.count))
        default: bytes.removeLast(random(bytes.count / 4))
        }
      }
      let began = ContinuousClock.now
      let feed = try? PodcastFeed(Data(bytes), address: URL(string: "https://f.example/feed.xml"))
      longest = max(longest, ContinuousClock.now - began)
      for track in feed?.tracks ?? [] {
        episodes += 1
        _ = try JSONEncoder().encode(track)
      }
    }
    print("seed \(seed): \(count) changed feeds, \(episodes) episodes, longest \(longest)")
  }

  /// The most memory that was used.
  private static func residentMegabytes() -> Int {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_SELF, &usage)
      return Int(usage.ru_maxrss) >> 20
    #else
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return Int(usage.ru_maxrss) >> 10
    #endif
  }
}

import Foundation
import PlayerKit
import PlayerKitPodcasts
import TestSupport

/// Reads feeds: for comparisons with other readers, and feeds that were changed at random.
enum Feeds {
  static func read(_ file: String, at address: URL?) throws {
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
    let summary = "\(feed.episodes.count) episodes, \(time), \(PeakMemory.megabytes) MB\n"
    FileHandle.standardError.write(Data(summary.utf8))
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

  /// Reads feeds that were changed at random. The process must survive any contents, and be quick.
  static func readChanged(_ paths: ArraySlice<String>, seed: UInt64, count: Int) throws {
    let files = try paths.map { Array(try Data(contentsOf: URL(filePath: $0))) }
    var random = SeededGenerator(seed: seed)
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
      var bytes = files[random.below(files.count)]
      for _ in 0...random.below(12) where !bytes.isEmpty {
        let place = random.below(bytes.count)
        let end = min(bytes.count, place + random.below(40))
        switch random.below(5) {
        case 0: bytes[place] = UInt8(random.below(256))
        case 1: bytes.removeSubrange(place..<end)
        case 2: bytes.insert(contentsOf: pieces[random.below(pieces.count)], at: place)
        case 3: bytes.insert(contentsOf: bytes[place..<end], at: random.below(bytes.count))
        default: bytes.removeLast(random.below(bytes.count / 4))
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
    say("seed \(seed): \(count) changed feeds, \(episodes) episodes, longest \(longest)")
  }
}

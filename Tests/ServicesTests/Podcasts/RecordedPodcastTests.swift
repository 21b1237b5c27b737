import Foundation
import PlayerKit
import PlayerKitServices
import TestSupport
import Testing

@testable import PlayerKitPodcasts

private let recorded = ProcessInfo.processInfo.environment["PLAYERKIT_RECORDED_MORE"].map {
  URL(filePath: $0).appending(path: "podcast")
}

/// Feeds of other projects' tests, with podcastparser's results.
@Suite(
  "Recorded feeds",
  .tags(.local),
  .enabled(if: recorded != nil, "PLAYERKIT_RECORDED_MORE is not set.")
)
struct RecordedPodcastTests {
  private static let base = "https://feeds.example/tests/data/"

  /// The differences, with their reasons.
  private static let differing: Set<String> = [
    // podcastparser names a podcast without a title by its file.
    "duration.title", "explicit_feed.title", "itunes_duration.title", "itunes_no_xmlns.title",
    "leading_space_url.title", "no_enclosure.title", "no_guid.title", "relative.title",
    "redirect_new_location.title",
    // It counts all media, also repeated ones, and pictures.
    "image_and_audio.episodes[0].enclosures", "multi_enclosures.episodes[0].enclosures",
    // It omits an episode without media, even with a title.
    "no_enclosure.episodes",
    // It does not know an Atom feed's page.
    "atom_updated.link",
    // It names an episode without a title by the file.
    "no_guid.episodes[0].title",
  ]

  @Test("are read as podcastparser reads them, except for the listed differences")
  func everyFeed() throws {
    let folder = try #require(recorded)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted()
    var differing: Set<String> = []
    var count = 0
    for name in names where name.hasSuffix(".rss") {
      let stem = String(name.dropLast(4))
      let feed = try PodcastFeed(
        Data(contentsOf: folder.appending(path: name)),
        address: URL(string: Self.base + name)
      )
      let expected = try JSONDecoder().decode(
        JSONValue.self,
        from: Data(contentsOf: folder.appending(path: stem + ".json"))
      )
      for path in Self.differences(feed, expected) { differing.insert(stem + path) }
      count += 1
    }
    #expect(count >= 18)
    #expect(differing == Self.differing)
    FileHandle.standardOutput.write(Data("recorded feeds: \(count) read\n".utf8))
  }

  @Test("have chapters and transcripts that are read")
  func files() throws {
    let folder = try #require(recorded)
    let url = try #require(URL(string: "https://example.com/chapters.json"))
    let chapters = try PodcastInspector.chapters(
      Data(contentsOf: folder.appending(path: "example.json")),
      at: url,
      isPrivate: false
    )
    #expect(chapters.count == 9)
    #expect(chapters[3].title == "Namespace")
    #expect(chapters[3].start == .seconds(410))
    #expect(chapters[3].artwork != nil && chapters[3].link != nil)
    let srt = try Data(contentsOf: folder.appending(path: "transcript_example.srt"))
    let words = try #require(TranscriptReader.lyrics(srt, type: "application/srt"))
    let text = String(decoding: srt, as: UTF8.self)
    #expect(words.lines.count == text.matches(of: /-->/).count)
    #expect(words.lines.first?.start == .milliseconds(179))
    // Every word after the times.
    let written = text.split(whereSeparator: \.isNewline).filter { line in
      !line.contains("-->") && !line.trimmingCharacters(in: .whitespaces).allSatisfy(\.isNumber)
    }
    func parts(_ lines: some Sequence<some StringProtocol>) -> [String] {
      lines.flatMap { $0.split(whereSeparator: \.isWhitespace).map { String($0) } }
    }
    #expect(parts(words.lines.map(\.text)) == parts(written))
    #expect(
      words.lines.first?.text == "Travis: When you first get started in podcasting, it's"
    )
    let json = try Data(contentsOf: folder.appending(path: "transcript_example.json"))
    let said = try #require(TranscriptReader.lyrics(json, type: "application/json"))
    #expect(
      said.lines.map(\.text) == [
        "Darth Vader: I", "am", "your", "father.", "Luke: Nooooo",
      ]
    )
    #expect(said.lines.map(\.start?.components.seconds) == [0, 1, 1, 2, 2])
  }

  // MARK: - The comparison

  private static func differences(_ feed: PodcastFeed, _ expected: JSONValue) -> [String] {
    var found: [String] = []
    func check(_ path: String, _ ours: String?, _ theirs: JSONValue?) {
      let theirs = theirs?.string.map { $0.replacing("file://tests/data/", with: base) }
      if (ours ?? "") != (theirs ?? "") { found.append(path) }
    }
    check(".title", feed.title, expected["title"])
    check(".link", feed.page?.absoluteString, expected["link"])
    check(".new_url", feed.newAddress?.absoluteString, expected["new_url"])
    check(".next", feed.nextPage?.absoluteString, expected["paged_feed_next"])
    check(".first", feed.firstPage?.absoluteString, expected["paged_feed_first"])
    if let explicit = expected["explicit"]?.bool, explicit != feed.isExplicit {
      found.append(".explicit")
    }
    let episodes = expected["episodes"]?.array ?? []
    guard episodes.count == feed.episodes.count else { return found + [".episodes"] }
    for (index, pair) in zip(feed.episodes, episodes).enumerated() {
      let (ours, theirs) = pair
      let path = ".episodes[\(index)]"
      check(path + ".title", ours.title, theirs["title"])
      // It makes addresses of guids, and guids of addresses.
      let name = ours.guid ?? ours.media.first?.url.absoluteString
      let theirName = theirs["guid"]?.string?.replacing("file://tests/data/", with: "")
      if ours.guid != nil, name != theirName { found.append(path + ".guid") }
      let seconds = ours.duration.map { Int($0.components.seconds) } ?? 0
      if seconds != theirs["total_time"]?.int { found.append(path + ".total_time") }
      let date = ours.published.map { Int($0.timeIntervalSince1970) } ?? 0
      if date != theirs["published"]?.int { found.append(path + ".published") }
      check(path + ".chapters", ours.chaptersFile?.absoluteString, theirs["chapters_json_url"])
      check(
        path + ".transcript",
        ours.transcripts.first?.url.absoluteString,
        theirs["transcript_url"]
      )
      let media = ours.media.map(\.url.absoluteString)
      let theirMedia = (theirs["enclosures"]?.array ?? []).compactMap {
        $0["url"]?.string?.replacing("file://tests/data/", with: base)
      }
      if media != theirMedia { found.append(path + ".enclosures") }
      let chapters = theirs["chapters"]?.array ?? []
      let isSame =
        ours.chapters.map { $0.title ?? "" } == chapters.map { $0["title"]?.string ?? "" }
        && ours.chapters.map { Int($0.start.components.seconds) }
          == chapters.map { $0["start"]?.int ?? -1 }
        && ours.chapters.map(\.link?.absoluteString) == chapters.map { $0["href"]?.string }
      if !isSame { found.append(path + ".chapters") }
    }
    return found
  }
}

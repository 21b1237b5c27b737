import Foundation

@testable import PlayerKit
@testable import PlayerKitPodcasts

extension FuzzTarget {
  static let feeds = [
    FuzzTarget(
      name: "feed",
      words: [
        "<rss>", "<channel>", "<item>", "<enclosure url=\"", "<guid isPermaLink=\"false\">",
        "<pubDate>", "<itunes:duration>", "<itunes:image href=\"", "<podcast:chapters url=\"",
        "<podcast:transcript", "<psc:chapter start=\"", "<content:encoded>", "<![CDATA[", "]]>",
        "<feed xmlns=\"http://www.w3.org/2005/Atom\">", "<entry>", "<link rel=\"enclosure\"",
        "<!DOCTYPE", "<!ENTITY", "&amp;", "&#", "encoding=\"utf-16\"", "</", "xml:base=\"",
      ],
      samples: [
        """
        <?xml version="1.0"?><rss xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
        xmlns:psc="http://podlove.org/simple-chapters"><channel><title>T</title>
        <item><title>E</title><guid>1</guid><pubDate>Wed, 01 Jan 2025 10:00:00 +0100</pubDate>
        <itunes:duration>1:02:03</itunes:duration><enclosure url="https://a.example/1.mp3"
        type="audio/mpeg" length="12"/><psc:chapters><psc:chapter start="00:00:01.5" title="C"/>
        </psc:chapters></item></channel></rss>
        """,
        """
        <feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><entry><id>x</id><title>E</title>
        <updated>2025-01-01T00:00:00Z</updated><link rel="enclosure" href="a.mp3"/></entry></feed>
        """,
      ]
    ) { bytes in
      let address = URL(string: "https://example.com/feed.xml")
      guard let feed = try? PodcastFeed(Data(bytes), address: address) else { return }
      require(feed.episodes.count <= bytes.count, "episodes are not invented")
      require("\(feed)" == feed.title ?? "untitled podcast", "a description shows no address")
      let again = try? PodcastFeed(Data(bytes), address: address)
      require(again == feed, "the same bytes give the same feed")
    },
    FuzzTarget(
      name: "transcript",
      words: [
        "WEBVTT", "00:00:01.000 --> 00:00:02.000", "00:00:01,000", "<v Name>", "NOTE", "STYLE",
        "{\"segments\":[{\"startTime\":", "\"body\":\"", "&nbsp;", "<br>", "<script>",
        "X-TIMESTAMP-MAP=",
      ],
      samples: [
        "WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.000\n<v A>Hello\n",
        "1\n00:00:01,000 --> 00:00:02,000\nHello\n\n2\n00:00:03,000 --> 00:00:04,000\nYou\n",
        "{\"version\":\"1.0\",\"segments\":[{\"speaker\":\"A\",\"startTime\":0.5,\"body\":\"Hi\"}]}",
      ]
    ) { bytes in
      for type in ["text/vtt", "application/srt", "application/json", "text/html", "text/plain"] {
        let lyrics = TranscriptReader.lyrics(Data(bytes), type: type)
        require((lyrics?.lines.count ?? 0) <= TranscriptReader.maximumLines, "lines are limited")
        check(lyrics)
      }
    },
    FuzzTarget(
      name: "lrc",
      words: [
        "[00:12.34]", "[offset:+500]", "[la:en]", "[ti:", "<00:01.00>", "[99:59:99]", "\r\n",
      ],
      samples: ["[ti:T]\n[offset:-20]\n[00:01.50][00:09.00]One <00:02.00>two\n[00:03]Three\n"]
    ) { bytes in
      let lyrics = Lyrics(lrc: text(bytes))
      require((lyrics?.lines.count ?? 0) <= 10_000 * 16, "lines are limited")
      check(lyrics)
    },
    FuzzTarget(
      name: "feed-times",
      words: [
        "Wed, ", " Jan ", "2025", " +0100", " GMT", "T00:00:00Z", ":", ".", "99999999999999999999",
      ],
      samples: ["Wed, 01 Jan 2025 10:00:00 +0100", "2025-01-01T10:00:00.5-08:00", "1:02:03.75"]
    ) { bytes in
      let text = text(bytes)
      _ = FeedDate.date(text)
      require((FeedTime.duration(text) ?? .zero) >= .zero, "a duration is not negative")
      require((FeedTime.position(text) ?? .zero) >= .zero, "a position is not negative")
      require((FeedTime.position(seconds: Double(text)) ?? .zero) >= .zero, "nor in seconds")
      _ = PageText.text(of: text)
    },
  ]
}

private func check(_ lyrics: Lyrics?) {
  let starts = lyrics?.lines.compactMap(\.start) ?? []
  require(zip(starts, starts.dropFirst()).allSatisfy { $0 <= $1 }, "lines are in order")
  require(starts.allSatisfy { $0 >= .zero }, "no line starts before the track")
}

import Foundation
import PlayerKit
import PlayerKitServices
import TestSupport
import Testing

@testable import PlayerKitPodcasts

@Suite("A feed", .tags(.pure))
struct FeedReadingTests {
  @Test("describes the show and its episodes")
  func whole() throws {
    let feed = try FeedFixture.feed(
      FeedFixture.rss(
        """
        <item><title>One &amp; Two</title><guid>g-1</guid><link>/e/1</link>
        <pubDate>Wed, 27 Apr 2011 07:00:00 GMT</pubDate>
        <description>Short</description><content:encoded><![CDATA[<p>Long &amp; wide</p>]]></content:encoded>
        <itunes:duration>1:02:03</itunes:duration><itunes:explicit>yes</itunes:explicit>
        <itunes:season>2</itunes:season><itunes:episode>7</itunes:episode>
        <itunes:episodeType>Bonus</itunes:episodeType><itunes:image href="one.jpg"/>
        <itunes:author>Ann</itunes:author>
        <enclosure url="https://media.example.org/1.m4a?x=1" length="0" type="audio/x-m4a"/>
        <podcast:chapters url="1.json" type="application/json+chapters"/>
        <podcast:transcript url="1.vtt" type="text/vtt" language="en" rel="captions"/>
        <podcast:soundbite startTime="73.5" duration="60">Best of</podcast:soundbite>
        <podcast:soundbite startTime="-1" duration="60"/>
        <podcast:person role="guest" href="https://bob.example/">Bob</podcast:person>
        <podcast:alternateEnclosure type="audio/opus" bitrate="32000.5" title="Low" default="true">
          <podcast:source uri="https://media.example.org/1.opus"/>
          <podcast:source uri="ipfs://Qm"/></podcast:alternateEnclosure>
        <podcast:value type="lightning"><title>Money</title></podcast:value>
        </item>
        """,
        channel: """
          <title>The Show</title><link>https://show.example.org/</link><language>en</language>
          <itunes:author>Ann</itunes:author><itunes:type>serial</itunes:type>
          <itunes:category text="Arts"><itunes:category text="Books"/></itunes:category>
          <itunes:image href="cover.jpg"/><image><title>Not this</title><url>small.jpg</url>
          <link>https://other.example.org/</link></image><itunes:complete>Yes</itunes:complete>
          <podcast:guid>9b024349-ccf0-5f69-a609-6b82873eab3c</podcast:guid>
          <podcast:locked owner="a@b.example">yes</podcast:locked>
          <podcast:liveItem status="live"><title>Live</title><guid>live</guid>
          <enclosure url="https://live.example.org/x.mp3"/></podcast:liveItem>
          """
      )
    )
    #expect(feed.title == "The Show")
    #expect(feed.author == "Ann")
    #expect(feed.page?.absoluteString == "https://show.example.org/")
    #expect(feed.image?.absoluteString == "https://feeds.example.org/show/cover.jpg")
    #expect(feed.categories == ["Arts", "Books"])
    #expect(feed.kind == "serial")
    #expect(feed.isComplete == true)
    #expect(feed.isLocked == true)
    #expect(feed.guid == "9b024349-ccf0-5f69-a609-6b82873eab3c")
    let episode = try #require(feed.episodes.first)
    #expect(feed.episodes.count == 1)
    #expect(episode.title == "One & Two")
    #expect(episode.guid == "g-1")
    #expect(episode.page?.absoluteString == "https://feeds.example.org/e/1")
    #expect(episode.published == Date(timeIntervalSince1970: 1_303_887_600))
    #expect(episode.notes == "<p>Long &amp; wide</p>")
    #expect(episode.duration == .seconds(3_723))
    #expect(episode.isExplicit == true)
    #expect(episode.season == 2)
    #expect(episode.number == 7)
    #expect(episode.kind == "bonus")
    #expect(episode.author == "Ann")
    #expect(episode.image?.absoluteString == "https://feeds.example.org/show/one.jpg")
    #expect(
      episode.media.map(\.url.absoluteString) == [
        "https://media.example.org/1.m4a?x=1", "https://media.example.org/1.opus",
      ]
    )
    #expect(episode.media.map(\.length) == [nil, nil])
    #expect(episode.media.last?.bitRate == 32_000)
    #expect(episode.chaptersFile?.absoluteString == "https://feeds.example.org/show/1.json")
    #expect(episode.transcripts.map(\.relation) == ["captions"])
    #expect(
      episode.soundbites
        == [
          PodcastSoundbite(start: .milliseconds(73_500), duration: .seconds(60), title: "Best of")
        ]
    )
    #expect(episode.persons.map(\.name) == ["Bob"])
  }

  @Test("in Atom is read, even without its namespace", arguments: [true, false])
  func atom(hasNamespace: Bool) throws {
    let space = hasNamespace ? #" xmlns="http://www.w3.org/2005/Atom""# : ""
    let feed = try FeedFixture.feed(
      """
      <feed\(space) xml:base="https://b.example.org/x/"><title>A</title>
      <link rel="next" href="?page=2"/>
      <entry><title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Big <b>news</b></div></title>
      <id>tag:x,1</id><published>2003-12-13T18:30:02.25+01:00</published>
      <updated>2004-12-13T18:30:02Z</updated><author><name>Joe</name></author>
      <link rel="enclosure" href="1.mp3" type="audio/mpeg" length="12"/><link href="1.html"/>
      <content type="html">&lt;p&gt;Text&lt;/p&gt;</content></entry></feed>
      """
    )
    let episode = try #require(feed.episodes.first)
    #expect(feed.nextPage?.absoluteString == "https://b.example.org/x/?page=2")
    #expect(episode.title == "Big news")
    #expect(episode.guid == "tag:x,1")
    #expect(episode.published == Date(timeIntervalSince1970: 1_071_336_602))
    #expect(episode.author == "Joe")
    #expect(episode.media.first?.url.absoluteString == "https://b.example.org/x/1.mp3")
    #expect(episode.page?.absoluteString == "https://b.example.org/x/1.html")
    #expect(episode.notes == "<p>Text</p>")
  }

  @Test(
    "is read even if a vocabulary's namespace is misspelled or missing",
    arguments: [
      #"xmlns:itunes="http://www.itunes.com/DTDs/Podcast-1.0.dtd""#,
      #"xmlns:it="HTTP://WWW.ITUNES.COM/dtds/podcast-1.0.dtd""#, "",
      #"xmlns:itunes="https://example.org/nobody-knows""#,
    ]
  )
  func namespaces(declaration: String) throws {
    let prefix = declaration.contains("xmlns:it=") ? "it" : "itunes"
    let feed = try FeedFixture.feed(
      """
      <rss \(declaration)><channel><item><title>T</title><\(prefix):duration>90</\(prefix):duration>
      </item></channel></rss>
      """
    )
    #expect(feed.episodes.first?.duration == .seconds(90))
  }

  @Test(
    "that is truncated or malformed is read up to the fault",
    arguments: [
      "\u{FEFF} \n junk <?xml version='1.0'?><rss><channel>ITEM</channel></rss> behind <a>",
      "<!DOCTYPE rss [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><rss><channel>ITEM</channel></rss>",
      "<rss><channel><!-- a & b < -- > c -->ITEM", "<rss><channel>ITEM</rss>",
      "<rss><channel><item><title>before</title><description>a<br>b<p>c</description></item>ITEM</channel>",
      "<rss><channel><description>AT&T & co < x &bogus; &nbsp;</description>ITEM</channel></rss>",
      "<rss><channel><title>unclosed<item><title>x</item>ITEM</channel></rss>",
    ]
  )
  func broken(text: String) throws {
    let item =
      "<item><title>Wanted &eacute;</title><enclosure url='http://m.example/1.mp3'/></item>"
    let feed = try FeedFixture.feed(text.replacing("ITEM", with: item))
    let found = try #require(feed.episodes.last)
    #expect(found.title == "Wanted é")
    #expect(found.media.map(\.url.absoluteString) == ["http://m.example/1.mp3"])
  }

  @Test("has addresses and attributes with references in them")
  func references() throws {
    let episode = try FeedFixture.episode(
      """
      <title>T</title><enclosure url="http://m.example/1.mp3?a=1&amp;b=2&c=3&#38;d=&quot;"/>
      <podcast:transcript url="http://m.example/1?x&amp;y" type="a&lt;b"/>
      """
    )
    #expect(
      episode?.media.map(\.url.absoluteString) == ["http://m.example/1.mp3?a=1&b=2&c=3&d=%22"]
    )
    #expect(episode?.transcripts.map(\.url.absoluteString) == ["http://m.example/1?x&y"])
    #expect(episode?.transcripts.map(\.type) == ["a<b"])
  }

  @Test("has undefined entities that neither expand nor name a file")
  func entities() throws {
    let feed = try FeedFixture.feed(
      """
      <!DOCTYPE r [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>
      <rss><channel><title>x&b;y&f;z</title></channel></rss>
      """
    )
    #expect(feed.title == "x&b;y&f;z")
  }

  @Test("in other encodings is read")
  func encodings() throws {
    func title(_ data: Data, charset: String? = nil) throws -> String? {
      try PodcastFeed(data, address: nil, charset: charset).title
    }
    func text(_ encoding: String, _ title: String) -> String {
      "<?xml version=\"1.0\" encoding=\"\(encoding)\"?><rss><channel><title>\(title)</title></channel></rss>"
    }
    let latin = try #require(text("ISO-8859-1", "Café “x”").data(using: .windowsCP1252))
    #expect(try title(latin) == "Café “x”")
    // It claims UTF-8 and is something else.
    let lying = try #require(text("UTF-8", "Café").data(using: .isoLatin1))
    #expect(try title(lying) == "Café")
    // It claims Latin-1 and is UTF-8.
    #expect(try title(Data(text("iso-8859-1", "Café").utf8)) == "Café")
    let wide = try #require(text("UTF-16", "Füße").data(using: .utf16LittleEndian))
    #expect(try title(wide) == "Füße")
    #expect(try title(Data([0xFF, 0xFE]) + wide) == "Füße")
    let big = try #require(text("UTF-16", "Füße").data(using: .utf16BigEndian))
    #expect(try title(big) == "Füße")
    // "Привет" in Windows-1251.
    let russian = Data(text("windows-1251", "#").utf8).split(separator: UInt8(ascii: "#"))
    let letters = Data([0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2])
    #expect(try title(russian[0] + letters + russian[1]) == "Привет")
    let bare = Data("<rss><channel><title>".utf8) + letters + Data("</title></channel></rss>".utf8)
    #expect(try title(bare, charset: "windows-1251") == "Привет")
    #expect(try title(Data(text("x-nobody", "plain").utf8)) == "plain")
  }

  @Test("may contain control characters, and addresses with spaces and line ends")
  func controlCharacters() throws {
    let episode = try #require(
      try FeedFixture.episode(
        "<title>a\u{1}b &amp;amp; c&#0;&#x1F600;</title><guid>\u{2}g\u{7F}/'\"\\;--</guid>"
          + "<enclosure url=' \n http://m.example/a b.mp3\n'/>"
      )
    )
    #expect(episode.title == "ab & c😀")
    #expect(episode.guid == "g\u{7F}/'\"\\;--")
    #expect(UUID(uuidString: episode.id) != nil)
    #expect(episode.media.map(\.url.absoluteString) == ["http://m.example/a%20b.mp3"])
  }

  @Test(
    "leads only to web servers",
    arguments: [
      "file:///etc/passwd", "javascript:alert(1)", "ftp://a.example/1.mp3", "", "http://",
      "data:,x",
    ]
  )
  func schemes(address: String) throws {
    let episode = try FeedFixture.episode("<title>T</title><enclosure url=\"\(address)\"/>")
    let media = episode?.media.map(\.url.absoluteString) ?? []
    #expect(media.allSatisfy { $0.hasPrefix("https://feeds.example.org/show") })
    let local = try FeedFixture.feed(
      "<rss><channel><item><title>T</title><enclosure url='1.mp3'/></item></channel></rss>",
      at: nil
    )
    #expect(local.episodes.first?.media == [])
  }

  @Test("prefers audio to video, and plays neither pictures nor texts")
  func media() throws {
    let episode = try FeedFixture.episode(
      """
      <title>T</title><enclosure url="http://m.example/1.pdf" type="application/pdf"/>
      <enclosure url="http://m.example/1.mp4" type="video/mp4"/>
      <enclosure url="http://m.example/1.jpg" type="image/jpeg"/>
      <media:content url="http://m.example/2.mp3" type="audio/mpeg" fileSize="5"/>
      <enclosure url="http://m.example/1.mp3" type="text/plain"/>
      <enclosure url="http://m.example/1.m4a"/>
      """
    )
    #expect(
      episode?.media.map(\.url.lastPathComponent) == ["1.m4a", "2.mp3", "1.mp3", "1.mp4"]
    )
  }

  @Test("has no soundbites that begin after the end")
  func soundbites() throws {
    func starts(_ length: String) throws -> [Int64]? {
      try FeedFixture.episode(
        """
        <title>T</title>\(length)<podcast:soundbite startTime="59" duration="60"/>
        <podcast:soundbite startTime="60" duration="5"/>
        <podcast:soundbite startTime="9999" duration="5"/>
        """
      )?.soundbites.map(\.start.components.seconds)
    }
    #expect(try starts("<itunes:duration>60</itunes:duration>") == [59])
    #expect(try starts("") == [59, 60, 9_999])
  }

  @Test("that is malformed or too large is an error")
  func errors() throws {
    for text in ["", "hello", "<html><body>no</body></html>", "{}", "<"] {
      let error = #expect(throws: CatalogError.self) { try FeedFixture.feed(text) }
      #expect(error?.code == .malformedReply, "\(text)")
    }
    let large = Data(count: PodcastFeed.largestSize + 1)
    let error = #expect(throws: CatalogError.self) { try PodcastFeed(large, address: nil) }
    #expect(error?.code == .replyTooLarge)
  }

  @Test("that is nested too deeply is read up to the limit")
  func depth() throws {
    let deep = String(repeating: "<a>x", count: 200_000)
    let feed = try FeedFixture.feed(
      FeedFixture.rss(FeedFixture.item(1) + deep + FeedFixture.item(2))
    )
    #expect(feed.episodes.map(\.title) == ["Episode 1"])
  }

  @Test("with unclosed items is read to its end")
  func unclosedItems() throws {
    let items = (1...3_000).map { "<item><title>Episode \($0)</title><description>a<p>b</item>" }
    let feed = try FeedFixture.feed(FeedFixture.rss(items.joined()))
    #expect(feed.episodes.count == 3_000)
  }
}

@Suite("An episode's id", .tags(.pure))
struct EpisodeIdentityTests {
  @Test("depends only on feed and guid")
  func guid() throws {
    let first = try FeedFixture.feed(FeedFixture.rss(FeedFixture.item(1)))
    let later = try FeedFixture.feed(
      FeedFixture.rss(FeedFixture.item(1).replacing("media.example.org/1", with: "cdn.example/9"))
    )
    #expect(first.episodes.map(\.id) == later.episodes.map(\.id))
    let other = try FeedFixture.feed(
      FeedFixture.rss(FeedFixture.item(1)),
      at: URL(string: "https://other.example.org/")
    )
    #expect(first.episodes.map(\.id) != other.episodes.map(\.id))
  }

  @Test("of a feed is that of Podcasting 2.0, without scheme and trailing slashes")
  func feedID() {
    // The example of the namespace's documentation.
    let expected = "917393e3-1b1e-5cef-ace4-edaa54e1f810"
    for address in ["mp3s.nashownotes.com/pc20rss.xml", "mp3s.nashownotes.com/pc20rss.xml/"] {
      #expect(PodcastFeed.id(of: URL(string: "https://" + address)) == expected)
      #expect(PodcastFeed.id(of: URL(string: "http://" + address)) == expected)
    }
  }

  @Test("without a guid is the media's address without the query")
  func noGUID() throws {
    func ids(_ query: String) throws -> [String] {
      try FeedFixture.feed(
        FeedFixture.rss(
          "<item><title>A</title><enclosure url=\"http://m.example/a.mp3\(query)\"/></item>"
            + "<item><title>B</title><pubDate>1 Jan 2020</pubDate></item>"
        )
      ).episodes.map(\.id)
    }
    let ids = [try ids("?token=1"), try ids("?token=2")]
    #expect(ids[0] == ids[1])
    #expect(Set(ids[0]).count == 2)
  }

  @Test("is unique: a guid that all share is ignored, and a repeated one counts once")
  func sharedGUID() throws {
    let same = FeedFixture.item(1)
    let other = same.replacing("example.org/1.mp3", with: "example.org/2.mp3")
    let feed = try FeedFixture.feed(FeedFixture.rss(same + other + same + other))
    #expect(feed.episodes.count == 2)
    #expect(Set(feed.episodes.map(\.id)).count == 2)
    #expect(feed.omittedCount == 2)
    // A later episode in front changes no id.
    let third = same.replacing("example.org/1.mp3", with: "example.org/3.mp3")
    let later = try FeedFixture.feed(FeedFixture.rss(third + other + same))
    #expect(later.episodes.suffix(2).map(\.id) == feed.episodes.map(\.id).reversed())
  }

  @Test("is stable for episodes without guids whose addresses differ only in the query")
  func queries() throws {
    func items(_ numbers: [Int]) -> String {
      numbers.map {
        "<item><title>\($0)</title><enclosure url=\"https://m.example/dl.php?ep=\($0)\"/></item>"
      }
      .joined()
    }
    let feed = try FeedFixture.feed(FeedFixture.rss(items([1, 2, 1])))
    #expect(feed.episodes.map(\.title) == ["1", "2"])
    #expect(feed.omittedCount == 1)
    let later = try FeedFixture.feed(FeedFixture.rss(items([3, 2, 1])))
    #expect(later.episodes.map(\.id).dropFirst() == feed.episodes.map(\.id).reversed()[...])
  }

  @Test(
    "is not read from a hidden document type",
    arguments: ["<!DOCTYPE", "<\u{FFFE}!DOCTYPE", "<\u{1}!DOCTYPE", "<\u{FFFF}\u{FFFE}!DOCTYPE"]
  )
  func hiddenDocumentType(start: String) throws {
    let type = start + " rss [<\u{FFFE}!ATTLIST enclosure url CDATA 'http://evil.example/a.mp3'>]>"
    let text = type + "<rss><channel><title>T</title><item><title>A</title><enclosure/></item>"
    let feed = try? FeedFixture.feed(text + "</channel></rss>")
    #expect(feed?.episodes.contains { !$0.media.isEmpty } != true)
  }

  @Test("has nested bases up to a limit")
  func bases() throws {
    let part = String(repeating: "b/", count: 500)
    let open = String(repeating: "<q xml:base=\"\(part)\">", count: 2_000)
    let feed = try FeedFixture.feed(
      FeedFixture.rss("<item><title>A</title>\(open)<enclosure url=\"1.mp3\"/></item>")
    )
    let longest = feed.episodes.flatMap(\.media).map(\.url.absoluteString.utf8.count).max() ?? 0
    #expect(longest < 4_000)
  }

  @Test("changes neither to the local network nor to an unencrypted address")
  func moves() throws {
    func mayMove(_ old: String, _ new: String, leadsAnywhere: Bool = false) throws -> Bool {
      let (old, new) = (try #require(URL(string: old)), try #require(URL(string: new)))
      return PodcastFeed.mayMove(from: old, to: new, leadsAnywhere: leadsAnywhere)
    }
    #expect(try mayMove("http://a.example/", "https://b.example/"))
    #expect(try mayMove("https://a.example/", "HTTPS://b.example/"))
    #expect(try !mayMove("https://a.example/", "http://b.example/"))
    for near in ["http://192.168.1.1/x", "http://127.0.0.1/", "http://nas.local/", "http://[::1]/"]
    {
      #expect(try !mayMove("http://a.example/", near))
      #expect(try mayMove("http://192.168.1.2/", near, leadsAnywhere: true))
    }
  }

  @Test("shows no address when it is printed")
  func printed() throws {
    let episode = try #require(
      try FeedFixture.episode(
        """
        <title>T</title><enclosure url="http://m.example/1.mp3?auth=s3cret"/>
        <podcast:transcript url="http://m.example/1.vtt?auth=s3cret" type="text/vtt"/>
        """
      )
    )
    var text = "\(episode) \(episode.media) \(episode.transcripts)"
    dump(episode, to: &text)
    dump(episode.media, to: &text)
    dump(episode.transcripts, to: &text)
    #expect(!text.contains("s3cret"))
  }
}

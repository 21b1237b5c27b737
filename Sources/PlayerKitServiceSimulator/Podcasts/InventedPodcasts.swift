import Foundation

/// Invented podcasts: their data in Podcast Index, and their feeds on the media host.
struct InventedPodcasts: Sendable {
  struct Show: Sendable {
    let index: Int
    let title: String
    let author: String
    let isSerial: Bool
    let isExplicit: Bool
    /// Whether its feed has been unavailable for a long time.
    let isDead: Bool
  }

  static let episodesOfShow = 12
  /// The number of episodes on one page of a feed.
  static let pageSize = 5

  let shows: [Show]

  init(seed: UInt64) {
    var random = SplitMix64(seed: seed ^ 0x504F_4443_4153_5400)
    shows = (0..<40).map { index in
      Show(
        index: index,
        title:
          "\(random.pick(Words.plurals)) \(random.pick(["& Co.", "Weekly", "at Night", "Café"]))",
        author: "\(random.pick(Words.first)) \(random.pick(Words.last))",
        isSerial: index % 5 == 1,
        isExplicit: random.oneIn(4),
        isDead: index % 13 == 12
      )
    }
  }

  /// The ids in Podcast Index.
  static let ids = IDSpace(base: 920_000, stride: 13)

  /// The address of a show's feed.
  static func feed(_ show: Int, at media: String) -> String { "\(media)/podcasts/\(show)/feed.xml" }

  /// The numbers of the episodes, newest first.
  func numbers(of show: Show) -> [Int] { Array((1...Self.episodesOfShow).reversed()) }

  static func guid(_ show: Int, _ number: Int) -> String { "tag:simulator,2026:\(show)/\(number)" }

  static func title(_ number: Int) -> String { "Episode \(number): \(Words.plurals[number % 20])" }

  /// Seconds since 1970.
  static func date(_ number: Int) -> Int { 1_760_000_000 + number * 604_800 }
}

/// Writes a podcast feed.
struct FeedWriter: Sendable {
  let podcasts: InventedPodcasts
  let media: String

  /// A page of a show's feed, counted from 1, or `nil` if it does not exist.
  func page(_ number: Int, of index: Int) -> String? {
    guard podcasts.shows.indices.contains(index), number > 0 else { return nil }
    let show = podcasts.shows[index]
    // The first show's feed is in pages.
    let isPaged = index == 0
    let all = podcasts.numbers(of: show)
    let page = Page(
      limit: isPaged ? InventedPodcasts.pageSize : all.count,
      offset: (number - 1) * (isPaged ? InventedPodcasts.pageSize : all.count)
    )
    let numbers = page.slice(of: all)
    guard !numbers.isEmpty else { return nil }
    let feed = InventedPodcasts.feed(index, at: media)
    let next = page.nextOffset(of: all.count).map { _ in
      "<atom:link rel=\"next\" href=\"\(feed)?page=\(number + 1)\"/>"
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
        xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:atom="http://www.w3.org/2005/Atom">
      <channel><title>\(Self.escaped(show.title))</title><language>en</language>\(next ?? "")
      <itunes:author>\(Self.escaped(show.author))</itunes:author>
      <itunes:type>\(show.isSerial ? "serial" : "episodic")</itunes:type>
      <itunes:explicit>\(show.isExplicit ? "yes" : "no")</itunes:explicit>
      \(numbers.map { item($0, of: show) }.joined(separator: "\n"))
      </channel></rss>
      """
  }

  private func item(_ number: Int, of show: InventedPodcasts.Show) -> String {
    let base = "\(media)/podcasts/\(show.index)/\(number)"
    // Durations in different notations, as in real feeds.
    let length = number % 3 == 0 ? "30" : number % 3 == 1 ? "0:30" : "00:00:30"
    return """
      <item><title>\(Self.escaped(InventedPodcasts.title(number)))</title>
      <guid isPermaLink="false">\(InventedPodcasts.guid(show.index, number))</guid>
      <pubDate>\(Self.date(InventedPodcasts.date(number)))</pubDate>
      <enclosure url=" \(base).mp3" length="\(number % 2)" type="audio/mpeg"/>
      <itunes:duration>\(length)</itunes:duration><itunes:episode>\(number)</itunes:episode>
      <podcast:chapters url="\(base).json" type="application/json+chapters"/>
      <podcast:transcript url="\(base).vtt" type="text/vtt" language="en"/>
      <podcast:soundbite startTime="5" duration="10">The best of it</podcast:soundbite></item>
      """
  }

  static let chapters = #"""
    {"version":"1.2.0","chapters":[{"startTime":0,"title":"Beginning"},
    {"startTime":10,"title":"Middle"},{"startTime":15,"title":"Nobody sees this","toc":false},
    {"startTime":20.5,"title":"End"}]}
    """#
  static let transcript = """
    WEBVTT

    00:00.000 --> 00:10.000
    <v Ann>Nobody speaks here.

    00:10.000 --> 00:20.500
    It is music &amp; nothing else.
    """

  /// A date as in RFC 822.
  private static func date(_ seconds: Int) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss"
    return formatter.string(from: Date(timeIntervalSince1970: Double(seconds))) + " GMT"
  }

  private static func escaped(_ text: String) -> String { text.replacing("&", with: "&amp;") }
}

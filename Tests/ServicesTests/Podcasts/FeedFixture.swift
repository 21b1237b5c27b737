import Foundation
import PlayerKitPodcasts

/// Invented feeds.
enum FeedFixture {
  static let address = URL(string: "https://feeds.example.org/show/feed.xml")

  /// A feed of items.
  static func rss(_ items: String, channel: String = "<title>The Example Show</title>") -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
      xmlns:podcast="https://podcastindex.org/namespace/1.0"
      xmlns:content="http://purl.org/rss/1.0/modules/content/"
      xmlns:atom="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/">
    <channel>\(channel)
    \(items)
    </channel></rss>
    """
  }

  static func item(_ number: Int, _ more: String = "") -> String {
    """
    <item><title>Episode \(number)</title><guid isPermaLink="false">guid-\(number)</guid>
    <enclosure url="https://media.example.org/\(number).mp3" length="1000" type="audio/mpeg"/>
    \(more)</item>
    """
  }

  static func feed(_ text: String, at address: URL? = address) throws -> PodcastFeed {
    try PodcastFeed(Data(text.utf8), address: address)
  }

  /// The only episode of a feed that contains `item`.
  static func episode(_ item: String) throws -> PodcastEpisode? {
    try feed(rss("<item>\(item)</item>")).episodes.first
  }
}

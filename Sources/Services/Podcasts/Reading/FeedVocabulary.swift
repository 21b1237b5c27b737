import PlayerKitPlaylists

/// The XML vocabularies of feeds.
enum FeedVocabulary: String {
  /// RSS itself.
  case plain = ""
  case atom, itunes, podcast, psc, media, content, dc, googleplay
  /// Any other vocabulary.
  case other

  /// Distinctive parts of namespaces, because the rest and the case are often misspelled.
  private static let marks: [(String, FeedVocabulary)] = [
    ("/2005/atom", .atom), ("purl.org/atom", .atom), ("itunes.com/dtd", .itunes),
    ("podcastindex.org/namespace", .podcast), ("podcast-namespace", .podcast),
    ("podlove.org/simple-chapters", .psc), ("search.yahoo.com/mrss", .media),
    ("rss/1.0/modules/content", .content), ("purl.org/dc/", .dc), ("play-podcasts", .googleplay),
    ("purl.org/rss/", .plain), ("backend.userland.com", .plain), ("blogs.law.harvard", .plain),
    ("cyber.harvard.edu", .plain), ("netscape.com/rdf", .plain),
  ]

  /// Chooses by the namespace, or by the prefix if the namespace is unknown or missing.
  init(_ name: MarkupName) {
    if let space = name.space?.lowercased(),
      let known = Self.marks.first(where: { space.contains($0.0) })
    {
      self = known.1
    } else if let prefix = name.prefix?.lowercased() {
      self = prefix.isEmpty ? .plain : Self(rawValue: prefix) ?? .other
    } else {
      // An element in the XHTML namespace is markup in a text.
      let isText = name.space?.lowercased().contains("xhtml") == true
      self = isText ? .other : .plain
    }
  }
}

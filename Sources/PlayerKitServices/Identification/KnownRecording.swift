/// What an index knows of a recording: its other codes and ids, and what services call it.
public struct KnownRecording: Hashable, Sendable {
  /// The title.
  public var title: String
  /// The artists, as credited.
  public var artists: [String]
  /// The length; `nil` where it is not known.
  public var duration: Duration?
  /// When it came out first, as far as that is known.
  public var firstReleaseDate: PartialDate?
  /// Its International Standard Recording Codes. One recording may have several.
  public var isrcs: [String] = []
  /// What MusicBrainz knows it by.
  public var musicBrainzID: String?
  /// What services know it by, as a ``MusicReference`` reads it: links, and short forms such as `apple:ID`.
  public var items: [String] = []

  /// Makes a description of what every index tells.
  public init(title: String, artists: [String]) {
    self.title = title
    self.artists = artists
  }

  /// The songs at services that its ``items`` name, each once, by the ids there. The country of a link is
  /// whoever's who entered it, and is left out.
  public func links(by recognizers: LinkRecognizers) -> [MusicLink] {
    var seen: Set<MusicLink> = []
    return items.compactMap { item in
      guard case .link(let link) = MusicReference(item, recognizers: recognizers),
        link.kind == .song
      else { return nil }
      let song = MusicLink(service: link.service, kind: .song, id: link.id)
      return seen.insert(song).inserted ? song : nil
    }
  }
}

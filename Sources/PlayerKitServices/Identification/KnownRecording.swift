/// An index's description of a recording: its other codes and ids, and its ids at services.
public struct KnownRecording: Hashable, Sendable {
  /// The title.
  public var title: String
  /// The artists, as credited.
  public var artists: [String]
  /// The duration. `nil` if unknown.
  public var duration: Duration?
  /// The first release date, as precise as known.
  public var firstReleaseDate: PartialDate?
  /// The International Standard Recording Codes. A recording may have several.
  public var isrcs: [String] = []
  /// The MusicBrainz id.
  public var musicBrainzID: String?
  /// The recording at services, in forms that ``MusicReference`` reads: links and short forms such
  /// as `apple:ID`.
  public var items: [String] = []

  /// Makes a description from the fields that every index has.
  public init(title: String, artists: [String]) {
    self.title = title
    self.artists = artists
  }

  /// The songs at services that ``items`` names, without duplicates. The links have no country: the
  /// one in an item depends on the person who entered it.
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

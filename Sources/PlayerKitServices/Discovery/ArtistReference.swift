import PlayerKit

/// An artist as several services know it: a name, and the ids that are known.
public struct ArtistReference: Sendable, Hashable {
  /// The name.
  public var name: String
  /// What MusicBrainz knows the artist by.
  public var musicBrainzID: String?
  /// The ids at services.
  public var ids: [CatalogService: String]

  /// Makes a reference. Nothing is checked.
  public init(
    _ name: String,
    musicBrainzID: String? = nil,
    ids: [CatalogService: String] = [:]
  ) {
    self.name = name
    self.musicBrainzID = musicBrainzID
    self.ids = ids
  }

  /// The artist that is credited first for a track; `nil` where none is.
  public init?(of metadata: TrackMetadata) {
    let details = metadata.details
    guard let name = details.artists.first ?? metadata.artist, !name.isEmpty else { return nil }
    self.init(name, musicBrainzID: details.musicBrainz?.artists.first)
  }
}

extension ArtistReference {
  /// The name without what services write differently: case, marks, an article before it.
  package var nameKey: String { Self.key(of: name) }

  /// The key of a name; see ``nameKey``.
  package static func key(of name: String) -> String {
    let words = FoldedText(name).words
    let isArticle = words.count > 1 && words.first == "the"
    let key = words.dropFirst(isArticle ? 1 : 0).joined()
    // A name of signs alone is its signs.
    return key.isEmpty ? name.filter { !$0.isWhitespace } : key
  }

  /// The id at MusicBrainz in its one form; `nil` where it is none.
  package var musicBrainzKey: String? { MusicBrainzID.normal(musicBrainzID) }

  /// This, with the ids that only `other` knows.
  package func filled(from other: ArtistReference) -> ArtistReference {
    var filled = self
    filled.musicBrainzID = musicBrainzID ?? other.musicBrainzID
    filled.ids.merge(other.ids) { own, _ in own }
    return filled
  }
}

import PlayerKit

/// An artist across services: a name and the known ids.
public struct ArtistReference: Sendable, Hashable {
  /// The name.
  public var name: String
  /// The MusicBrainz id of the artist.
  public var musicBrainzID: String?
  /// The ids at services.
  public var ids: [CatalogService: String]

  /// Makes a reference. Checks nothing.
  public init(
    _ name: String,
    musicBrainzID: String? = nil,
    ids: [CatalogService: String] = [:]
  ) {
    self.name = name
    self.musicBrainzID = musicBrainzID
    self.ids = ids
  }

  /// Makes a reference to the first credited artist of a track. `nil` if there is none.
  public init?(of metadata: TrackMetadata) {
    let details = metadata.details
    guard let name = details.artists.first ?? metadata.artist, !name.isEmpty else { return nil }
    self.init(name, musicBrainzID: details.musicBrainz?.artists.first)
  }
}

extension ArtistReference {
  /// The name without details that services write differently: case, diacritics, a leading article.
  package var nameKey: String { Self.key(of: name) }

  /// The key of a name; see ``nameKey``.
  package static func key(of name: String) -> String {
    let words = FoldedText(name).words
    let isArticle = words.count > 1 && words.first == "the"
    let key = words.dropFirst(isArticle ? 1 : 0).joined()
    // A name of symbols alone is its own key.
    return key.isEmpty ? name.filter { !$0.isWhitespace } : key
  }

  /// The MusicBrainz id in its normal form. `nil` if it is not valid.
  package var musicBrainzKey: String? { MusicBrainzID.normal(musicBrainzID) }

  /// Returns the reference with ids added that only `other` has.
  package func filled(from other: ArtistReference) -> ArtistReference {
    var filled = self
    filled.musicBrainzID = musicBrainzID ?? other.musicBrainzID
    filled.ids.merge(other.ids) { own, _ in own }
    return filled
  }
}

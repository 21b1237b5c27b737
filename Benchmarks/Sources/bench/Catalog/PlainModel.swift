// The obvious model for the same response: the compiler's own Codable, without tolerance or paging.

struct PlainPage: Codable {
  var data: [PlainSong]
  var href: String?
  var next: String?
}

struct PlainSong: Codable {
  var id: String
  var type: String
  var href: String?
  var attributes: PlainAttributes?
  var relationships: PlainRelationships?
}

struct PlainAttributes: Codable {
  var name: String?
  var artistName: String?
  var albumName: String?
  var composerName: String?
  var artistUrl: String?
  var artwork: PlainArtwork?
  var attribution: String?
  var audioLocale: String?
  var audioVariants: [String]?
  var contentRating: String?
  var discNumber: Int?
  var trackNumber: Int?
  var durationInMillis: Int?
  var editorialNotes: PlainNotes?
  var genreNames: [String]?
  var hasCredits: Bool?
  var hasLyrics: Bool?
  var hasTimeSyncedLyrics: Bool?
  var isAppleDigitalMaster: Bool?
  var isMasteredForItunes: Bool?
  var isVocalAttenuationAllowed: Bool?
  var isrc: String?
  var workName: String?
  var movementName: String?
  var movementNumber: Int?
  var movementCount: Int?
  var playParams: PlainPlayParameters?
  var previews: [PlainPreview]?
  var releaseDate: String?
  var url: String?
}

struct PlainArtwork: Codable {
  var width: Int?
  var height: Int?
  var url: String?
  var bgColor: String?
  var textColor1: String?
  var textColor2: String?
  var textColor3: String?
  var textColor4: String?
  var hasP3: Bool?
}

struct PlainNotes: Codable {
  var standard: String?
  var short: String?
  var name: String?
  var tagline: String?
}

struct PlainPlayParameters: Codable {
  var id: String?
  var kind: String?
}

struct PlainPreview: Codable {
  var url: String?
}

struct PlainRelationships: Codable {
  var albums: PlainList?
  var artists: PlainList?
  var composers: PlainList?
  var genres: PlainList?
}

struct PlainList: Codable {
  var href: String?
  var next: String?
  var data: [PlainIdentifier]?
}

struct PlainIdentifier: Codable {
  var id: String
  var type: String
  var href: String?
}

/// The parameters of a request to iTunes. Unknown ones are ignored, as the service does.
struct ITunesParameters {
  /// A parameter with a value that the service refuses.
  struct Invalid: Error {
    var key: String
  }

  private let values: [String: String]

  init(_ query: [(name: String, value: String)]) {
    values = Dictionary(query.map { ($0.name, $0.value) }) { first, _ in first }
  }

  subscript(name: String) -> String? { values[name] }

  /// The members of a list; nil where the parameter is absent.
  func list(_ name: String) -> [Substring]? {
    values[name].map { $0.split(separator: ",") }
  }

  func storefront() throws(Invalid) -> Storefront {
    guard let storefront = Storefront.named((values["country"] ?? "us").lowercased()) else {
      throw Invalid(key: "country")
    }
    return storefront
  }

  /// The language of the names: English, unless Japanese is asked for.
  var language: String {
    values["lang"]?.lowercased() == "ja_jp" ? "ja" : "en"
  }

  /// From 1 to 200; what is no such number counts as 50, more as 200.
  var limit: Int {
    guard let limit = values["limit"].flatMap(Int.init), limit > 0 else { return 50 }
    return min(limit, 200)
  }

  var offset: Int {
    max(values["offset"].flatMap(Int.init) ?? 0, 0)
  }

  func entity() throws(Invalid) -> ITunesEntity? {
    guard let name = values["entity"], !name.isEmpty else { return nil }
    guard let entity = ITunesEntity(rawValue: name) else { throw Invalid(key: "resultEntity") }
    return entity
  }
}

/// What a search or a look-up asks for.
enum ITunesEntity: String {
  case musicArtist, musicTrack, album, musicVideo, mix, song
  case allArtist, allTrack
}

/// The tree of genres, keyed by their ids.
struct GenreDump: Encodable {
  var name: String
  var id: String
  var url: String
  var rssUrls: [String: String]
  var chartUrls: [String: String]
  var subgenres: [String: GenreDump]?

  /// The part of the tree below a genre, itself included; all of it without one. Empty for an id
  /// that is none.
  static func tree(id: Int?, country: String) -> [String: GenreDump] {
    guard let genre = Genre.all.first(where: { $0.id == id ?? Genre.rootID }) else { return [:] }
    return [String(genre.id): GenreDump(genre, country: country)]
  }

  private init(_ genre: Genre, country: String) {
    name = genre.name
    id = String(genre.id)
    let slug = ITunesSlug.of(genre.name)
    let host = "https://itunes.apple.com"
    url = "\(host)/\(country)/genre/\(slug)/id\(genre.id)"
    rssUrls = [
      "topAlbums": "\(host)/\(country)/rss/topalbums/genre=\(genre.id)/json",
      "topSongs": "\(host)/\(country)/rss/topsongs/genre=\(genre.id)/json",
    ]
    let charts = "\(host)/WebObjects/MZStoreServices.woa/ws/charts?cc=\(country)&g=\(genre.id)"
    chartUrls = ["albums": "\(charts)&name=Albums", "songs": "\(charts)&name=Songs"]
    let below = Genre.all.filter { $0.parent == genre.id }
    let parts = below.map { (String($0.id), GenreDump($0, country: country)) }
    subgenres = parts.isEmpty ? nil : Dictionary(parts) { first, _ in first }
  }
}

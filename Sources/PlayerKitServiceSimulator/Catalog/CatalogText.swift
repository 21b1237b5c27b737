import Foundation

/// The catalog's names in searchable form: lowercase words without marks, each after a space.
struct CatalogText: Sendable {
  private var texts: [ResourceKind: [SearchableText]] = [:]
  var albums: [SearchableText] { self[.albums] }
  var artists: [SearchableText] { self[.artists] }

  init() {}

  init(of catalog: InventedCatalog) {
    let artists = catalog.artists.map { Self.text($0.name) }
    let names = artists.map(\.name)
    let albums = catalog.albums.map { Self.text($0.title, names[$0.artist]) }
    let titles = catalog.recordings.map { Self.folded($0.title) }
    let songs = catalog.songs.map { song in
      let recording = catalog.recordings[song.recording]
      let artists = recording.featured.reduce(names[recording.artist]) { $0 + names[$1] }
      return SearchableText(
        name: titles[song.recording],
        rest: artists + albums[song.album].name
      )
    }
    texts = [
      .songs: songs, .albums: albums, .artists: artists,
      .musicVideos: catalog.musicVideos.map { Self.text($0.title, names[$0.artist]) },
      .playlists: catalog.playlists.map { playlist in
        Self.text(LocalizedName(text: playlist.name), Self.folded(playlist.curatorName))
      },
    ]
    for kind in [.stations, .curators, .appleCurators, .activities, .recordLabels]
      as [ResourceKind]
    {
      texts[kind] = catalog.all(kind).map { Self.text(catalog.facts($0).title) }
    }
  }

  /// The texts of all resources of a kind. Genres have none.
  subscript(kind: ResourceKind) -> [SearchableText] { texts[kind] ?? [] }

  private static func text(_ name: LocalizedName, _ rest: String = "") -> SearchableText {
    SearchableText(name: folded(name), rest: rest)
  }

  private static func folded(_ name: LocalizedName) -> String {
    name.japanese.map { folded(name.text) + folded($0) } ?? folded(name.text)
  }

  /// ` cafe d ete`: every word follows a space, so that the beginning of a word can be found as
  /// text.
  static func folded(_ text: String) -> String {
    var plain = text
    if !text.utf8.allSatisfy({ $0 < 0x80 }) {
      // Normalizes compatibility forms (full width, ligatures) first, then folds marks away.
      plain = text.replacing("’", with: "'").precomposedStringWithCompatibilityMapping.folding(
        options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive],
        locale: nil
      )
    }
    var result: [UInt8] = []
    result.reserveCapacity(plain.utf8.count + 1)
    var betweenWords = true
    for byte in plain.utf8 {
      let isUpper = byte >= 65 && byte <= 90
      let isWord = isUpper || byte >= 97 && byte <= 122 || byte >= 48 && byte <= 57 || byte >= 0x80
      // An apostrophe does not separate words: "dont" finds "Don't" as well.
      if isWord {
        if betweenWords { result.append(32) }
        result.append(isUpper ? byte + 32 : byte)
      }
      if byte != 39 { betweenWords = !isWord }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// A name in the form used in addresses.
  static func slug(_ name: String) -> String {
    words(name).joined(separator: "-").addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
      ?? "item"
  }

  /// The words of a search term.
  static func words(_ term: String) -> [String] {
    folded(term).split(separator: " ").map(String.init)
  }
}

/// The folded name of a resource, and other text by which it is found.
struct SearchableText: Sendable {
  let name: String
  let rest: String

  /// How well the words match: `nil` not at all, 3 the exact name, 2 its beginning, 1 all within
  /// the name, 0 if the other text is needed. A word matches the beginning of a word.
  func match(_ words: [String]) -> Int? {
    var allInName = true
    for word in words {
      let beginning = " " + word
      if name.contains(beginning) { continue }
      allInName = false
      guard rest.contains(beginning) else { return nil }
    }
    guard allInName else { return 0 }
    let phrase = " " + words.joined(separator: " ")
    if name == phrase { return 3 }
    return name.hasPrefix(phrase) ? 2 : 1
  }
}

import Foundation

/// Finds things in the catalog as Deezer's search does: words, and filters such as
/// `artist:"the band" dur_min:120`.
struct DeezerSearch {
  let writer: DeezerWriter
  private let words: [String]
  private let filters: [String: String]
  /// Only what has just these words.
  private let isStrict: Bool
  private let order: String

  private var catalog: InventedCatalog { writer.catalog }
  private static let names = ["artist", "album", "track", "label"] + Array(numbers)
  private static let numbers: Set<String> = ["dur_min", "dur_max", "bpm_min", "bpm_max"]
  private static let orders: Set<String> = [
    "RANKING", "TRACK_ASC", "TRACK_DESC", "ARTIST_ASC", "ARTIST_DESC", "ALBUM_ASC", "ALBUM_DESC",
    "RATING_ASC", "RATING_DESC", "DURATION_ASC", "DURATION_DESC",
  ]

  init(
    _ text: String,
    strict: Bool,
    order: String?,
    writer: DeezerWriter
  ) throws(DeezerFailure) {
    self.writer = writer
    isStrict = strict
    self.order = order?.uppercased() ?? "RANKING"
    guard Self.orders.contains(self.order) else { throw .parameter }
    var words: [String] = []
    var filters: [String: String] = [:]
    for match in text.matches(of: /(?:([a-z_]+):)?(?:"([^"]*)"|([^\s"]+))/) {
      let value = String(match.2 ?? match.3 ?? "")
      if let name = match.1.map(String.init), Self.names.contains(name) {
        guard !Self.numbers.contains(name) || Double(value) != nil else { throw .query }
        filters[name] = value
      } else {
        words += CatalogText.words(String(match.0))
      }
    }
    guard !words.isEmpty || !filters.isEmpty else { throw .query }
    self.words = words
    self.filters = filters
  }

  func tracks() -> [Int] {
    let found = catalog.songs.compactMap { song -> (index: Int, rank: Int)? in
      let recording = catalog.recordings[song.recording]
      let text = catalog.text.songs[song.index]
      guard
        let rank = match(text), fits("track", text),
        fits("artist", catalog.text.artists[recording.artist]),
        fits("album", catalog.text.albums[song.album]), fitsLabel(song.album),
        fits("dur", Double(recording.durationInMillis) / 1_000),
        fits("bpm", Double(800 + recording.index % 900) / 10)
      else { return nil }
      return (song.index, rank)
    }
    return sorted(found) { index in
      let song = catalog.songs[index]
      let recording = catalog.recordings[song.recording]
      return Key(
        title: recording.title.text,
        artist: catalog.artists[recording.artist].name.text,
        album: catalog.albums[song.album].title.text,
        known: recording.popularity,
        length: recording.durationInMillis
      )
    }
  }

  func albums() -> [Int] {
    let found = catalog.albums.compactMap { album -> (index: Int, rank: Int)? in
      guard
        let rank = match(catalog.text.albums[album.index]),
        fits("album", catalog.text.albums[album.index]),
        fits("artist", catalog.text.artists[album.artist]), fitsLabel(album.index),
        filters["track"] == nil
      else { return nil }
      return (album.index, rank)
    }
    return sorted(found) { index in
      let album = catalog.albums[index]
      return Key(
        title: album.title.text,
        artist: catalog.artists[album.artist].name.text,
        album: album.title.text,
        known: album.popularity,
        length: album.tracks.count
      )
    }
  }

  func artists() -> [Int] {
    let found = catalog.artists.compactMap { artist -> (index: Int, rank: Int)? in
      let text = catalog.text.artists[artist.index]
      guard let rank = match(text), fits("artist", text), filters["track"] == nil else {
        return nil
      }
      return (artist.index, rank)
    }
    return sorted(found) { index in
      let artist = catalog.artists[index]
      let name = artist.name.text
      return Key(title: name, artist: name, album: name, known: artist.popularity, length: 0)
    }
  }

  func playlists() -> [Int] {
    let found = catalog.playlists.compactMap { playlist -> (index: Int, rank: Int)? in
      guard filters.isEmpty else { return nil }
      return match(catalog.text.playlists[playlist.index]).map { (playlist.index, $0) }
    }
    return sorted(found) { index in
      let playlist = catalog.playlists[index]
      let name = playlist.name
      return Key(title: name, artist: name, album: name, known: playlist.popularity, length: 0)
    }
  }

  // MARK: - Parts

  private func match(_ text: SearchableText) -> Int? {
    guard let rank = text.match(words) else { return nil }
    return isStrict && !isWhole(words, text.name + text.rest) ? nil : rank
  }

  private func fits(_ name: String, _ text: SearchableText) -> Bool {
    guard let value = filters[name] else { return true }
    let words = CatalogText.words(value)
    guard (text.match(words) ?? 0) > 0 else { return false }
    return !isStrict || isWhole(words, text.name)
  }

  /// Whether each of the words is there whole, not as a beginning.
  private func isWhole(_ words: [String], _ text: String) -> Bool {
    Set(text.split(separator: " ").map(String.init)).isSuperset(of: words)
  }

  private func fitsLabel(_ album: Int) -> Bool {
    guard let value = filters["label"] else { return true }
    let label = catalog.recordLabels[catalog.albums[album].label].name
    return CatalogText.folded(label).contains(CatalogText.folded(value))
  }

  private func fits(_ name: String, _ number: Double) -> Bool {
    let least = filters["\(name)_min"].flatMap(Double.init) ?? 0
    let most = filters["\(name)_max"].flatMap(Double.init) ?? .infinity
    return number >= least && number <= most
  }

  private struct Key {
    var title: String
    var artist: String
    var album: String
    var known: Int
    var length: Int
  }

  private func sorted(
    _ found: [(index: Int, rank: Int)],
    _ key: (Int) -> Key
  ) -> [Int] {
    let keyed = found.map { (index: $0.index, rank: $0.rank, key: key($0.index)) }
    let sorted = keyed.sorted { first, second in
      let (one, two) = order.hasSuffix("_DESC") ? (second.key, first.key) : (first.key, second.key)
      switch order.split(separator: "_").first {
      case "TRACK": return (one.title, first.index) < (two.title, second.index)
      case "ARTIST": return (one.artist, first.index) < (two.artist, second.index)
      case "ALBUM": return (one.album, first.index) < (two.album, second.index)
      case "RATING": return (one.known, first.index) < (two.known, second.index)
      case "DURATION": return (one.length, first.index) < (two.length, second.index)
      case _:
        return (first.rank, first.key.known, second.index)
          > (second.rank, second.key.known, first.index)
      }
    }
    return sorted.map(\.index)
  }
}

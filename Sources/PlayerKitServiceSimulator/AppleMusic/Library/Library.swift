import Foundation

/// The kinds of library resources. Paths omit the prefix `library-`.
enum LibraryKind: String, CaseIterable {
  case songs, albums, artists, playlists
  case musicVideos = "music-videos"
  case folders = "playlist-folders"

  var type: String { "library-" + rawValue }

  /// The page size of a relationship: by default and at most.
  typealias Bounds = (name: String, standard: Int, maximum: Int)

  var relationships: [Bounds] {
    switch self {
    case .songs, .musicVideos: [("albums", 10, 10), ("artists", 10, 10), ("catalog", 10, 10)]
    case .albums: [("artists", 10, 10), ("catalog", 10, 10), ("tracks", 300, 300)]
    case .artists: [("albums", 25, 100), ("catalog", 10, 10)]
    case .playlists: [("catalog", 10, 10), ("parent", 10, 10), ("tracks", 100, 100)]
    case .folders: [("children", 25, 100), ("parent", 10, 10)]
    }
  }
}

/// A resource in the library, of any kind.
struct LibraryEntry: Sendable {
  let kind: LibraryKind
  let id: String
  var name: String
  var added: Date
  /// Additions become visible some time after they are accepted.
  var visibleFrom = Date.distantPast
  /// The same resource in the catalog, or `nil` if it was uploaded or created by the user.
  var twin: ResourceReference?
  var artist = ""
  var artistID = ""
  var album = ""
  var albumID = ""
  // Only for playlists and their folders.
  var parent: String?
  var summary: String?
  var isPublic = false
  var canEdit = true
  /// The id of the shared form, `pl.u-…`, if it has one.
  var globalID: String?
  var tracks: [Track] = []

  /// A member of a playlist, from the catalog or uploaded.
  enum Track: Sendable, Hashable {
    case catalog(ResourceReference)
    case upload(String)
  }

  var track: Track { twin.map { .catalog($0) } ?? .upload(id) }
}

/// The data of one invented user: the library, playlists, ratings.
struct Library: Sendable {
  static let rootFolder = "p.playlistsroot"

  let catalog: InventedCatalog
  /// Songs and music videos.
  private(set) var items: [LibraryEntry] = []
  var playlists: [LibraryEntry] = []
  var folders: [LibraryEntry] = []
  /// The ratings by keys such as `songs/1440000000`.
  var ratings: [String: Int] = [:]
  private var numbers: SplitMix64

  init(catalog: InventedCatalog) {
    self.catalog = catalog
    numbers = SplitMix64(seed: catalog.seed &+ 77)
    fill()
  }

  mutating func add(_ track: ResourceReference, at date: Date, delay: TimeInterval) {
    guard !items.contains(where: { $0.twin == track }) else { return }
    let facts = catalog.facts(track)
    let artist = facts.artist.map { catalog.artists[$0].name.text } ?? ""
    let album = facts.album.map { catalog.albums[$0].title.text } ?? ""
    let isSong = track.kind == .songs
    append(
      LibraryEntry(
        kind: isSong ? .songs : .musicVideos,
        id: newID("i.", 14),
        name: facts.title.text,
        added: date,
        visibleFrom: date.addingTimeInterval(delay),
        twin: track,
        artist: artist,
        artistID: Self.id("r.", "artist", isSong ? facts.artist : nil, artist),
        album: album,
        albumID: Self.id("l.", "album", isSong ? facts.album : nil, album)
      )
    )
  }

  private mutating func append(_ entry: LibraryEntry) { items.append(entry) }

  /// A new id: the prefix, then random letters and digits.
  mutating func newID(_ prefix: String, _ length: Int) -> String {
    prefix + Self.letters(&numbers, length)
  }

  /// The id of a resource derived from the items.
  static func id(_ prefix: String, _ what: String, _ index: Int?, _ name: String) -> String {
    derivedID(prefix, index.map { "\(what) \($0)" } ?? "upload " + name)
  }

  /// An id that depends only on the name.
  static func derivedID(_ prefix: String, _ name: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x1000_0000_01B3 }
    var numbers = SplitMix64(seed: hash)
    return prefix + letters(&numbers, 7)
  }

  private static func letters(_ numbers: inout SplitMix64, _ length: Int) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
    return String((0..<length).map { _ in alphabet[numbers.below(alphabet.count)] })
  }

  /// The initial content: enough for several pages, with examples of everything.
  private mutating func fill() {
    let start = Date(timeIntervalSince1970: 1_750_000_000)
    let us = Storefront.all[0]
    var added = 0
    for album in catalog.albums where added < 240 && album.index % 9 == 2 {
      for track in album.tracks.map({ ResourceReference($0) }) where catalog.isSold(track, in: us) {
        add(track, at: start.addingTimeInterval(Double(added) * 3_600), delay: 0)
        added += 1
      }
    }
    for video in ResourceKind.musicVideos.at(0..<30) where catalog.isSold(video, in: us) {
      add(video, at: start, delay: 0)
    }
    for number in 1...3 {
      append(
        LibraryEntry(
          kind: .songs,
          id: newID("i.", 14),
          name: "Rehearsal \(number)",
          added: start,
          artist: "Our Own Band",
          artistID: Self.derivedID("r.", "upload Our Own Band"),
          album: "Tapes",
          albumID: Self.derivedID("l.", "upload Tapes")
        )
      )
    }
    folders = [
      LibraryEntry(kind: .folders, id: Self.rootFolder, name: "Playlists", added: start)
    ]
    for name in ["Road Trips", "Nothing Here"] {
      makeFolder(name, at: start, in: Self.rootFolder)
    }
    let names = ["Long Drive", "Nothing Yet", "Kitchen", "Été indien", "夜の散歩"]
    for (index, name) in names.enumerated() {
      playlists.append(
        LibraryEntry(
          kind: .playlists,
          id: newID("p.", 14),
          name: name,
          added: start,
          parent: index == 0 ? folders[1].id : Self.rootFolder,
          summary: index % 2 == 0 ? "Playlist number \(index + 1)" : nil,
          isPublic: index == 2,
          canEdit: index != 3,
          globalID: index == 2 ? "pl.u-" + newID("", 15) : nil,
          tracks: items.prefix([150, 0, 12, 3, 1][index]).map(\.track)
        )
      )
    }
  }

  @discardableResult
  mutating func makeFolder(_ name: String, at date: Date, in parent: String) -> LibraryEntry {
    let id = newID("p.", 14)
    let folder = LibraryEntry(kind: .folders, id: id, name: name, added: date, parent: parent)
    folders.append(folder)
    return folder
  }
}

/// The library as it is visible at one moment. Albums and artists are derived from the songs.
struct LibraryStore {
  let library: Library
  private var entries: [LibraryKind: [LibraryEntry]]

  private var catalog: InventedCatalog { library.catalog }

  init(_ library: Library, now: Date) {
    self.library = library
    let visible = (library.items + library.playlists).filter { $0.visibleFrom <= now }
    entries = Dictionary(grouping: visible + library.folders, by: \.kind)
    let songs = entries[.songs] ?? []
    entries[.albums] = grouped(songs, by: \.albumID, album(of:))
    entries[.artists] = grouped(songs, by: \.artistID, artist(of:))
  }

  subscript(kind: LibraryKind) -> [LibraryEntry] { entries[kind] ?? [] }

  private func grouped(
    _ songs: [LibraryEntry],
    by id: KeyPath<LibraryEntry, String>,
    _ make: (LibraryEntry) -> LibraryEntry
  ) -> [LibraryEntry] {
    Dictionary(grouping: songs) { $0[keyPath: id] }.values.compactMap { members in
      var entry = members.first.map(make)
      entry?.added = members.map(\.added).max() ?? .distantPast
      return entry
    }.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
  }

  private func album(of song: LibraryEntry) -> LibraryEntry {
    var entry = LibraryEntry(kind: .albums, id: song.albumID, name: song.album, added: song.added)
    (entry.artist, entry.artistID) = (song.artist, song.artistID)
    guard let index = song.twin.flatMap({ catalog.facts($0).album }) else { return entry }
    let artist = catalog.albums[index].artist
    entry.twin = ResourceReference(.albums, index)
    entry.artist = catalog.artists[artist].name.text
    entry.artistID = Library.id("r.", "artist", artist, entry.artist)
    return entry
  }

  private func artist(of song: LibraryEntry) -> LibraryEntry {
    LibraryEntry(
      kind: .artists,
      id: song.artistID,
      name: song.artist,
      added: song.added,
      twin: song.twin.flatMap { catalog.facts($0).artist }.map { .init(.artists, $0) },
      artist: song.artist
    )
  }
}

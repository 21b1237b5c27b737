import Foundation

/// The library as it can be seen at one moment: albums and artists follow from the songs.
struct LibraryStore {
  struct Group {
    let id: String
    let name: String
    /// Of the catalog; nil where it was uploaded.
    let catalogIndex: Int?
    let artistName: String
    let artistID: String
    var items: [Library.Item]

    var added: Date { items.map(\.added).max() ?? .distantPast }
  }

  let library: Library
  let songs: [Library.Item]
  let musicVideos: [Library.Item]
  let playlists: [Library.OwnPlaylist]
  private(set) var albums: [Group] = []
  private(set) var artists: [Group] = []

  private var catalog: InventedCatalog { library.catalog }

  init(_ library: Library, now: Date) {
    self.library = library
    let visible = library.items.filter { $0.visibleFrom <= now }
    songs = visible.filter { !Self.isVideo($0) }
    musicVideos = visible.filter(Self.isVideo)
    playlists = library.playlists.filter { $0.visibleFrom <= now }
    albums = grouped(songs, album)
    artists = grouped(songs, artist)
  }

  private static func isVideo(_ item: Library.Item) -> Bool {
    if case .catalog(.musicVideo) = item.content { true } else { false }
  }

  private func grouped(_ items: [Library.Item], _ group: (Library.Item) -> Group) -> [Group] {
    var places: [String: Int] = [:]
    var result: [Group] = []
    for item in items {
      var own = group(item)
      if let place = places[own.id] {
        result[place].items.append(item)
      } else {
        own.items = [item]
        places[own.id] = result.count
        result.append(own)
      }
    }
    return result.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
  }

  func album(_ item: Library.Item) -> Group {
    let index = song(item).map { catalog.songs[$0].album }
    let name = index.map { catalog.albums[$0].title.text } ?? names(item.content).album
    let owner = index.map { catalog.albums[$0].artist }
    let ownerName = owner.map { catalog.artists[$0].name.text } ?? names(item.content).artist
    return Group(
      id: Library.derivedID("l.", index.map { "album \($0)" } ?? "upload " + name),
      name: name,
      catalogIndex: index,
      artistName: ownerName,
      artistID: artistID(owner, ownerName),
      items: []
    )
  }

  func artist(_ item: Library.Item) -> Group {
    let index = song(item).map { catalog.recordings[catalog.songs[$0].recording].artist }
    let name = index.map { catalog.artists[$0].name.text } ?? names(item.content).artist
    let id = artistID(index, name)
    return Group(
      id: id,
      name: name,
      catalogIndex: index,
      artistName: name,
      artistID: id,
      items: []
    )
  }

  private func artistID(_ index: Int?, _ name: String) -> String {
    Library.derivedID("r.", index.map { "artist \($0)" } ?? "upload " + name)
  }

  func song(_ item: Library.Item) -> Int? {
    if case .catalog(.song(let index)) = item.content { index } else { nil }
  }

  /// What a thing is called, for lists and for searching.
  func names(_ content: Library.Item.Content) -> (title: String, artist: String, album: String) {
    switch content {
    case .catalog(.song(let index)):
      let song = catalog.songs[index]
      let recording = catalog.recordings[song.recording]
      return (
        recording.title.text, catalog.artists[recording.artist].name.text,
        catalog.albums[song.album].title.text
      )
    case .catalog(.musicVideo(let index)):
      let video = catalog.musicVideos[index]
      return (
        video.title.text, catalog.artists[video.artist].name.text,
        video.album.map { catalog.albums[$0].title.text } ?? ""
      )
    case .upload(let title, let artist, let album): return (title, artist, album)
    }
  }

  /// The item that holds this content, where the library has it.
  func item(_ content: Library.Item.Content) -> Library.Item? {
    (songs + musicVideos).first { $0.content == content }
  }
}

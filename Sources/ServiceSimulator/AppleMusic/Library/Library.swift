import Foundation

/// What one invented user has: the library, playlists, ratings. A value; resetting is making a new one.
struct Library: Sendable {
  /// A song or music video in the library: of the catalog, or uploaded.
  struct Item: Sendable {
    enum Content: Sendable, Hashable {
      case catalog(TrackReference)
      case upload(title: String, artist: String, album: String)
    }

    let id: String
    let content: Content
    let added: Date
    /// Additions show up later than they are accepted.
    let visibleFrom: Date
  }

  struct OwnPlaylist: Sendable {
    let id: String
    var name: String
    var description: String?
    var isPublic: Bool
    var canEdit: Bool
    /// `pl.u-…`, for what has a shared form.
    var globalID: String?
    /// Of the catalog, where the playlist was added from there.
    var catalogIndex: Int?
    var folder: String
    var added: Date
    var visibleFrom: Date
    var tracks: [Item.Content]
  }

  struct Folder: Sendable {
    let id: String
    let name: String
    let parent: String?
    let added: Date
  }

  static let rootFolder = "p.playlistsroot"

  let catalog: InventedCatalog
  private(set) var items: [Item] = []
  var playlists: [OwnPlaylist] = []
  var folders: [Folder] = []
  /// By `songs/1440000000`.
  var ratings: [String: Int] = [:]
  var favorites: Set<String> = []
  private var contents: Set<Item.Content> = []
  private var numbers: SplitMix64

  init(catalog: InventedCatalog) {
    self.catalog = catalog
    numbers = SplitMix64(seed: catalog.seed &+ 77)
    fill()
  }

  mutating func add(_ content: Item.Content, at date: Date, delay: TimeInterval) {
    guard contents.insert(content).inserted else { return }
    items.append(
      Item(
        id: newID("i.", 14),
        content: content,
        added: date,
        visibleFrom: date.addingTimeInterval(delay)
      )
    )
  }

  /// A fresh id: the prefix and letters and digits.
  mutating func newID(_ prefix: String, _ length: Int) -> String {
    prefix + Self.letters(&numbers, length)
  }

  /// The id of what is derived: albums `l.…`, artists `r.…`. Always the same for the same name.
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

  /// What is there at first: enough for pages, and of everything some.
  private mutating func fill() {
    let start = Date(timeIntervalSince1970: 1_750_000_000)
    let us = Storefront.all[0]
    var added = 0
    for album in catalog.albums where added < 240 && album.index % 9 == 2 {
      for track in album.tracks where catalog.isSold(ResourceReference(track), in: us) {
        add(.catalog(track), at: start.addingTimeInterval(Double(added) * 3_600), delay: 0)
        added += 1
      }
    }
    for video in catalog.musicVideos.prefix(30)
    where catalog.isSold(.init(.musicVideos, video.index), in: us) {
      add(.catalog(.musicVideo(video.index)), at: start, delay: 0)
    }
    for number in 1...3 {
      add(
        .upload(title: "Rehearsal \(number)", artist: "Our Own Band", album: "Tapes"),
        at: start,
        delay: 0
      )
    }
    folders = [
      Folder(id: Self.rootFolder, name: "Playlists", parent: nil, added: start),
      Folder(id: newID("p.", 14), name: "Road Trips", parent: Self.rootFolder, added: start),
      Folder(id: newID("p.", 14), name: "Nothing Here", parent: Self.rootFolder, added: start),
    ]
    fillPlaylists(start)
  }

  private mutating func fillPlaylists(_ start: Date) {
    let tracks = items.map(\.content)
    let names = ["Long Drive", "Nothing Yet", "Kitchen", "Été indien", "夜の散歩"]
    for (index, name) in names.enumerated() {
      let count = [150, 0, 12, 3, 1][index]
      playlists.append(
        OwnPlaylist(
          id: newID("p.", 14),
          name: name,
          description: index % 2 == 0 ? "Playlist number \(index + 1)" : nil,
          isPublic: index == 2,
          canEdit: index != 3,
          globalID: index == 2 ? "pl.u-" + newID("", 15) : nil,
          folder: index == 0 ? folders[1].id : Self.rootFolder,
          added: start,
          visibleFrom: start,
          tracks: Array(tracks.prefix(count))
        )
      )
    }
  }
}

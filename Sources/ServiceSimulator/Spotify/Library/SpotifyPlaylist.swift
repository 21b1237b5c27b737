/// A member of a playlist.
enum SpotifyItem: Sendable, Hashable {
  /// An index of the catalog's songs.
  case song(Int)
  case episode(Int)
  /// A file of the user's own.
  case local(Int)
  /// What Spotify no longer has.
  case removed
}

/// A playlist as Spotify keeps it.
struct SpotifyPlaylist: Sendable {
  struct Member: Sendable {
    var item: SpotifyItem
    var addedAt: String
  }

  var id: String
  var name: String
  var description: String?
  var ownerID: String
  var ownerName: String
  var isPublic: Bool?
  var isCollaborative = false
  /// Made by rules and not by hand: hidden in searches.
  var isAlgorithmic = false
  /// Whose picture it has; nil for none.
  var picture: Int?
  var members: [Member] = []
  var version = 1

  static let service = "spotify"
  static let user = "mira"

  var isServices: Bool { ownerID == Self.service }
  /// Whether the user may read what is in it where only that is shown.
  var isUsers: Bool { ownerID == Self.user || isCollaborative }
  var isEditable: Bool { isUsers }

  /// One of the catalog's, with an owner as Spotify has them: every second of the users' is the user's
  /// own, and has among its members what makes clients stumble.
  init(_ playlist: Playlist, id: String, ordinal: Int) {
    self.id = id
    name = playlist.name
    description = playlist.summary.map(Self.escaped)
    picture = playlist.hasArtwork ? playlist.index : nil
    isAlgorithmic = playlist.isChart || playlist.kind == .personalMix || playlist.kind == .replay
    switch (playlist.kind, playlist.curator) {
    case (.userShared, _):
      let isUsers = ordinal % 2 == 0
      (ownerID, ownerName) = isUsers ? (Self.user, "Mira") : ("anna", "Anna")
      isPublic = isUsers ? ordinal % 4 == 0 : nil
      isCollaborative = ordinal % 6 == 3
    case (_, .other):
      ownerName = playlist.curatorName
      ownerID = CatalogText.words(playlist.curatorName).joined()
      isPublic = true
    case (_, .apple), (_, .nobody):
      (ownerID, ownerName) = (Self.service, "Spotify")
      isPublic = true
    }
    members = playlist.tracks.enumerated().map { place, track in
      let day = 1 + place % 28
      let added = "2025-0\(1 + place % 9)-\(day < 10 ? "0" : "")\(day)T10:00:00Z"
      switch track {
      case .song(let index): return Member(item: .song(index), addedAt: added)
      case .musicVideo: return Member(item: .removed, addedAt: added)
      }
    }
    guard !isServices, members.count >= 8 else { return }
    members.insert(Member(item: .removed, addedAt: "2021-03-05T10:00:00Z"), at: 1)
    members.insert(Member(item: .episode(ordinal), addedAt: "2021-03-05T10:00:00Z"), at: 3)
    members.insert(Member(item: .local(ordinal), addedAt: "1970-01-01T00:00:00Z"), at: 5)
  }

  /// A new one of the user's.
  init(id: String, name: String, description: String?, isPublic: Bool, isCollaborative: Bool) {
    self.id = id
    self.name = name
    self.description = description.map(Self.escaped)
    ownerID = Self.user
    ownerName = "Mira"
    self.isPublic = isPublic
    self.isCollaborative = isCollaborative
  }

  var snapshot: String {
    Base64URL.encode(.init("\(version),\(id)".utf8))
  }

  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}

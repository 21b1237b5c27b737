/// The subsystems that `idle` reports.
struct MPDSubsystems: OptionSet, Hashable {
  let rawValue: UInt16

  static let database = Self(rawValue: 1 << 0)
  static let storedPlaylist = Self(rawValue: 1 << 1)
  static let playlist = Self(rawValue: 1 << 2)
  static let player = Self(rawValue: 1 << 3)
  static let mixer = Self(rawValue: 1 << 4)
  static let output = Self(rawValue: 1 << 5)
  static let options = Self(rawValue: 1 << 6)
  static let sticker = Self(rawValue: 1 << 7)
  static let update = Self(rawValue: 1 << 8)
  static let subscription = Self(rawValue: 1 << 9)
  static let message = Self(rawValue: 1 << 10)
  static let neighbor = Self(rawValue: 1 << 11)
  static let mount = Self(rawValue: 1 << 12)
  static let partition = Self(rawValue: 1 << 13)

  static let all = Self(rawValue: 1 << 14 - 1)

  /// In the order in which MPD reports them.
  private static let names = [
    "database", "stored_playlist", "playlist", "player", "mixer", "output", "options", "sticker",
    "update", "subscription", "message", "neighbor", "mount", "partition",
  ]

  var names: [String] {
    Self.names.indices.filter { rawValue & 1 << $0 != 0 }.map { Self.names[$0] }
  }

  /// Parses the arguments of `idle`. Without arguments, all subsystems.
  init(naming names: [String]) throws(MPDError) {
    var found: Self = []
    for name in names {
      guard let bit = Self.names.firstIndex(of: name.lowercased()) else {
        throw MPDError(.argument, "Unrecognized idle event: \(name)")
      }
      found.insert(Self(rawValue: 1 << bit))
    }
    self = names.isEmpty ? .all : found
  }

  init(rawValue: UInt16) { self.rawValue = rawValue }
}

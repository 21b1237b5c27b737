import PlayerKit

/// The valid part of another player's reported state. Pure.
///
/// Players send wrong types, so an integer of any width counts as a time, and a string as a path.
/// Unreadable values count as missing.
struct MPRISPeerState: Sendable, Hashable {
  enum Status: String, Sendable, Hashable {
    case playing = "Playing"
    case paused = "Paused"
    case stopped = "Stopped"
  }

  /// The identity of a track. Only both values together are unique, because some players use
  /// indices as track ids.
  struct Identity: Sendable, Hashable {
    var trackID: String?
    var url: String?

    /// Whether it names no track.
    var isEmpty: Bool { trackID == nil && url == nil }

    /// Returns whether both may be the same track. Missing values are ignored.
    func agrees(with other: Identity) -> Bool {
      func agree(_ a: String?, _ b: String?) -> Bool { a == nil || b == nil || a == b }
      return agree(trackID, other.trackID) && agree(url, other.url)
    }

    /// Returns the identity with missing values taken from another.
    func completed(by other: Identity) -> Identity {
      Identity(trackID: trackID ?? other.trackID, url: url ?? other.url)
    }
  }

  var status: Status?
  var identity = Identity()
  var title: String?
  var artist: String?
  var album: String?
  var length: Duration?
  var canSeek = true
  var volume: Double?
  var rate = 1.0
  /// Set only if all properties were queried.
  var position: Duration?

  /// The maximum length of a string.
  private static let longest = 1024

  /// Applies reported properties.
  mutating func apply(_ properties: [String: DBusValue]) {
    if let status = properties["PlaybackStatus"]?.string { self.status = Status(rawValue: status) }
    if let metadata = properties["Metadata"]?.properties { apply(metadata: metadata) }
    if let canSeek = properties["CanSeek"]?.bool { self.canSeek = canSeek }
    if let volume = properties["Volume"]?.double, volume.isFinite {
      self.volume = min(max(volume, 0), 1)
    }
    if let rate = properties["Rate"]?.double, (0.05...20).contains(rate) { self.rate = rate }
    if let position = properties["Position"]?.integer {
      self.position = .microseconds(max(0, min(position, Self.longestTime)))
    }
  }

  /// One year, in µs.
  static let longestTime: Int64 = 365 * 86400 * 1_000_000

  private mutating func apply(metadata: [String: DBusValue]) {
    func text(_ key: String) -> String? {
      let value = metadata[key]
      let text = value?.string ?? value?.strings?.joined(separator: ", ")
      guard let text, !text.isEmpty else { return nil }
      return String(text.prefix(Self.longest))
    }
    let trackID = text("mpris:trackid")
    let isNone = trackID == "/noplaylist" || trackID?.hasSuffix("/NoTrack") == true
    identity = Identity(trackID: isNone ? nil : trackID, url: isNone ? nil : text("xesam:url"))
    (title, artist, album) = (text("xesam:title"), text("xesam:artist"), text("xesam:album"))
    let length = metadata["mpris:length"]?.integer ?? 0
    self.length = length > 0 ? .microseconds(min(length, Self.longestTime)) : nil
  }

  /// The current track, for display.
  var foreignTrack: ForeignTrack {
    ForeignTrack(
      id: identity.url ?? identity.trackID,
      metadata: TrackMetadata(title: title, artist: artist, album: album, duration: length)
    )
  }
}

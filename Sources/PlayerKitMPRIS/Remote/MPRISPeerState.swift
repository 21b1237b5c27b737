import PlayerKit

/// What another player says of itself, as far as it makes sense. Pure.
///
/// Players send wrong types: a whole number of any width is a time, and a text is a path. What can't be
/// read is taken for unsaid.
struct MPRISPeerState: Sendable, Hashable {
  enum Status: String, Sendable, Hashable {
    case playing = "Playing"
    case paused = "Paused"
    case stopped = "Stopped"
  }

  /// What tells one track from another. Only both together do: some number their tracks by places.
  struct Identity: Sendable, Hashable {
    var trackID: String?
    var url: String?

    /// Whether it names no track.
    var isEmpty: Bool { trackID == nil && url == nil }

    /// Whether it may be the same track. What one of them does not say makes no difference.
    func agrees(with other: Identity) -> Bool {
      func agree(_ a: String?, _ b: String?) -> Bool { a == nil || b == nil || a == b }
      return agree(trackID, other.trackID) && agree(url, other.url)
    }

    /// With what is missing here.
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
  /// Only where everything was asked for.
  var position: Duration?

  /// No text of theirs is longer.
  private static let longest = 1024

  /// Takes over what was said.
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

  /// A year, in µs.
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

  /// What is played, for people.
  var foreignTrack: ForeignTrack {
    ForeignTrack(
      id: identity.url ?? identity.trackID,
      metadata: TrackMetadata(title: title, artist: artist, album: album, duration: length)
    )
  }
}

import PlayerKit

// What the machine knows of the service: facts without its models.

/// A device, as a command can name it.
package struct ConnectDevice: Sendable, Hashable {
  /// `nil`: it can't be named.
  var id: String?
  var name: String
  var isActive: Bool
  var isRestricted: Bool
  /// 0 … 100; `nil`: not told.
  var volume: Int?
  var hasVolume: Bool

  /// Whether it takes commands.
  var isUsable: Bool { id != nil && !isRestricted }
}

/// What a device plays.
package struct ConnectItem: Sendable, Hashable {
  var id: String?
  /// The identities by which it may have been asked for.
  var ids: Set<String>
  var metadata: TrackMetadata

  var duration: Duration? { metadata.duration }
  var foreignTrack: ForeignTrack { ForeignTrack(id: id, metadata: metadata) }
}

/// The state of an account's playback at one instant.
package struct ConnectReading: Sendable, Hashable {
  var device: ConnectDevice
  /// `nil`: an advertisement, or not told.
  var item: ConnectItem?
  var isPlaying: Bool
  /// `nil`: not told.
  var progress: Duration?
  /// Whether what has ended begins again.
  var repeats: Bool
  /// When it held.
  var instant: MonotonicInstant
}

/// What the machine asks of the service.
package enum ConnectRequest: Sendable, Hashable {
  case state
  case devices
  /// What a track is, without playing it.
  case track(String)
  case play(String, from: Duration, device: String?)
  case resume(device: String?)
  case pause(device: String?)
  case seek(Duration, device: String?)
  /// In per cent.
  case volume(Int, device: String?)
  case transfer(String, plays: Bool)
  case repeatOff(device: String?)

  /// Whether nothing is lost where its answer is not waited for.
  var isRead: Bool {
    switch self {
    case .state, .devices, .track: true
    case .play, .resume, .pause, .seek, .volume, .transfer, .repeatOff: false
    }
  }
}

/// What the service answered.
package enum ConnectReply: Sendable, Equatable {
  /// `nil`: nothing is active.
  case state(ConnectReading?)
  case devices([ConnectDevice])
  case track(ConnectItem)
  /// The command was taken, or the device was in that state already.
  case done
  case failed(ConnectFailure)
}

/// Why a request failed, by what can be done about it.
package struct ConnectFailure: Error, Sendable, Equatable {
  enum Kind: Sendable, Equatable {
    /// The device is not there, or sleeps.
    case noDevice
    /// The device takes no such command.
    case refused
    /// The user has no Premium account.
    case notEntitled
    /// One request too many. `wait`: what the service asks for.
    case throttled(wait: Duration)
    /// The same may work soon.
    case passing
    /// Nothing helps.
    case final
  }

  var kind: Kind
  var error: PlayerError
}

/// The track of a load.
package struct ConnectTrack: Sendable, Hashable {
  var id: String
  var metadata: TrackMetadata

  var uri: String { "spotify:track:\(id)" }

  /// Whether an item may be this recording under another identity: a market may have another one.
  func isLike(_ item: ConnectItem) -> Bool {
    if let isrc = metadata.details.isrc, let other = item.metadata.details.isrc {
      return isrc == other
    }
    if let title = metadata.title, let other = item.metadata.title {
      return title.lowercased() == other.lowercased()
    }
    if let duration = metadata.duration, let other = item.duration {
      return abs(duration / .seconds(1) - other / .seconds(1)) < 3
    }
    return true
  }
}

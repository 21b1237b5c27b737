import PlayerKit

// The service's facts for the state machine, independent of the service's models.

/// A device as a target of commands.
package struct ConnectDevice: Sendable, Hashable {
  /// `nil` if commands cannot name the device.
  var id: String?
  var name: String
  var isActive: Bool
  var isRestricted: Bool
  /// 0 to 100. `nil` if unknown.
  var volume: Int?
  var hasVolume: Bool

  /// Whether the device accepts commands.
  var isUsable: Bool { id != nil && !isRestricted }
}

/// The item that a device plays.
package struct ConnectItem: Sendable, Hashable {
  var id: String?
  /// The ids under which the item may have been requested.
  var ids: Set<String>
  var metadata: TrackMetadata

  var duration: Duration? { metadata.duration }
  var foreignTrack: ForeignTrack { ForeignTrack(id: id, metadata: metadata) }
}

/// The playback state of an account at one instant.
package struct ConnectReading: Sendable, Hashable {
  var device: ConnectDevice
  /// `nil` for an advertisement, or if unknown.
  var item: ConnectItem?
  var isPlaying: Bool
  /// `nil` if unknown.
  var progress: Duration?
  /// Whether a repeat mode is on.
  var repeats: Bool
  /// The instant of the state.
  var instant: MonotonicInstant
}

/// A request of the state machine to the service.
package enum ConnectRequest: Sendable, Hashable {
  case state
  case devices
  /// The metadata of a track, without playing it.
  case track(String)
  case play(String, from: Duration, device: String?)
  case resume(device: String?)
  case pause(device: String?)
  case seek(Duration, device: String?)
  /// In percent.
  case volume(Int, device: String?)
  case transfer(String, plays: Bool)
  case repeatOff(device: String?)

  /// Whether the reply can be abandoned without any loss.
  var isRead: Bool {
    switch self {
    case .state, .devices, .track: true
    case .play, .resume, .pause, .seek, .volume, .transfer, .repeatOff: false
    }
  }
}

/// A reply of the service.
package enum ConnectReply: Sendable, Equatable {
  /// `nil` if no device is active.
  case state(ConnectReading?)
  case devices([ConnectDevice])
  case track(ConnectItem)
  /// The device accepted the command, or was already in that state.
  case done
  case failed(ConnectFailure)
}

/// A failed request, classified by how to handle it.
package struct ConnectFailure: Error, Sendable, Equatable {
  enum Kind: Sendable, Equatable {
    /// The device is missing or asleep.
    case noDevice
    /// The device does not accept the command.
    case refused
    /// The user has no Premium subscription.
    case notEntitled
    /// Too many requests. `wait` is the pause that the service requests.
    case throttled(wait: Duration)
    /// A retry may succeed soon.
    case passing
    /// A retry does not help.
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

  /// Whether an item may be this recording under another id, since a market may have its own
  /// edition.
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

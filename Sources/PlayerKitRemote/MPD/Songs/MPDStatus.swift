import PlayerKit

/// The content of `status`, from the status of the queue.
struct MPDStatus {
  /// The state of MPD's option `single`.
  enum Single: String { case off = "0", on = "1", once = "oneshot" }

  let status: QueuePlayerStatus
  let modes: MPDModes

  let shown: RemoteSnapshot

  init(status: QueuePlayerStatus, modes: MPDModes, at now: MonotonicInstant) {
    (self.status, self.modes) = (status, modes)
    shown = RemoteSnapshot(status, at: now)
  }

  var state: RemoteSnapshot.State { shown.state }

  var isRepeating: Bool { status.entries.repeatMode != .off }

  var single: Single {
    if status.entries.repeatMode == .one { return .on }
    guard status.stopsAfterCurrent else { return .off }
    return modes.isSingle ? .on : .once
  }

  /// The next entry. `nil` if there is none or it is not known yet.
  var next: EntryID? {
    let queue = status.entries
    guard let current = queue.current, let place = queue.playIndex(of: current) else { return nil }
    if queue.repeatMode == .one { return current }
    if place + 1 < queue.count { return queue.playOrder[place + 1] }
    return queue.repeatMode == .all && !queue.isShuffled ? queue.playOrder.first : nil
  }

  /// The previous entry. At the first entry, the entry itself.
  var previous: EntryID? {
    let queue = status.entries
    guard let current = queue.current, let place = queue.playIndex(of: current) else { return nil }
    if place > 0 { return queue.playOrder[place - 1] }
    return queue.repeatMode == .all ? queue.playOrder.last : current
  }

  func write(
    into response: inout MPDResponse,
    version: UInt32,
    ids: MPDSongIDs
  ) {
    let playback = status.playback
    let queue = status.entries
    response.add("volume", Self.percent(shown.volume))
    response.add("repeat", isRepeating ? 1 : 0)
    response.add("random", queue.isShuffled ? 1 : 0)
    response.add("single", single.rawValue)
    response.add("consume", modes.consumes ? 1 : 0)
    response.add("partition", "default")
    response.add("playlist", version)
    response.add("playlistlength", queue.count)
    response.add("state", state.mpd)
    if playback.settings.crossfade > .zero {
      response.add("xfade", playback.settings.crossfade.rounded)
    }
    if let current = queue.current, let index = queue.currentIndex {
      response.add("song", index)
      response.add("songid", ids.number(of: current))
      if state != .stopped { writeTimes(into: &response) }
    }
    if let error = playback.error?.message ?? playback.remedy { response.add("error", error) }
    if let next, let index = queue.index(of: next) {
      response.add("nextsong", index)
      response.add("nextsongid", ids.number(of: next))
    }
  }

  private func writeTimes(into response: inout MPDResponse) {
    let (position, duration) = (shown.position, shown.duration)
    response.add("time", "\(position.rounded):\(duration?.rounded ?? 0)")
    response.add("elapsed", position.mpd)
    if let duration { response.add("duration", duration.mpd) }
    response.add("audio", ifAny: status.playback.format.flatMap(Self.audio))
  }

  /// Returns the format of the decoded audio in MPD's notation: `44100:16:2`. `nil` if a part is
  /// unknown.
  static func audio(_ format: SoundFormat) -> String? {
    let encoding: String? =
      switch format.source.encoding {
      case .integer(let bits)?: "\(bits)"
      case .float?: "f"
      default: nil
      }
    guard let rate = format.source.rate, let encoding, let channels = format.source.channels else {
      return nil
    }
    return "\(rate):\(encoding):\(channels)"
  }

  static func percent(_ volume: Double) -> Int { Int((volume * 100).rounded()) }
}

extension RemoteSnapshot.State {
  /// MPD's name of the state.
  fileprivate var mpd: String {
    switch self {
    case .playing: "play"
    case .paused: "pause"
    case .stopped: "stop"
    }
  }
}

extension PlayerStatus {
  /// What the user has to do before the sound begins, for clients that only show texts; `nil` if
  /// nothing. The reasons are those of the players in a page and of the core.
  fileprivate var remedy: String? {
    guard wantsToPlay else { return nil }
    return switch suppression?.rawValue {
    case "needsClick": "The browser wants a click. Click in the player page."
    case "pageHidden": "The player page is hidden. Show it."
    case "outputLost": "The audio output is missing. Connect it."
    case "networkLost": "The network does not answer. Check the connection."
    default: nil
    }
  }
}

/// MPD's options that a queue does not have.
struct MPDModes {
  /// Whether playback stops after each entry.
  var isSingle = false
  /// Whether entries are removed after they were played.
  var consumes = false
}

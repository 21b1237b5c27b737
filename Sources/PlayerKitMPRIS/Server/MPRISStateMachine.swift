import PlayerKit

/// Decides what to report of a queue on the bus, and how to handle commands. Pure: it turns states
/// of the queue into signals, and commands into orders.
///
/// It knows only the reported state, the same as a client that receives its signals.
struct MPRISStateMachine {
  /// An order to the queue or the app.
  enum Order: Sendable, Hashable {
    case command(RemoteCommand)
    case add(String, after: MPRISCommand.Place, isCurrent: Bool)
    /// Insert it after the current track, and play it.
    case open(String)
    case tellMetadata(of: [EntryID])
    case raise, quit
  }

  /// The permissions of others.
  struct Permissions: Sendable, Hashable {
    var control = true
    var raise = false
    var quit = false
    /// The schemes of items that may be added, in lowercase.
    var schemes: [String] = []
    var edit: Bool { control && !schemes.isEmpty }
  }

  /// The maximum number of single track changes. Above it, the whole list is reported.
  private static let maximumTrackChanges = 6

  let permissions: Permissions
  private(set) var told: MPRISSnapshot
  private var followed: FollowedPosition

  /// Starts with a state. New clients query everything.
  init(_ snapshot: MPRISSnapshot, permissions: Permissions, at now: MonotonicInstant) {
    self.permissions = permissions
    told = snapshot
    followed = FollowedPosition(snapshot.update, at: now)
  }

  // MARK: - Signals

  /// Applies the current state of the queue.
  ///
  /// - Returns: The signals for the changes, with one `PropertiesChanged` for each interface.
  mutating func update(_ new: MPRISSnapshot, at now: MonotonicInstant) -> [DBusSignal] {
    let old = told
    told = new
    var signals: [DBusSignal] = []
    let before = restricted(old.told)
    let changed = restricted(new.told).filter { before[$0.key] != $0.value }
    if !changed.isEmpty { signals.append(.propertiesChanged(of: MPRIS.player, changed)) }
    let length = new.metadata?.length
    if let position = followed.follow(new.update, length: length, at: now) {
      signals.append(.mpris(MPRIS.player, "Seeked", [.int64(position.wholeMicroseconds)]))
    }
    return signals + trackSignals(from: old.tracks, to: new.tracks)
  }

  private func trackSignals(
    from old: [MPRISMetadata],
    to new: [MPRISMetadata]
  ) -> [DBusSignal] {
    let changes = new.map(\.entry).difference(from: old.map(\.entry))
    let known = Dictionary(old.map { ($0.entry, $0) }, uniquingKeysWith: { first, _ in first })
    let changed = new.filter { track in known[track.entry].map { $0 != track } ?? false }
    var signals = changed.map { track in
      DBusSignal.mpris(
        MPRIS.trackList,
        "TrackMetadataChanged",
        [.path(track.entry.path), .properties(track.values)]
      )
    }
    guard !changes.isEmpty else { return signals }
    if changes.count > Self.maximumTrackChanges {
      let current = told.metadata?.entry.path ?? MPRIS.noTrack
      signals.append(
        .mpris(
          MPRIS.trackList,
          "TrackListReplaced",
          [.paths(new.map(\.entry.path)), .path(current)]
        )
      )
    } else {
      signals += changes.map { change in
        switch change {
        case .remove(_, let entry, _):
          return .mpris(MPRIS.trackList, "TrackRemoved", [.path(entry.path)])
        case .insert(let index, _, _):
          let before = index > 0 ? new[index - 1].entry.path : MPRIS.noTrack
          return .mpris(
            MPRIS.trackList,
            "TrackAdded",
            [.properties(new[index].values), .path(before)]
          )
        }
      }
    }
    return signals + [.propertiesChanged(of: MPRIS.trackList, [:], invalidated: ["Tracks"])]
  }

  /// Returns the properties of the player.
  func properties() -> [String: DBusValue] {
    var values = restricted(told.told)
    values["Position"] = .int64(told.position.wholeMicroseconds)
    values["CanControl"] = .bool(permissions.control)
    return values
  }

  /// Returns the properties of the track list.
  func trackListProperties() -> [String: DBusValue] {
    [
      "Tracks": .paths(told.tracks.map(\.entry.path)), "CanEditTracks": .bool(permissions.edit),
    ]
  }

  /// Without control, nothing is possible.
  private func restricted(_ values: [String: DBusValue]) -> [String: DBusValue] {
    guard !permissions.control else { return values }
    return values.merging(
      ["CanGoNext", "CanGoPrevious", "CanPlay", "CanPause", "CanSeek"].map { ($0, .bool(false)) }
    ) { $1 }
  }

  // MARK: - Requests

  /// Returns the orders for a command. Empty if the command does not apply now, as the
  /// specification requires.
  ///
  /// - Throws: If the command is never permitted here.
  func orders(for command: MPRISCommand) throws(DBusError) -> [Order] {
    switch command {
    case .raise: return permissions.raise ? [.raise] : []
    case .quit: return permissions.quit ? [.quit] : []
    case .metadata(let entries): return [.tellMetadata(of: entries)]
    case .open, .add, .remove: return try edits(for: command)
    case .next, .previous, .pause, .playPause, .stop, .play, .seek, .setPosition, .goTo,
      .setRate, .setVolume, .setShuffle, .setLoop:
      guard permissions.control else { throw .notSupported("This player can't be controlled.") }
      return controls(for: command).map { .command($0) }
    }
  }

  private func edits(for command: MPRISCommand) throws(DBusError) -> [Order] {
    guard permissions.edit else { throw .notSupported("No tracks can be added or removed.") }
    switch command {
    case .open(let item):
      try check(item)
      return [.open(item)]
    case .add(let item, let place, let isCurrent):
      try check(item)
      return [.add(item, after: place, isCurrent: isCurrent)]
    case .remove(let entry?): return [.command(.remove([entry]))]
    default: return []
    }
  }

  private func check(_ item: String) throws(DBusError) {
    let scheme = item.prefix { $0 != ":" }.lowercased()
    guard item.contains(":"), permissions.schemes.contains(scheme) else {
      throw .notSupported("Such addresses can't be opened.")
    }
  }

  private func controls(for command: MPRISCommand) -> [RemoteCommand] {
    switch command {
    case .play: return play
    case .pause: return pause
    case .playPause: return told.status == .playing ? pause : play
    // Playing it again starts at the beginning.
    case .stop: return told.status == .stopped ? [] : [.stop, .seek(to: .zero)]
    case .next: return told.canGoNext ? [.next] : []
    case .previous: return told.canGoPrevious ? [.previous] : []
    case .seek(let offset): return seek(by: offset)
    case .setPosition(let position, let entry): return seek(to: position, of: entry)
    case .goTo(let entry?): return [.jump(to: entry)]
    // The specification requires this.
    case .setRate(0): return pause
    case .setRate(let rate):
      return [.rate(min(max(rate, told.rates.lowerBound), told.rates.upperBound))]
    // Unmute when the volume is set.
    case .setVolume(let volume):
      return (volume > 0 ? [.mute(false)] : []) + [.volume(min(max(volume, 0), 1))]
    case .setShuffle(let isOn): return [.shuffle(isOn)]
    case .setLoop(let mode): return [.repeatMode(mode)]
    default: return []
    }
  }

  private var play: [RemoteCommand] {
    guard told.metadata != nil else { return [] }
    switch told.endReason {
    // The app may have stopped it in the middle.
    case .stopped: return [.seek(to: .zero), .play]
    default: return [.play]
    }
  }

  private var pause: [RemoteCommand] { told.status == .stopped ? [] : [.pause] }

  private func seek(by offset: Duration) -> [RemoteCommand] {
    guard told.canSeek else { return [] }
    let target = max(.zero, told.position + offset)
    if let length = told.metadata?.length, target > length, told.canGoNext { return [.next] }
    return [.seek(to: target)]
  }

  /// Seeks, unless the command refers to another track or to a position past the end.
  private func seek(to position: Duration, of entry: EntryID?) -> [RemoteCommand] {
    guard told.canSeek, let metadata = told.metadata, entry == metadata.entry, position >= .zero
    else { return [] }
    if let length = metadata.length, position > length { return [] }
    return [.seek(to: position)]
  }
}

extension MPRISSnapshot {
  fileprivate var update: FollowedPosition.Update {
    FollowedPosition.Update(
      entry: metadata?.entry,
      status: status,
      rate: rate,
      position: position,
      moves: moves
    )
  }
}

extension DBusSignal {
  fileprivate static func mpris(
    _ interface: String,
    _ name: String,
    _ arguments: [DBusValue]
  ) -> DBusSignal {
    DBusSignal(path: MPRIS.path, interface: interface, name: name, arguments: arguments)
  }

  fileprivate static func propertiesChanged(
    of interface: String,
    _ changed: [String: DBusValue],
    invalidated: [String] = []
  ) -> DBusSignal {
    .mpris(
      DBusNames.properties,
      "PropertiesChanged",
      [.string(interface), .properties(changed), .strings(invalidated)]
    )
  }
}

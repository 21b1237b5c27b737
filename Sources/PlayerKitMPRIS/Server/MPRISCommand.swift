import PlayerKit

/// A command from the bus, with validated values.
enum MPRISCommand: Hashable {
  case raise, quit
  case next, previous, pause, playPause, stop, play
  case seek(by: Duration)
  case setPosition(Duration, of: EntryID?)
  case open(String)
  case metadata(of: [EntryID])
  case add(String, after: Place, isCurrent: Bool)
  case remove(EntryID?)
  case goTo(EntryID?)
  case setRate(Double)
  case setVolume(Double)
  case setShuffle(Bool)
  case setLoop(RepeatMode)

  /// The place of an added track.
  enum Place: Hashable {
    case start
    /// After this entry. `nil` if that entry is missing.
    case behind(EntryID?)
  }

  /// The maximum number of tracks in a request.
  private static let maximumTracks = 1_000

  /// - Throws: If a value is invalid.
  init(_ call: DBusCall) throws(DBusError) {
    let arguments = call.arguments
    switch (call.interface, call.method) {
    case (MPRIS.root, "Raise"): self = .raise
    case (MPRIS.root, "Quit"): self = .quit
    case (MPRIS.player, "Next"): self = .next
    case (MPRIS.player, "Previous"): self = .previous
    case (MPRIS.player, "Pause"): self = .pause
    case (MPRIS.player, "PlayPause"): self = .playPause
    case (MPRIS.player, "Stop"): self = .stop
    case (MPRIS.player, "Play"): self = .play
    case (MPRIS.player, "Seek"): self = .seek(by: try Self.time(arguments, 0))
    case (MPRIS.player, "SetPosition"):
      self = .setPosition(try Self.time(arguments, 1), of: Self.entry(arguments, 0))
    case (MPRIS.player, "OpenUri"): self = .open(try Self.text(arguments, 0))
    case (MPRIS.trackList, "GetTracksMetadata"):
      let ids = arguments.first?.elements ?? []
      guard ids.count <= Self.maximumTracks else {
        throw .limitsExceeded("No more than \(Self.maximumTracks) tracks may be asked for at once.")
      }
      self = .metadata(of: ids.compactMap { $0.path.flatMap(EntryID.init(path:)) })
    case (MPRIS.trackList, "AddTrack"):
      let place = arguments.count > 1 && arguments[1].path == MPRIS.noTrack
      self = .add(
        try Self.text(arguments, 0),
        after: place ? .start : .behind(Self.entry(arguments, 1)),
        isCurrent: arguments.count > 2 && arguments[2].bool == true
      )
    case (MPRIS.trackList, "RemoveTrack"): self = .remove(Self.entry(arguments, 0))
    case (MPRIS.trackList, "GoTo"): self = .goTo(Self.entry(arguments, 0))
    default: throw .unknownMethod(call.method)
    }
  }

  /// Makes the command that sets a property.
  ///
  /// - Throws: If the value is invalid.
  init(setting property: String, to value: DBusValue) throws(DBusError) {
    switch (property, value) {
    case ("Rate", .double(let rate)) where rate.isFinite && rate >= 0: self = .setRate(rate)
    case ("Volume", .double(let volume)) where !volume.isNaN: self = .setVolume(volume)
    case ("Shuffle", .bool(let isOn)): self = .setShuffle(isOn)
    case ("LoopStatus", .string(let name)):
      guard let mode = RepeatMode(loopStatus: name) else {
        throw .invalidArguments("LoopStatus is None, Track or Playlist.")
      }
      self = .setLoop(mode)
    default: throw .invalidArguments("\(property) can't be set to this.")
    }
  }

  private static func time(_ arguments: [DBusValue], _ index: Int) throws(DBusError) -> Duration {
    guard arguments.indices.contains(index), let time = arguments[index].integer else {
      throw .invalidArguments("A time is missing.")
    }
    return .microseconds(time)
  }

  private static func text(_ arguments: [DBusValue], _ index: Int) throws(DBusError) -> String {
    guard arguments.indices.contains(index), let text = arguments[index].string else {
      throw .invalidArguments("A text is missing.")
    }
    return text
  }

  private static func entry(_ arguments: [DBusValue], _ index: Int) -> EntryID? {
    guard arguments.indices.contains(index) else { return nil }
    return arguments[index].path.flatMap { EntryID(path: $0) }
  }
}

extension RepeatMode {
  /// Makes the mode from its MPRIS name. `nil` if the name is unknown.
  init?(loopStatus: String) {
    switch loopStatus {
    case "None": self = .off
    case "Track": self = .one
    case "Playlist": self = .all
    default: return nil
    }
  }

  /// The MPRIS name of the mode.
  var loopStatus: String {
    switch self {
    case .off: "None"
    case .one: "Track"
    case .all: "Playlist"
    }
  }
}

extension EntryID {
  private static let folder = "/playerkit/entry/"

  /// The object path of the entry on the bus. There is no object at this path.
  var path: String { Self.folder + description }

  /// Makes the entry id from a path. `nil` if the path is not one of ours.
  init?(path: String) {
    guard path.hasPrefix(Self.folder) else { return nil }
    self.init(String(path.dropFirst(Self.folder.count)))
  }
}

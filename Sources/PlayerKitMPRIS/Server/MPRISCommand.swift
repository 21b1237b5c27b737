import PlayerKit

/// What somebody on the bus asks for, with its values checked.
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

  /// Where a track is added.
  enum Place: Hashable {
    case start
    /// Behind this entry; `nil`: that entry is missing.
    case behind(EntryID?)
  }

  /// How many tracks may be asked for at once.
  private static let mostTracks = 1_000

  /// - Throws: where a value is none that can be used.
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
      guard ids.count <= Self.mostTracks else {
        throw .limitsExceeded("No more than \(Self.mostTracks) tracks may be asked for at once.")
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

  /// The setting of a property.
  ///
  /// - Throws: where the value is none that can be used.
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
  /// The mode that MPRIS calls so; `nil`: none.
  init?(loopStatus: String) {
    switch loopStatus {
    case "None": self = .off
    case "Track": self = .one
    case "Playlist": self = .all
    default: return nil
    }
  }

  /// What MPRIS calls it.
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

  /// The object path that names the entry on the bus. Nothing is to be found there.
  var path: String { Self.folder + description }

  /// The entry that a path names; `nil`: none of ours.
  init?(path: String) {
    guard path.hasPrefix(Self.folder) else { return nil }
    self.init(String(path.dropFirst(Self.folder.count)))
  }
}

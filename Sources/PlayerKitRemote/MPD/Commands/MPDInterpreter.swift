import Foundation
import PlayerKit
import PlayerKitMedia
import PlayerKitServices
import PlayerKitSystem

/// Runs commands on a queue. Used only on the server's thread.
final class MPDInterpreter {
  let context: RemoteContext
  let configuration: MPDServer.Configuration
  let library: MPDLibrary
  let lists: MPDPlaylists
  let covers: MPDPictures
  /// Notifies all clients of a change made elsewhere. Any thread.
  let announce: @Sendable (MPDSubsystems) -> Void
  let ids = MPDSongIDs()
  let names: MPDNames
  let clock: any PlaybackClock
  let start: MonotonicInstant
  var versions: MPDVersions
  var modes = MPDModes()
  var clients: [Int: MPDClient] = [:]
  var guesses = MPDPasswordGuard()
  /// The pending notifications that do not come from the queue. They go to one client, or to all if
  /// `client` is `nil`.
  var changes: [(client: Int?, what: MPDSubsystems)] = []
  /// The number of requests to update the database.
  var jobs = 0
  private var settings: OutputSettings
  private var playingSince: MonotonicInstant?
  private var playedBefore = Duration.zero

  var queue: QueuePlayer { context.queue }

  init(
    _ context: RemoteContext,
    _ configuration: MPDServer.Configuration,
    announce: @escaping @Sendable (MPDSubsystems) -> Void
  ) {
    self.announce = announce
    self.context = context
    self.configuration = configuration
    clock = configuration.clock
    start = configuration.clock.now
    names = MPDNames(recognizers: context.services.recognizers)
    library = MPDLibrary(context)
    covers = MPDPictures(context.artwork, library)
    lists = MPDPlaylists(configuration.playlists, configuration.registry, names)
    versions = MPDVersions(of: context.queue.entries)
    settings = context.queue.playback.settings
  }

  // MARK: - Queue events

  /// Handles an event of the queue, and returns the changed subsystems.
  func receive(_ event: QueuePlayerEvent) -> MPDSubsystems {
    var changed: MPDSubsystems = []
    countPlaying(event.status.playback.isPlaying)
    switch event.change {
    case .transition(let transition):
      changed = .player
      consume(transition)
    case .playback(.settings(let new, _)):
      changed = subsystems(of: new)
    case .playback(.state), .playback(.wantsToPlay), .playback(.suppression),
      .playback(.discontinuity):
      changed = .player
    case .playback(.metadata):
      versions.touch(event.status.entries.currentIndex)
      changed = [.player, .playlist]
    case .edited: changed = .playlist
    case .restored: changed = [.playlist, .player]
    case .metadata(let entry):
      refresh()
      versions.touch(versions.queue.index(of: entry.id))
      changed = .playlist
    case .repeatMode, .shuffle: changed = .options
    case .stopsAfterCurrent(let isOn):
      changed = .options
      if !isOn, modes.isSingle { rearmSingle(event.status) }
    case .ended(let reason):
      changed = .player
      if modes.consumes, reason == .finished, let last = event.status.entries.current {
        remove(last)
      }
    case .failed: changed = .player
    default: break
    }
    refresh()
    return changed
  }

  /// Returns all subsystems, because the listener was too slow and anything may have changed.
  func fellBehind() -> MPDSubsystems {
    refresh()
    return [.player, .playlist, .options, .mixer, .output]
  }

  /// Updates the copy of the queue.
  func refresh() { _ = versions.update(to: queue.entries) }

  /// The total playing time since the server started.
  var played: Duration { playedBefore + (playingSince.map { clock.now - $0 } ?? .zero) }

  private func countPlaying(_ isPlaying: Bool) {
    guard isPlaying != (playingSince != nil) else { return }
    playedBefore = played
    playingSince = isPlaying ? clock.now : nil
  }

  private func subsystems(of new: OutputSettings) -> MPDSubsystems {
    var changed: MPDSubsystems = []
    if new.volume != settings.volume { changed.insert(.mixer) }
    if new.isMuted != settings.isMuted { changed.insert(.output) }
    if new.crossfade != settings.crossfade || new.loudness != settings.loudness {
      changed.insert(.options)
    }
    settings = new
    return changed
  }

  /// Removes the played entry if `consume` is on. As in MPD, nothing repeats then.
  private func consume(_ transition: QueueTransition) {
    guard modes.consumes, let from = transition.from, transition.reason != .queueChanged,
      from.id != transition.to?.id || [.auto, .repeat].contains(transition.reason)
    else { return }
    remove(from.id)
  }

  private func remove(_ entry: EntryID) { try? queue.remove([entry]) }

  /// Keeps `single` on, because the queue's own setting applies only once.
  private func rearmSingle(_ status: QueuePlayerStatus) {
    let isByEnd = status.playback.wantsToPlayReason == .endOfItem
    if isByEnd { queue.stopsAfterCurrent = true } else { modes.isSingle = false }
  }

  // MARK: - Commands

  /// Runs a client's command.
  func run(_ line: MPDLine, for id: Int) throws(MPDError) -> MPDResult {
    guard let info = MPDCommandInfo.byName[line.name] else {
      throw MPDError(.unknown, "unknown command \"\(line.name)\"")
    }
    guard let client = clients[id] else { return .leaves }
    guard client.isAuthorized || info.isOpenToAll else {
      throw MPDError(.permission, "you don't have permission for \"\(line.name)\"")
    }
    try info.check(line.arguments.count)
    guard info.isSupported else { return try refuse(line.name) }
    let arguments = MPDArguments(line.arguments)
    refresh()
    let name = line.name
    if let result = try connection(name, arguments, id) { return result }
    if let result = try playback(name, arguments) { return result }
    if let result = try options(name, arguments) { return result }
    if let result = try editing(name, arguments, client) { return result }
    if let result = try reading(name, arguments, client) { return result }
    if let result = try database(name, arguments, client) { return result }
    if let result = try stored(name, arguments, client) { return result }
    if let result = try pictures(name, arguments, client) { return result }
    return try refuse(name)
  }

  private func refuse(_ name: String) throws(MPDError) -> MPDResult {
    let error =
      switch name {
      case "kill": MPDError(.permission, "you don't have permission for \"kill\"")
      case "config": MPDError(.permission, "Command only permitted to local clients")
      case "addtagid", "cleartagid": MPDError(.permission, "Cannot edit tags of local file")
      case "sticker": MPDError(.unknown, "sticker database is disabled")
      case "listneighbors": MPDError(.unknown, "No neighbor plugin configured")
      case "mount": MPDError(.argument, "Unrecognized storage URI")
      case "unmount": MPDError(.argument, "Not a mount point")
      case "moveoutput": MPDError(.noSuchThing, "No such output")
      case "delpartition": MPDError(.noSuchThing, "no such partition")
      default: MPDError(.unknown, "\"\(name)\" is not supported here")
      }
    throw error
  }

  // MARK: - Entries

  /// Returns a writer of entries, with the current entry's playback data.
  func writer() -> MPDEntryWriter {
    let status = queue.status
    var writer = MPDEntryWriter(ids: ids, names: names)
    guard status.playback.state != .initial else { return writer }
    writer.current = status.entries.current
    writer.duration = status.playback.duration
    writer.stream = status.playback.streamMetadata
    return writer
  }

  func entry(at index: Int) throws(MPDError) -> QueueEntry {
    guard versions.queue.indices.contains(index) else { throw .badIndex }
    return versions.queue[index]
  }

  func entry(number: Int) throws(MPDError) -> QueueEntry {
    guard let id = ids.entry(number), let entry = versions.queue[id] else { throw .noSuchSong }
    return entry
  }

  /// Returns the items for a name from a client: an entry of the queue, a song of a stored
  /// playlist, or the result of ``RemoteContext/items``.
  func items(
    named name: String,
    else missing: MPDError
  ) -> @Sendable () async throws(MPDError) -> [QueueItem] {
    if let entry = entry(named: name) { return { [entry.item] } }
    return { [library, lists] () async throws(MPDError) in
      if let item = try await lists.item(named: name) { return [item] }
      return try await library.items(named: name, else: missing)
    }
  }

  /// Returns the entry whose name is a number because its address is secret.
  func entry(named name: String) -> QueueEntry? {
    MPDNames.number(in: name).flatMap { ids.entry($0) }.flatMap { versions.queue[$0] }
  }

  /// Makes an edit that may fail if the queue changed meanwhile.
  func edit(_ body: () throws(QueueError) -> Void) throws(MPDError) {
    do throws(QueueError) {
      try body()
    } catch {
      throw .badIndex
    }
    refresh()
  }
}

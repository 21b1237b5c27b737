import PlayerKit
import PlayerKitDiscovery
import PlayerKitScrobbling
import PlayerKitServices

/// Writes one JSON object per line to standard output.
final class JSONReporter: Reporter {
  private let output: ConsoleWriter
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private(set) var isBroken = false
  /// The options that were last reported, or the initial ones.
  private var options: Options?

  init(output: ConsoleWriter = .standardOutput) {
    self.output = output
    start = clock.now
  }

  func began(_ status: QueuePlayerStatus) {
    options = Options(status)
    if let entry = status.currentEntry { track(entry, .userSelected, in: status.entries) }
  }

  func event(_ event: QueuePlayerEvent) {
    let queue = event.status.entries
    switch event.change {
    case .transition(let transition):
      guard let entry = transition.to else { return }
      track(entry, transition.reason, in: queue)
    case .playback(let change):
      playback(change, of: event.status)
    case .edited(let queue):
      write("queue") {
        $0.add("count", queue.count)
        $0.add("version", queue.version)
      }
    case .failed(let failure):
      failed(failure, in: queue)
    case .repeatMode, .shuffle, .stopsAfterCurrent:
      report(Options(event.status))
    case .metadata(let entry):
      found(entry)
    case .chapter(let chapter, let index):
      write("chapter") {
        $0.add("index", index)
        $0.add("title", chapter.title)
        $0.add("start", chapter.start)
      }
    case .line(let line, _):
      write("lyric") {
        $0.add("start", line.start)
        $0.add("text", line.text)
      }
    case .restored, .sleepTimer, .lyrics, .ended, .sectionBegan, .sectionEnded, .willEnd,
      .historyErased, .sourceFailed:
      break
    }
    if case .playback(.settings) = event.change { report(Options(event.status)) }
  }

  private func report(_ options: Options) {
    guard options != self.options else { return }
    self.options = options
    write("options") {
      $0.add("shuffle", options.isShuffled)
      $0.add("repeat", options.repeatMode.rawValue)
      $0.add("volume", number: options.volume * 100)
      $0.add("rate", number: options.rate)
      $0.add("stopAfterCurrent", options.stopsAfterCurrent)
    }
  }

  func position(_ position: PlaybackPosition) {
    write("position") {
      $0.add("position", position.position)
      $0.add("duration", position.duration)
    }
  }

  func rejected(_ line: String, message: String) {
    write("rejected") {
      $0.add("line", ShownItem.line(line))
      $0.add("message", message)
    }
  }

  func ended(_ end: SessionEnd) {
    write("ended") {
      switch end {
      case .queue(.finished): $0.add("reason", "finished")
      case .queue(.cleared): $0.add("reason", "cleared")
      case .queue(.stopped), .queue(.takenOver), .stopped: $0.add("reason", "stopped")
      case .quit: $0.add("reason", "quit")
      case .queue(.failed(let count, let last)):
        $0.add("reason", "failed")
        $0.add("count", count)
        $0.add("code", last.code.rawValue)
      }
    }
  }

  func cannotStart(_ error: PlayerError) {
    complain(PrintableText.line(error.description))
    write("error") { $0.add(error, action: .stop) }
    ended(.queue(.failed(count: 1, last: error)))
  }

  func scrobbled(_ listen: Listen, by service: String) {
    write("scrobbled") {
      $0.add("service", service)
      $0.add("title", listen.title)
      $0.add("artist", listen.artist)
      $0.add("album", listen.album)
      $0.add("date", Int(listen.date.timeIntervalSince1970))
    }
  }

  func notice(_ text: String) {
    complain(text)
  }

  // MARK: - Parts

  private func track(_ entry: QueueEntry, _ reason: TransitionReason, in queue: PlayQueue) {
    write("track") {
      $0.add(entry, in: queue, playerType: entry.track.playerType)
      $0.add("reason", reason.rawValue)
      if let reason = entry.discoveryReason { $0.add("because", JSONObject(reason)) }
    }
  }

  private func playback(_ change: PlaybackChange, of status: QueuePlayerStatus) {
    switch change {
    case .state(let old, let new):
      write("state") {
        $0.add("state", new.rawValue)
        $0.add("from", old.rawValue)
      }
    case .buffering(let isBuffering):
      write("buffering") { $0.add("buffering", isBuffering) }
    case .seekCompleted(let position):
      write("seek") { $0.add("position", position) }
    case .metadata(let metadata?):
      station(metadata, of: status)
    case .discontinuity(let jump) where jump.reason == .liveEdge:
      write("discontinuity") {
        $0.add("from", jump.from)
        $0.add("position", jump.to)
        $0.add("reason", jump.reason.rawValue)
      }
    case .suppression(let reason):
      write("suppressed") { $0.add("reason", orNull: reason?.rawValue) }
    case .track, .discontinuity, .wantsToPlay, .ducking, .duration, .metadata,
      .format, .settings, .unsupported, .capabilities, .bufferedPosition, .failed, .ended:
      break
    }
  }

  /// The metadata of a stream, once it is audible.
  private func station(_ metadata: StreamMetadata, of status: QueuePlayerStatus) {
    write("metadata") {
      $0.add("entry", status.currentEntry?.id.description)
      $0.add("title", metadata.title)
      $0.add("artist", metadata.artist)
      $0.add("artwork", status.currentEntry?.metadata.artwork != nil)
      $0.add("station", metadata.name)
      $0.add("genre", metadata.genre)
      $0.add("description", metadata.description)
      $0.add("homepage", metadata.homepage.map(ShownItem.text))
      $0.add("logo", metadata.logo.map(ShownItem.text))
      $0.add("bitRate", metadata.bitRate)
    }
  }

  /// The metadata that was found in the media of an entry.
  private func found(_ entry: QueueEntry) {
    let metadata = entry.metadata
    write("metadata") {
      $0.add("entry", entry.id.description)
      $0.add("title", metadata.title)
      $0.add("artist", metadata.artist)
      $0.add("album", metadata.album)
      $0.add("artwork", metadata.artwork != nil)
    }
  }

  private func failed(_ failure: QueueFailure, in queue: PlayQueue) {
    complain(FailureText.line(failure))
    write("error") {
      // A failed item names nothing and so has no player type.
      let isNothing = failure.entry.track is FailedItem
      $0.add(failure.entry, in: queue, playerType: isNothing ? nil : failure.error.playerType)
      $0.add(failure.error, action: failure.action)
    }
  }

  private func write(_ event: String, _ fill: (inout JSONObject) -> Void) {
    var object = JSONObject()
    object.add("event", event)
    object.add("t", clock.now - start)
    fill(&object)
    if !output.write(object.text + "\n") { isBroken = true }
  }
}

extension JSONObject {
  fileprivate mutating func add(
    _ entry: QueueEntry,
    in queue: PlayQueue,
    playerType: PlayerType?
  ) {
    add("entry", entry.id.description)
    add("index", queue.index(of: entry.id))
    add("playerType", playerType?.rawValue)
    add("id", ShownItem.text(entry.track.id))
    let metadata = entry.metadata
    add("title", metadata.title)
    add("artist", metadata.artist)
  }

  fileprivate init(_ reason: DiscoveryReason) {
    add("kind", reason.kind.rawValue)
    add("subject", reason.subject)
    add("artist", reason.artist)
    add("services", reason.services)
    add("note", reason.note)
    add("text", reason.description)
  }

  fileprivate mutating func add(_ error: PlayerError, action: ErrorAction) {
    add("code", error.code.rawValue)
    add("status", error.httpStatus)
    add("retryable", error.isRetryable)
    add("action", action.rawValue)
    add("message", error.message + KnownService.advice(error))
  }
}

/// The values of an `options` event.
private struct Options: Equatable {
  let isShuffled: Bool
  let repeatMode: RepeatMode
  let volume: Double
  let rate: Double
  let stopsAfterCurrent: Bool

  init(_ status: QueuePlayerStatus) {
    isShuffled = status.entries.isShuffled
    repeatMode = status.entries.repeatMode
    volume = status.playback.volume
    rate = status.playback.rate
    stopsAfterCurrent = status.stopsAfterCurrent
  }
}

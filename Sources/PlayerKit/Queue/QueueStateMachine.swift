import struct Foundation.Date

/// The state machine of a queue: pure, one input at a time.
///
/// It holds the entries, the playback machine of the current one, and knows which player has which
/// load. `Documentation/StateMachines.md` tells what each input does.
package struct QueueStateMachine: Sendable {
  package struct Configuration: Sendable {
    package var errorPolicy = ErrorPolicy.skip
    /// Above it, `previous()` restarts the track.
    package var restartThreshold = Duration.seconds(3)
    /// How long a player may take to fall silent before another one begins all the same.
    package var releaseTimeout = Duration.seconds(2)
    /// How long past its end a track may sound before its player is asked, and how long the player
    /// has to answer.
    package var endTolerance = Duration.seconds(3)
    /// For how long after a command that goes to another entry the next one belongs to a burst.
    package var settleTime = Duration.milliseconds(120)
    /// When what follows is prepared.
    package var preparation = NextPreparation.early
    /// After as long a pause nothing new is prepared.
    package var longPause = Duration.seconds(60)
    /// How often what follows is tried again ahead of time, and how long after it failed first; then
    /// twice as long each time.
    package var preparationTries = 3
    package var preparationBackoff = Duration.seconds(2)
    /// For how long a failure of what was to follow is believed, once it is not tried again ahead of
    /// time; then it is tried again on arrival.
    package var failureFreshness = Duration.seconds(30)
    /// After as much of a track, earlier tries of it do not count any more.
    package var retryForgiveness = Duration.seconds(5)
    /// After as many failures in a row it stops, or after as many as there are entries.
    package var maximumFailures = 10
    /// Tries of a track are never further apart.
    package var maximumBackoff = Duration.seconds(60)
    /// How many entries may still be to come when the queue tells that it will end.
    package var endLookAhead = 2
    /// How long a source may take to answer.
    package var sourceTimeout = Duration.seconds(30)
    /// After how long a source is asked again that had nothing; doubles each time.
    package var sourceBackoff = Duration.seconds(2)
    /// The longest of these.
    package var sourceBackoffLimit = Duration.seconds(120)

    package init() {}
  }

  struct Registration: Sendable {
    let ref: PlayerRef
    let group: GaplessGroup?
    /// Whether it can play a part of a track.
    let canClip: Bool
  }

  /// The current entry's way to a player.
  struct Attempt: Sendable {
    enum Stage: Sendable, Hashable {
      /// The track's player types are being read.
      case choosing
      /// Another player has still to fall silent.
      case awaitingRelease(PlayerRef)
      case on(PlayerRef)
      /// One of a burst of commands chose it; it is opened if none has come by this time.
      case settling(until: MonotonicInstant)
      /// The last try failed; the next one comes at this time.
      case retrying(at: MonotonicInstant)
    }

    let load: LoadID
    var stage: Stage
    var player: PlayerRef? {
      if case .on(let ref) = stage { ref } else { nil }
    }
    /// Types to try if this one fails.
    var alternatives: [PlayerType] = []
    /// Set where the types are known already, since an earlier one of them failed.
    var types: [PlayerType]?
    var retries = 0
    /// Whether it is the next player type's turn, since one failed at `position`.
    var isAlternative = false
    /// Where playback began.
    var position = Duration.zero
    /// Whether it is what was handed over ahead of time, should the same player be chosen.
    var usesPreload = false
    /// Whether it was handed over ahead of time, and its player has not said yet that it has it.
    var isUncertain = false
    /// The track is past its end, and its player was asked where it is: by this time it has said so.
    var answerDue: MonotonicInstant?
  }

  /// The load that a player has, or has still to give back.
  struct Holding: Sendable, Hashable {
    let player: PlayerRef
    let load: LoadID
    /// When to go on without its word; set while it is to give the load back.
    var deadline: MonotonicInstant?
  }

  /// What is to follow without a gap.
  struct Preload: Sendable {
    enum Stage: Sendable {
      case choosing
      case handedOver(PlayerRef, LoadedMedia?)
      /// Will be loaded on arrival.
      case unavailable
      case failed(PlayerError, at: MonotonicInstant)
    }

    let entry: EntryID
    var load: LoadID
    var stage = Stage.choosing
    /// The load that it was handed over to follow.
    var follows: LoadID?
    /// Set where it began by itself while a player was chosen for it.
    var anchor: PositionAnchor?
    /// Types to try if this one fails.
    var alternatives: [PlayerType] = []
    /// Why earlier types failed; told when the entry is reached.
    var refusals: [PlayerError] = []
    /// How often all types failed.
    var tries = 0
    /// When to try again.
    var retryAt: MonotonicInstant?
  }

  package internal(set) var queue: PlayQueue
  package internal(set) var endReason: QueueEndReason?
  /// Whether nothing follows the current entry by itself, this once.
  package internal(set) var stopsAfterCurrent = false
  package internal(set) var sleepTimer: SleepTimer?
  package internal(set) var history: PlayHistory
  /// The calendar's date at the clock's origin, as far as that is known now.
  package var dateOfOrigin = Date(timeIntervalSince1970: 0)
  var playback: PlaybackStateMachine
  var players: [PlayerType: Registration] = [:]
  var attempt: Attempt?
  var holding: Holding?
  var preload: Preload?
  /// Until when commands that go to another entry belong to one burst.
  var settlesAt: MonotonicInstant?
  /// When what follows is to be prepared.
  var preparesAt: MonotonicInstant?
  /// Since when playing is not wanted, of what is loaded.
  var pausedSince: MonotonicInstant?
  var failures = 0
  /// Where more comes from.
  var endless: Endless?
  var lastQuestion = 0
  /// The last entry when the queue told that its end is near; `nil`: not told.
  var endToldAt: EntryID?
  var ids: LoadIDIssuer
  package var configuration: Configuration

  package init(
    ids: LoadIDIssuer,
    seed: UInt64,
    historyLimit: Int = 1_000,
    configuration: Configuration = Configuration()
  ) {
    history = PlayHistory(limit: historyLimit)
    self.ids = ids
    self.configuration = configuration
    playback = PlaybackStateMachine(ids: ids)
    queue = PlayQueue(seed: seed)
  }

  package var status: QueuePlayerStatus {
    QueuePlayerStatus(
      playback: playback.status,
      queue: queue,
      endReason: endReason,
      stopsAfterCurrent: stopsAfterCurrent,
      sleepTimer: sleepTimer,
      history: history,
      isAwaitingMore: isAwaitingMore
    )
  }

  /// Whether the current entry has been begun, so that another one that becomes current is, too.
  var isEngaged: Bool {
    switch endReason {
    case .finished, .failed: true
    case .stopped, .cleared, nil: attempt != nil || isAwaitingMore
    }
  }
}

extension QueueStateMachine {
  /// Whether a player may still be commanded.
  package func knows(_ player: PlayerRef) -> Bool {
    holding?.player == player || players.values.contains { $0.ref == player }
  }
}

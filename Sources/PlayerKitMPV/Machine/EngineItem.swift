import PlayerKit

/// A load and what libmpv makes of it.
struct EngineItem: Sendable, Equatable {
  enum Phase: Sendable, Equatable {
    /// Handed to libmpv, or about to be; nothing can sound yet.
    case opening
    /// Decoded and heard, or paused.
    case ready
    /// libmpv has decoded all of it (or given up, `failure`); what is buffered still sounds.
    case over(failure: PlayerError?)
  }

  /// A seek on its way through libmpv.
  struct Seek: Sendable, Equatable {
    enum Progress: Sendable, Equatable {
      /// libmpv cannot take it yet.
      case waiting
      /// Sent; a restart that comes now belongs to something older.
      case sent
      /// Under way: the next restart settles it.
      case underWay
    }

    var target: Target
    var progress = Progress.waiting
    /// What was asked for while this one was ``Progress/sent``.
    var newer: Target?
  }

  struct Target: Sendable, Equatable {
    var position: Duration
    /// `nil` for the way to the start position, of which nobody is told.
    var id: SeekID?
  }

  /// What a restart of libmpv means for the slot.
  enum Restart: Sendable, Equatable {
    /// It isn't where it should be yet.
    case pending
    case mustSeek(Duration)
    case mustReopen(Target)
    /// It stands where it should; this seek is settled by it.
    case settled(Target?)
  }

  let id: LoadID
  var entry: PlaylistEntryID
  /// Where ``entry`` is the overlap with the track before: what follows that.
  var body: PlaylistEntryID?
  var phase = Phase.opening
  var seek: Seek?
  /// Whether ``LoadEvent/loaded(_:)`` was reported.
  var isLoaded = false
  /// Whether ``LoadEvent/started(_:)`` is to be reported once it can sound.
  var owesStart = false
  /// Whether libmpv is to go on with it by itself, as the load before has failed.
  var isInherited = false
  /// A seek that the media refuses, to be answered with the next measurement.
  var refused: SeekID?
  var duration: Duration?
  var isSeekable = false
  /// Whether it is a stream without an end, for certain: what may have one would begin anew.
  var isEndless = false
  /// It was opened anew to go on where the station is, which is to be told once it can sound.
  var owesLiveEdge = false
  /// Whether to go elsewhere it has to be opened anew there.
  var seeksByReopening = false
  /// The last position that was reported.
  var anchor: PositionAnchor?
  var isBuffering = false
  /// The position that libmpv reports is wrong until its output has played what it holds, or until a seek.
  var isPositionVague = false
  /// Somebody asked where it is.
  var owesPosition = false

  init(id: LoadID, entry: PlaylistEntryID, position: Duration) {
    self.id = id
    self.entry = entry
    if position > .zero { seek = Seek(target: Target(position: position)) }
  }

  var isOver: Bool {
    if case .over = phase { true } else { false }
  }

  var failure: PlayerError? {
    if case .over(let failure) = phase { failure } else { nil }
  }

  /// Whether it must stay silent until it stands at its position.
  var mustStaySilent: Bool { phase == .opening && seek != nil }

  /// Notes a wish to go elsewhere, in place of an earlier one.
  ///
  /// - Returns: where libmpv is to be sent now, if at all.
  mutating func request(_ target: Target) -> Duration? {
    switch (phase, seek?.progress) {
    case (.opening, nil), (.opening, .waiting):
      seek = Seek(target: target)
      return nil
    case (_, .sent):
      // Until libmpv says that it began, a restart could belong to either; so one at a time.
      seek?.newer = target
      return nil
    case (_, .underWay), (.ready, nil), (.ready, .waiting), (.over, nil), (.over, .waiting):
      seek = Seek(target: target, progress: .sent)
      return target.position
    }
  }

  /// libmpv began to seek.
  ///
  /// - Returns: where to send it at once, as something newer was asked for meanwhile.
  mutating func seekBegan() -> Duration? {
    guard seek?.progress == .sent else { return nil }
    if let newer = seek?.newer {
      seek = Seek(target: newer, progress: .sent)
      return newer.position
    }
    seek?.progress = .underWay
    return nil
  }

  /// A reading with the length of the track: an overlap has one of its own.
  func ofTrack(_ reading: PlaybackSample) -> PlaybackSample {
    guard body != nil else { return reading }
    var reading = reading
    reading.duration = duration
    return reading
  }

  mutating func restarted(_ reading: PlaybackSample) -> Restart {
    isSeekable = reading.isSeekable
    isEndless = reading.isEndless
    seeksByReopening = reading.seeksByReopening
    switch seek?.progress {
    case .waiting where reading.seeksByReopening && seek?.target.position != reading.openedAt:
      return .mustReopen(seek?.target ?? Target(position: .zero))
    case .waiting where reading.seeksByReopening:
      return settle()
    case .waiting where reading.isSeekable:
      seek?.progress = .sent
      return .mustSeek(seek?.target.position ?? .zero)
    case .sent:
      return .pending
    case .waiting, .underWay, nil:
      return settle()
    }
  }

  private mutating func settle() -> Restart {
    let target = seek?.target
    seek = nil
    phase = .ready
    return .settled(target)
  }
}

import PlayerKit

/// A load and its state in libmpv.
struct EngineItem: Sendable, Equatable {
  enum Phase: Sendable, Equatable {
    /// Passed to libmpv, or about to be; nothing is audible yet.
    case opening
    /// Decoded, and playing or paused.
    case ready
    /// libmpv has decoded everything, or has given up (`failure`); the buffered rest still plays.
    case over(failure: PlayerError?)
  }

  /// A seek in progress.
  struct Seek: Sendable, Equatable {
    enum Progress: Sendable, Equatable {
      /// libmpv can't accept it yet.
      case waiting
      /// Sent; a restart now belongs to an earlier command.
      case sent
      /// In progress: the next restart completes it.
      case underWay
    }

    var target: Target
    var progress = Progress.waiting
    /// A newer target, requested while this one was ``Progress/sent``.
    var newer: Target?
  }

  struct Target: Sendable, Equatable {
    var position: Duration
    /// `nil` for the seek to the start position, which is not reported.
    var id: SeekID?
  }

  /// What a restart of libmpv means for the item.
  enum Restart: Sendable, Equatable {
    /// It is not at its target yet.
    case pending
    case mustSeek(Duration)
    case mustReopen(Target)
    /// It has arrived, and this seek is complete.
    case settled(Target?)
  }

  let id: LoadID
  var entry: PlaylistEntryID
  /// The entry after the bridge, if ``entry`` is the bridge from the previous track.
  var body: PlaylistEntryID?
  var phase = Phase.opening
  var seek: Seek?
  /// Whether ``LoadEvent/loaded(_:)`` was reported.
  var isLoaded = false
  /// Whether ``LoadEvent/started(_:)`` must be reported once it is audible.
  var owesStart = false
  /// Whether libmpv will continue with it by itself, because the previous load failed.
  var isInherited = false
  /// A seek that the media refuses; the next measurement answers it.
  var refused: SeekID?
  var duration: Duration?
  var isSeekable = false
  /// Whether the stream certainly has no end. Otherwise, reopening could start it from the
  /// beginning.
  var isEndless = false
  /// Whether it was reopened at the live position, which must be reported once it is audible.
  var owesLiveEdge = false
  /// Whether a seek has to reopen the stream at the target.
  var seeksByReopening = false
  /// The last reported position.
  var anchor: PositionAnchor?
  var isBuffering = false
  /// Whether libmpv's position is wrong until its output has played its buffer, or until a seek.
  var isPositionVague = false
  /// Whether a position report was requested.
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

  /// Whether it must stay silent until it reaches its position.
  var mustStaySilent: Bool { phase == .opening && seek != nil }

  /// Requests a seek, which replaces an earlier request.
  ///
  /// - Returns: where to send libmpv now, if at all.
  mutating func request(_ target: Target) -> Duration? {
    switch (phase, seek?.progress) {
    case (.opening, nil), (.opening, .waiting):
      seek = Seek(target: target)
      return nil
    case (_, .sent):
      // Until libmpv reports the start of a seek, a restart could belong to either one, so only one
      // is sent at a time.
      seek?.newer = target
      return nil
    case (_, .underWay), (.ready, nil), (.ready, .waiting), (.over, nil), (.over, .waiting):
      seek = Seek(target: target, progress: .sent)
      return target.position
    }
  }

  /// Handles the start of a seek in libmpv.
  ///
  /// - Returns: a newer target to send at once, if any.
  mutating func seekBegan() -> Duration? {
    guard seek?.progress == .sent else { return nil }
    if let newer = seek?.newer {
      seek = Seek(target: newer, progress: .sent)
      return newer.position
    }
    seek?.progress = .underWay
    return nil
  }

  /// Returns a sample with the duration of the track instead of the bridge.
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

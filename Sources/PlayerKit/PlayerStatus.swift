/// Everything about playback at one moment.
///
/// It stores facts and derives the rest, so it cannot contradict itself; only the playback state
/// machine makes one. A value: it stays as it was when taken.
public struct PlayerStatus: Sendable {
  package var phase: Phase = .idle(.nothingLoaded, nil, resumeAt: .zero)
  package var intent = Intent(wantsToPlay: false, reason: .user)
  package var settings = OutputSettings()
  /// Interruptions that the app told of and that go on, in the order in which they began.
  package var interruptions: [SuppressionReason] = []
  /// What the volume is lowered for at the moment, and to which part of it.
  package var duckings: [SuppressionReason: Double] = [:]
  /// What the player can do that has the track.
  public package(set) var capabilities = PlayerCapabilities.all
  /// Why volume, mute, rate or another setting changed last.
  public package(set) var settingsReason = SettingsReason.user

  package init() {}
}

/// What is played.
package struct PlaybackItem: Sendable {
  package let track: any Track
  /// The part of the track that is played; `nil`: all of it.
  package let clip: Clip?

  package init(_ track: any Track, clip: Clip? = nil) {
    self.track = track
    self.clip = clip
  }
}

// MARK: - What is stored

extension PlayerStatus {
  package enum Phase: Sendable {
    /// Nothing is loaded. The media that was loaded last is kept, for showing it and for playing it
    /// again from `resumeAt`.
    case idle(EndReason, Media?, resumeAt: Duration)
    case active(Media)
  }

  package struct Media: Sendable {
    package enum Stage: Sendable, Hashable {
      /// It can't sound yet: its track is being looked for, or opened.
      case opening
      case open
    }

    package let load: LoadID
    package let item: PlaybackItem
    package var stage = Stage.opening
    /// Where playback stood at `instant`.
    package var position: Duration
    package var instant: MonotonicInstant
    /// How fast the player says that it plays; `nil`: as the rate says.
    package var speed: Double?
    package var duration: Duration?
    package var metadata: StreamMetadata?
    package var format: SoundFormat?
    package var isSeekable = true
    /// The request to seek that is not settled yet.
    package var seek: SeekID?
    /// The engine waits for bytes in the middle of the track.
    package var isStarved = false
    package var suppression: SuppressionReason?
    /// Up to where the bytes are there, and when that was told.
    package var buffered: (position: Duration, at: MonotonicInstant)?

    package var isReady: Bool { stage == .open && seek == nil && !isStarved }
  }

  package struct Intent: Sendable, Hashable {
    package var wantsToPlay: Bool
    package var reason: WantsToPlayReason
  }

  package var media: Media? {
    switch phase {
    case .idle(_, let media, _): media
    case .active(let media): media
    }
  }

  /// Where playing again begins.
  package var resumeAt: Duration {
    switch phase {
    case .idle(_, _, let position): position
    case .active(let media): media.position
    }
  }

  package var activeMedia: Media? {
    switch phase {
    case .idle: nil
    case .active(let media): media
    }
  }
}

// MARK: - What follows from it

extension PlayerStatus {
  /// Why nothing is loaded.
  @nonexhaustive public enum EndReason: Sendable, Equatable {
    /// Nothing has been loaded yet.
    case nothingLoaded
    /// The track played to its end.
    case ended
    /// The track could not be played, or not to its end.
    case failed(PlayerError)
    /// Taken out by a command, or superseded by another user of the engine.
    case unloaded
    /// Somebody else had the device play something else; `nil` where it is not known what.
    case takenOver(by: ForeignTrack?)
  }

  /// The five-valued state.
  public var state: PlayerState {
    guard let media = activeMedia else { return .initial }
    guard media.isReady else { return intent.wantsToPlay ? .loadToPlay : .load }
    return intent.wantsToPlay && suppressions.isEmpty ? .play : .pause
  }

  /// Whether sound is coming out; the same as the state ``PlayerState/play``.
  public var isPlaying: Bool { state == .play }

  /// Whether playing is wanted, whatever is possible at the moment.
  public var wantsToPlay: Bool { intent.wantsToPlay }

  /// Why ``wantsToPlay`` changed last.
  public var wantsToPlayReason: WantsToPlayReason { intent.reason }

  /// What holds back the sound; `nil`: nothing does. Of several, the one that began first.
  public var suppression: SuppressionReason? { suppressions.first }

  /// All that holds back the sound: interruptions in the order in which they began, then what the
  /// player itself tells of. An interruption is there also while nothing is loaded.
  public var suppressions: [SuppressionReason] {
    guard let own = activeMedia?.suppression, !interruptions.contains(own) else {
      return interruptions
    }
    return interruptions + [own]
  }

  /// Whether what stands below is to sound as soon as it can.
  package var maySound: Bool { intent.wantsToPlay && interruptions.isEmpty }

  /// Whether playback waits for the way to the bytes, or for bytes, at the beginning or in the middle.
  public var isBuffering: Bool {
    guard let media = activeMedia else { return false }
    return media.stage != .open || media.isStarved
  }

  /// Why nothing is loaded; `nil` while something is.
  public var endReason: EndReason? {
    switch phase {
    case .idle(let reason, _, _): reason
    case .active: nil
    }
  }

  /// The error that ended the track; `nil` where none did.
  public var error: PlayerError? {
    guard case .idle(.failed(let error), _, _) = phase else { return nil }
    return error
  }

  /// The track that is loaded, or was loaded last.
  public var track: (any Track)? { media?.item.track }

  /// The part of ``track`` that is played; `nil`: all of it. Position and duration count from its
  /// start.
  public var clip: Clip? { media?.item.clip }

  /// The attempt to load that this is about, also after its end; `nil` before the first.
  public var load: LoadID? { media?.load }

  /// The track's length; `nil` where it is unknown or there is none.
  public var duration: Duration? { media?.duration }

  /// What the stream said about itself last, as live radio does; `nil`: nothing.
  public var streamMetadata: StreamMetadata? { media?.metadata }

  /// What comes in, what goes out and what is done in between; `nil` where the player does not tell, or the
  /// track can't sound yet.
  public var format: SoundFormat? { media?.format }

  /// Whether this is, as far as one can tell, a stream without an end: its length is not known, and
  /// there is no going back. Nothing is loaded ahead to follow it.
  public var isLive: Bool {
    media.map { $0.stage == .open && $0.duration == nil && !$0.isSeekable } ?? false
  }

  /// Whether ``PlaybackControls/seek(to:)`` can work. True until the contrary is known.
  public var isSeekable: Bool { capabilities.contains(.seek) && media?.isSeekable ?? false }

  /// Up to where the bytes are there, as a position in the track; `nil` where that is not known. Told
  /// at most once a second, and when all is there.
  public var bufferedPosition: Duration? { media?.buffered?.position }

  /// Where playback is, so that any reader can extrapolate.
  public var anchor: PositionAnchor? {
    media.map {
      PositionAnchor(
        position: $0.position,
        speed: isPlaying ? $0.speed ?? audibleSettings.rate : 0,
        instant: $0.instant
      )
    }
  }

  /// The position at `now`, on the player's clock: extrapolated, never before 0, never past the
  /// duration. Zero where nothing was loaded.
  public func position(at now: MonotonicInstant) -> Duration {
    guard let anchor else { return .zero }
    let position = max(.zero, anchor.position(at: now))
    return duration.map { min(position, $0) } ?? position
  }

  /// From 0 (silent) to 1 (as recorded).
  public var volume: Double { settings.volume }

  /// The part of ``volume`` that is heard while something else is to be heard over it: 1 where
  /// nothing is, else the smallest that was asked for.
  public var ducking: Double { duckings.values.min() ?? 1 }

  /// The settings as they are to be heard: with the volume lowered by what ducks it, and without what
  /// the player cannot apply.
  package var audibleSettings: OutputSettings {
    var audible = settings
    audible.volume *= ducking
    return audible.limited(to: capabilities)
  }

  /// Whether the sound is muted, whatever the volume.
  public var isMuted: Bool { settings.isMuted }

  /// The speed while playing, 1 as recorded.
  public var rate: Double { settings.rate }
}

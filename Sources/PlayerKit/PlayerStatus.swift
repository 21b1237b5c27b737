/// A snapshot of playback at one moment.
///
/// It stores facts and derives the rest, so it cannot contradict itself. Only the playback state
/// machine creates one.
public struct PlayerStatus: Sendable {
  package var phase: Phase = .idle(.nothingLoaded, nil, resumeAt: .zero)
  package var intent = Intent(wantsToPlay: false, reason: .user)
  package var settings = OutputSettings()
  /// The active interruptions that the app has begun, oldest first.
  package var interruptions: [SuppressionReason] = []
  /// The active reasons for ducking, with their factors.
  package var duckings: [SuppressionReason: Double] = [:]
  /// The capabilities of the player that has the track.
  public package(set) var capabilities = PlayerCapabilities.all
  /// The reason for the last change of volume, mute, rate or another setting.
  public package(set) var settingsReason = SettingsReason.user

  package init() {}
}

/// A track to play, or a part of it.
package struct PlaybackItem: Sendable {
  package let track: any Track
  /// The part of the track to play; `nil` for the whole track.
  package let clip: Clip?

  package init(_ track: any Track, clip: Clip? = nil) {
    self.track = track
    self.clip = clip
  }
}

// MARK: - Stored values

extension PlayerStatus {
  package enum Phase: Sendable {
    /// Nothing is loaded. The last media is kept, to show it and to play it again from `resumeAt`.
    case idle(EndReason, Media?, resumeAt: Duration)
    case active(Media)
  }

  package struct Media: Sendable {
    package enum Stage: Sendable, Hashable {
      /// It can't play yet: its track is being resolved or opened.
      case opening
      case open
    }

    package let load: LoadID
    package let item: PlaybackItem
    package var stage = Stage.opening
    /// The position at `instant`.
    package var position: Duration
    package var instant: MonotonicInstant
    /// The speed that the player reports; `nil` if it is the rate.
    package var speed: Double?
    package var duration: Duration?
    package var metadata: StreamMetadata?
    package var format: SoundFormat?
    package var isSeekable = true
    /// The seek that has not completed yet.
    package var seek: SeekID?
    /// Whether the engine waits for bytes in the middle of the track.
    package var isStarved = false
    package var suppression: SuppressionReason?
    /// The position up to which bytes are buffered, and when it was reported.
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

  /// The position where playback resumes.
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

// MARK: - Derived values

extension PlayerStatus {
  /// The reason why nothing is loaded.
  @nonexhaustive public enum EndReason: Sendable, Equatable {
    /// Nothing has been loaded yet.
    case nothingLoaded
    /// The track played to its end.
    case ended
    /// The track failed, at once or before its end.
    case failed(PlayerError)
    /// A command unloaded it, or another user of the engine replaced it.
    case unloaded
    /// Someone else played something on the device; `nil` if it is not known what.
    case takenOver(by: ForeignTrack?)
  }

  /// The state, one of five values.
  public var state: PlayerState {
    guard let media = activeMedia else { return .initial }
    guard media.isReady else { return intent.wantsToPlay ? .loadToPlay : .load }
    return intent.wantsToPlay && suppressions.isEmpty ? .play : .pause
  }

  /// Whether sound is coming out: whether the state is ``PlayerState/play``.
  public var isPlaying: Bool { state == .play }

  /// Whether playing is wanted, even if it is not possible at the moment.
  public var wantsToPlay: Bool { intent.wantsToPlay }

  /// The reason for the last change of ``wantsToPlay``.
  public var wantsToPlayReason: WantsToPlayReason { intent.reason }

  /// The first reason that suppresses the sound; `nil` if there is none.
  public var suppression: SuppressionReason? { suppressions.first }

  /// All reasons that suppress the sound: the interruptions, oldest first, then the player's own.
  /// Interruptions are included even while nothing is loaded.
  public var suppressions: [SuppressionReason] {
    guard let own = activeMedia?.suppression, !interruptions.contains(own) else {
      return interruptions
    }
    return interruptions + [own]
  }

  /// Whether the media may play as soon as it can.
  package var maySound: Bool { intent.wantsToPlay && interruptions.isEmpty }

  /// Whether playback waits for the media to be opened, or for bytes.
  public var isBuffering: Bool {
    guard let media = activeMedia else { return false }
    return media.stage != .open || media.isStarved
  }

  /// The reason why nothing is loaded; `nil` if something is.
  public var endReason: EndReason? {
    switch phase {
    case .idle(let reason, _, _): reason
    case .active: nil
    }
  }

  /// The error that ended the track; `nil` if none did.
  public var error: PlayerError? {
    guard case .idle(.failed(let error), _, _) = phase else { return nil }
    return error
  }

  /// The current or last loaded track.
  public var track: (any Track)? { media?.item.track }

  /// The played part of ``track``; `nil` for the whole track. Position and duration count from its
  /// start.
  public var clip: Clip? { media?.item.clip }

  /// The current or last load, also after its end; `nil` before the first.
  public var load: LoadID? { media?.load }

  /// The track's length; `nil` if it is unknown or there is no track.
  public var duration: Duration? { media?.duration }

  /// The latest metadata that the stream sent, as live radio does; `nil` if none.
  public var streamMetadata: StreamMetadata? { media?.metadata }

  /// The input and output formats and the processing in between; `nil` if the player does not
  /// report them or the track is not open yet.
  public var format: SoundFormat? { media?.format }

  /// Whether this appears to be a stream without an end: its length is unknown and it is not
  /// seekable. No next track is preloaded.
  public var isLive: Bool {
    media.map { $0.stage == .open && $0.duration == nil && !$0.isSeekable } ?? false
  }

  /// Whether ``PlaybackControls/seek(to:)`` can work. True until known otherwise.
  public var isSeekable: Bool { capabilities.contains(.seek) && media?.isSeekable ?? false }

  /// The position in the track up to which bytes are buffered; `nil` if unknown. Updated at most
  /// once a second, and when everything is buffered.
  public var bufferedPosition: Duration? { media?.buffered?.position }

  /// The anchor from which any reader can extrapolate the position.
  public var anchor: PositionAnchor? {
    media.map {
      PositionAnchor(
        position: $0.position,
        speed: isPlaying ? $0.speed ?? audibleSettings.rate : 0,
        instant: $0.instant
      )
    }
  }

  /// Returns the position at `now`, on the player's clock. It is extrapolated, never below 0 and
  /// never past the duration; zero if nothing was loaded.
  public func position(at now: MonotonicInstant) -> Duration {
    guard let anchor else { return .zero }
    let position = max(.zero, anchor.position(at: now))
    return duration.map { min(position, $0) } ?? position
  }

  /// The volume, from 0 (silent) to 1 (as recorded).
  public var volume: Double { settings.volume }

  /// The factor by which ``volume`` is lowered: the smallest active one, or 1 if nothing ducks the
  /// sound.
  public var ducking: Double { duckings.values.min() ?? 1 }

  /// The effective settings: with ducking applied, and without unsupported settings.
  package var audibleSettings: OutputSettings {
    var audible = settings
    audible.volume *= ducking
    return audible.limited(to: capabilities)
  }

  /// Whether the sound is muted, regardless of the volume.
  public var isMuted: Bool { settings.isMuted }

  /// The speed during playback; 1 is as recorded.
  public var rate: Double { settings.rate }
}

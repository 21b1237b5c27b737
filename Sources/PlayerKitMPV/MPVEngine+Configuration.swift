import PlayerKitSystem
import Logging
// An app that sets an engine up names its cache.
@_exported import PlayerKitMedia
import PlayerKit

#if Inspection
  import PlayerKitInspection
#endif

extension MPVEngine {
  /// Where the sound goes.
  @nonexhaustive public enum Output: Sendable, Hashable {
    /// The system's sound output; where there is none, silence in real time
    /// (``MPVEngine/OutputNotice/noSoundCard``). Where one vanishes that was in use, and no other
    /// takes its place, loads are paused as suppressed
    /// (``PlayerKit/SuppressionReason/outputLost``) until there is one again, which is looked
    /// for every 4 seconds; then they go on where they ceased to sound.
    case auto
    /// Silence, in real time.
    case null
    /// A file of 16-bit little-endian stereo samples at the rate of ``Configuration/quality``, without a header,
    /// written as fast as decoding goes. An existing file is emptied when the engine is made.
    ///
    /// What is written is what would be heard in real time, without the silence in between.
    case pcm(path: String)
    /// One device, by the id of an ``AudioDevice``. With ``DeviceLoss/wait``, loads fail with
    /// ``PlayerKit/PlayerError/Code/outputFailed`` where it can't be opened at first. Where it vanishes
    /// later, they are suppressed until it is back. With ``DeviceLoss/fallBack`` the system's output has
    /// the sound in both cases.
    case device(String)
    /// A named pipe that somebody reads in real time: 16-bit little-endian stereo samples at the
    /// rate of ``Configuration/quality``, without a header. It has to be there, and be opened by its reader, when
    /// the engine is made. Its path may have letters, digits and `/._-`.
    ///
    /// The engine writes as fast as the reader reads; positions are ahead of the reader by what the
    /// pipe holds and up to 10 ms (``Configuration/outputBuffer`` means nothing here). It writes nothing
    /// while it is paused, and takes back nothing that it has written. Needs a libmpv with ALSA, so
    /// Linux; elsewhere no engine can be made.
    case pipe(path: String)
  }

  /// Something an app may want to tell its user about the output.
  @nonexhaustive public enum OutputNotice: Sendable, Hashable {
    /// No sound output could be opened: what plays is not heard.
    case noSoundCard
    /// A device is gone, or can't be opened. What plays waits for it, or sounds from the system's output
    /// meanwhile: see ``Configuration/deviceLoss``.
    case deviceLost(AudioDevice.ID)
    /// The output was opened anew with these samples, as a track has others than the one before, or the sound was
    /// moved to a device that has others (``Quality/source``).
    case reopened(SoundFormat.Samples)
    /// A device that was lost is there again, and has the sound.
    case deviceReturned(AudioDevice.ID)
  }

  /// What is done where a device is gone that was chosen by its id.
  @nonexhaustive public enum DeviceLoss: Sendable, Hashable {
    /// Loads are suppressed until it is back (``PlayerKit/SuppressionReason/outputLost``). Where
    /// the device of ``Output/device(_:)`` can't be opened at the start, loads fail.
    case wait
    /// The system's output has the sound until it is back.
    case fallBack
  }

  /// What the volume of an engine moves. Never that of a device.
  @nonexhaustive public enum VolumeKind: Sendable, Hashable {
    /// The samples, before the output gets them: heard when the output has played what it holds.
    case software
    /// The volume of the app's stream at the system's sound server (PulseAudio), by software of that: heard at
    /// once, and seen in the system's mixer. For one engine of a process: streams of one name share what the server
    /// remembers.
    ///
    /// The two multiply: what the user has set for the app in the mixer is what the engine's full volume means, and
    /// comes back when nothing plays any more. It is looked up before each change, not followed.
    case stream
  }

  /// How an engine is set up.
  public struct Configuration: Sendable {
    /// Where the sound goes.
    public var output: Output
    /// What is done where the device of ``Output/device(_:)`` or ``MPVEngine/setDevice(_:)`` is gone.
    public var deviceLoss = DeviceLoss.wait
    /// How the samples of tracks reach the output. Of a file and a pipe it is ``Quality/fixed(rate:)``; where
    /// another one is set, at 44,100 Hz.
    public var quality: Quality
    /// Whether the engine has its device alone, so that the system neither mixes nor resamples. CoreAudio and
    /// WASAPI heed it. With ALSA, the id of a device (`alsa/hw:…`) does the same. Where another app has the device,
    /// loads fail with ``PlayerKit/PlayerError/Code/outputFailed``.
    public var isExclusive = false
    /// Whether rounding to whole numbers is dithered: a little noise keeps the error from being distortion. It is
    /// added where the output has fewer bits than the track, and where 16 bits get another rate. `false`: samples
    /// are rounded, and are the same at each run.
    public var dithers = true
    /// What the volume moves where the output has a volume for the app; elsewhere it is software. Gains of
    /// ReplayGain and of the processing are software in any case. ``MPVEngine/volumeKind`` says which it is.
    public var volumeKind = VolumeKind.software
    /// How much sound is handed to the output ahead of time, kept within 20 ms and 2 s.
    ///
    /// The less, the more often threads wake up, which is most of what playback costs. The more, the later a change of
    /// a software volume is heard. Other commands drop what was handed over, and are not delayed. Above 0.2 s, libmpv
    /// also takes no commands for longer at the end of a queue; see ``MPVEngine``.
    ///
    /// PulseAudio, PipeWire, ALSA and silence heed it, more or less; for other outputs, and for
    /// files, it means nothing.
    public var outputBuffer: Duration
    /// How long a server may be silent before a load fails as
    /// ``PlayerKit/PlayerError/Code/timedOut``. A later part of a file is asked for twice more before:
    /// that takes three times as long, and half a second.
    public var networkTimeout: Duration
    /// Where media that comes over http is kept on disk; `nil`: nowhere. Several engines may share one.
    public var cache: MediaCache?
    /// Which addresses media may come from over http. What is out of reach fails as
    /// ``PlayerKit/PlayerError/Code/blockedURL``. A source may narrow it by
    /// ``PlayerKit/MediaSource/reach``.
    public var reach: MediaSource.Reach
    /// How long a live stream that breaks off, or falls silent, is asked for again, with pauses that
    /// grow to 15 s; 0: not at all. Loads wait for bytes meanwhile. A connection that lasts for 5 s begins
    /// the time anew. After it they fail. A stream that can't be opened in the first place fails at once.
    /// Where there are other mirrors of it, they are tried after 20 s.
    /// A live list of HLS has as long for its next part, and three of its target durations and
    /// ``networkTimeout`` beside it.
    public var reconnection: Duration
    /// How long a live stream may be paused and still go on where it was. After a longer pause it begins
    /// where the station is then (``PlayerKit/PositionDiscontinuity/Reason/liveEdge``).
    public var longestLivePause: Duration
    /// How many entries of a list that a server sends count; those beyond are left out.
    public var maximumListEntries = 1_000
    /// How many bits a second are wanted at most of a stream that comes in variants (HLS); `nil`: as
    /// many as there are. Where all variants have more, the one with the least is played.
    public var largestBitRate: Int?
    /// How long the sound takes to go down before a pause, a seek or a stop, and up after the first
    /// two, so that there is no click; at most 1 s, 0: not at all. States and positions do not wait
    /// for it.
    ///
    /// Only where the output has a volume for the app that is heard at once (PulseAudio, PipeWire):
    /// it is that volume that moves, in steps of 1 ms, and comes back. The pause is heard 15 ms
    /// later than the fade takes.
    public var fade: Duration
    /// Tells the time of position anchors.
    public var clock: any PlaybackClock
    /// Takes what libmpv has to say, at `debug` and above. It may name devices and formats, never
    /// URLs: libmpv doesn't get any.
    public var logger: Logger
    /// Called with each notice, serially, on a thread of the engine; must not block.
    public var onNotice: @Sendable (OutputNotice) -> Void

    /// Makes a configuration.
    public init(
      output: Output = .auto,
      quality: Quality = .fixed(rate: 44_100),
      outputBuffer: Duration = .milliseconds(200),
      networkTimeout: Duration = .seconds(10),
      cache: MediaCache? = nil,
      reach: MediaSource.Reach = .publicAfterRedirect,
      reconnection: Duration = .seconds(300),
      longestLivePause: Duration = .seconds(60),
      largestBitRate: Int? = nil,
      fade: Duration = .milliseconds(20),
      clock: any PlaybackClock = SystemPlaybackClock(),
      logger: Logger = Logger(label: "PlayerKit.MPV"),
      onNotice: @escaping @Sendable (OutputNotice) -> Void = { _ in }
    ) {
      self.output = output
      self.quality = quality
      self.outputBuffer = outputBuffer
      self.networkTimeout = networkTimeout
      self.cache = cache
      self.reach = reach
      self.reconnection = reconnection
      self.longestLivePause = longestLivePause
      self.largestBitRate = largestBitRate
      self.fade = fade
      self.clock = clock
      self.logger = logger
      self.onNotice = onNotice
    }

    /// How much sound the output itself holds. More than that would come out of a pipe after a pause.
    var deviceBuffer: Duration {
      if case .pipe = output { .milliseconds(10) } else { heldSound }
    }

    /// ``outputBuffer`` within its bounds.
    var heldSound: Duration { min(max(outputBuffer, .milliseconds(20)), .seconds(2)) }

    var loading: LoadingSettings {
      var loading = LoadingSettings(
        networkTimeout: networkTimeout,
        cache: cache,
        reach: reach,
        reconnection: reconnection,
        largestBitRate: largestBitRate ?? .max
      )
      loading.lists.mostEntries = maximumListEntries
      #if Inspection
        let reader = FolderTagReader()
        loading.lists.tags = { reader.metadata(of: $0) }
      #endif
      return loading
    }
  }
}

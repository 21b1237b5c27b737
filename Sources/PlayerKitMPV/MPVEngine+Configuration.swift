import Logging
import PlayerKit
// Exported because an app that configures an engine also configures its cache.
@_exported import PlayerKitMedia
import PlayerKitSystem

#if Inspection
  import PlayerKitInspection
#endif

extension MPVEngine {
  /// The destination of the audio.
  @nonexhaustive public enum Output: Sendable, Hashable {
    /// The system's audio output. Without one, silence in real time
    /// (``MPVEngine/OutputNotice/noSoundCard``). If the device in use disappears and no other
    /// replaces it, loads pause as suppressed (``PlayerKit/SuppressionReason/outputLost``). The
    /// engine looks for an output every 4 seconds; then loads resume where the audio stopped.
    case auto
    /// Silence, in real time.
    case null
    /// A file of 16-bit little-endian stereo samples at the rate of ``Configuration/quality``,
    /// without a header, written as fast as the media decodes. An existing file is emptied when the
    /// engine is created.
    ///
    /// The file contains what would play in real time, without silence in between.
    case pcm(path: String)
    /// One device, by the id of an ``AudioDevice``. With ``DeviceLoss/wait``, loads fail with
    /// ``PlayerKit/PlayerError/Code/outputFailed`` if it can't be opened at first. If it disappears
    /// later, loads are suppressed until it returns. With ``DeviceLoss/waitFromStart``, they are
    /// suppressed in both cases. With ``DeviceLoss/fallBack``, the system's output is used in both
    /// cases.
    case device(String)
    /// A named pipe that another process reads in real time: 16-bit little-endian stereo samples at
    /// the rate of ``Configuration/quality``, without a header. The pipe must exist, and its reader
    /// must have opened it, when the engine is created. Its path may contain letters, digits and
    /// `/._-`.
    ///
    /// The engine writes as fast as the reader reads. Positions are ahead of the reader by the
    /// content of the pipe and up to 10 ms (``Configuration/outputBuffer`` is ignored). The engine
    /// writes nothing during a pause and can't take back data. Needs a libmpv with ALSA, so Linux;
    /// on other systems, creating the engine fails.
    case pipe(path: String)
  }

  /// A change of the output that may interest the user.
  @nonexhaustive public enum OutputNotice: Sendable, Hashable {
    /// No audio output could be opened: playback is silent.
    case noSoundCard
    /// A device disappeared or can't be opened. Playback waits for it or moves to the system's
    /// output: see ``Configuration/deviceLoss``.
    case deviceLost(AudioDevice.ID)
    /// The output was reopened with this sample format, because a track or a new device needs
    /// another one (``Quality/source``).
    case reopened(SoundFormat.Samples)
    /// A lost device is back and is used again.
    case deviceReturned(AudioDevice.ID)
  }

  /// What happens when a device that was chosen by id disappears.
  @nonexhaustive public enum DeviceLoss: Sendable, Hashable {
    /// Loads are suppressed until it returns (``PlayerKit/SuppressionReason/outputLost``). If the
    /// device of ``Output/device(_:)`` can't be opened at the start, loads fail.
    case wait
    /// As ``wait``, and if the device can't be opened at the start, loads are suppressed until it
    /// can. The engine looks for it every 4 seconds. For machines whose device comes later, such as
    /// one on USB.
    case waitFromStart
    /// The system's output is used until it returns.
    case fallBack
  }

  /// What an engine's volume changes. It is never a device's volume.
  @nonexhaustive public enum VolumeKind: Sendable, Hashable {
    /// The samples, before they reach the output. A change is audible once the output has played
    /// its buffer.
    case software
    /// The volume of the app's stream on the sound server (PulseAudio), which applies it in
    /// software. A change is audible at once, and the system's mixer shows it. Use it for one
    /// engine per process: the server remembers one volume for all streams of the same name.
    ///
    /// The engine's volume is multiplied by the user's volume for the app in the mixer, which is
    /// restored when nothing plays. The engine reads the user's volume before each change and does
    /// not follow it.
    case stream
  }

  /// The configuration of an engine.
  public struct Configuration: Sendable {
    /// The destination of the audio.
    public var output: Output
    /// What happens when the device of ``Output/device(_:)`` or ``MPVEngine/setDevice(_:)``
    /// disappears.
    public var deviceLoss = DeviceLoss.wait
    /// How the samples of tracks reach the output. A file and a pipe always use
    /// ``Quality/fixed(rate:)``; with another value, at 44,100 Hz.
    public var quality: Quality
    /// Whether the engine uses its device exclusively, so that the system neither mixes nor
    /// resamples. Works with CoreAudio and WASAPI. With ALSA, use a device id (`alsa/hw:…`)
    /// instead. If another app uses the device, loads fail with
    /// ``PlayerKit/PlayerError/Code/outputFailed``.
    public var isExclusive = false
    /// Whether rounding to integer samples is dithered: a little noise replaces distortion. Applies
    /// if the output has fewer bits than the track, or if 16-bit audio is resampled. If `false`,
    /// samples are rounded and identical in each run.
    public var dithers = true
    /// The kind of volume if the output has a volume for the app; otherwise it is software.
    /// ReplayGain and processing gains are always software. ``MPVEngine/volumeKind`` returns the
    /// kind in use.
    public var volumeKind = VolumeKind.software
    /// How much audio is handed to the output ahead of time, clamped to 20 ms to 2 s.
    ///
    /// A smaller buffer wakes threads more often, which is most of the cost of playback. A larger
    /// one delays software volume changes. Other commands drop the buffer, so it does not delay
    /// them. Above 0.2 s, libmpv also takes longer to accept commands at the end of a queue; see
    /// ``MPVEngine``.
    ///
    /// PulseAudio, PipeWire, ALSA and the null output use it approximately. Other outputs and files
    /// ignore it.
    public var outputBuffer: Duration
    /// How long a server may be silent before a load fails with
    /// ``PlayerKit/PlayerError/Code/timedOut``. Later parts of a file are retried twice first, so
    /// that takes three times as long plus half a second.
    public var networkTimeout: Duration
    /// The disk cache for media from HTTP; `nil` for no cache. Several engines may share one.
    public var cache: MediaCache?
    /// The HTTP addresses that media may come from. Other addresses fail with
    /// ``PlayerKit/PlayerError/Code/blockedURL``. A source may narrow this with
    /// ``PlayerKit/MediaSource/reach``.
    public var reach: MediaSource.Reach
    /// How long the engine tries to reconnect a live stream that breaks off or falls silent. Loads
    /// wait for bytes meanwhile, and fail afterwards. The delays between attempts grow to 15 s; 0
    /// disables reconnection. A connection that lasts 5 s restarts the time. A stream that can't be
    /// opened at first fails at once. If there are mirrors, they are tried after 20 s. A live HLS
    /// playlist has this time for its next part, plus three of its target durations and
    /// ``networkTimeout``.
    public var reconnection: Duration
    /// How long a live stream may be paused and still resume where it was. After a longer pause it
    /// resumes at the live position (``PlayerKit/PositionDiscontinuity/Reason/liveEdge``).
    public var longestLivePause: Duration
    /// The maximum number of entries read from a server's playlist. More are left out.
    public var maximumListEntries = 1_000
    /// The maximum bit rate, in bits per second, for a stream with variants (HLS); `nil` for no
    /// limit. If all variants exceed it, the one with the lowest bit rate plays.
    public var largestBitRate: Int?
    /// How long the audio fades out before a pause, seek or stop, and fades in after a pause or
    /// seek, to avoid clicks. At most 1 s; 0 disables it. States and positions do not wait for it.
    ///
    /// Works only if the output has a volume for the app that takes effect at once (PulseAudio,
    /// PipeWire): the fade moves this volume in steps of 1 ms and restores it. A pause is audible
    /// 15 ms after the fade.
    public var fade: Duration
    /// The clock for position anchors.
    public var clock: any PlaybackClock
    /// Receives libmpv's log messages, at `debug` and above. They may name devices and formats, but
    /// never URLs, as libmpv does not get any.
    public var logger: Logger
    /// Called with each notice, serially, on a thread of the engine. Must not block.
    public var onNotice: @Sendable (OutputNotice) -> Void

    /// Creates a configuration.
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

    /// How much audio the output itself buffers. A pipe would still deliver a larger buffer after a
    /// pause.
    var deviceBuffer: Duration {
      if case .pipe = output { .milliseconds(10) } else { heldSound }
    }

    /// ``outputBuffer``, clamped to its bounds.
    var heldSound: Duration { min(max(outputBuffer, .milliseconds(20)), .seconds(2)) }

    var loading: LoadingSettings {
      var loading = LoadingSettings(
        networkTimeout: networkTimeout,
        cache: cache,
        reach: reach,
        reconnection: reconnection,
        largestBitRate: largestBitRate ?? .max
      )
      loading.lists.maximumEntries = maximumListEntries
      #if Inspection
        let reader = FolderTagReader()
        loading.lists.tags = { reader.metadata(of: $0) }
      #endif
      return loading
    }
  }
}

import PlayerKitMedia

/// The options that every core gets, by purpose. Measured together with libmpv 0.35.
enum MPVOptions {
  /// A library's core: no windows, scripts, keys, configuration files.
  static let embedding: KeyValuePairs = [
    "config": "no", "load-scripts": "no", "osc": "no", "input-default-bindings": "no",
    "terminal": "no", "idle": "yes", "vid": "no", "vo": "null", "audio-display": "no",
    "sid": "no", "sub-auto": "no", "audio-file-auto": "no", "audio-client-name": "PlayerKit",
  ]

  /// Unknown to some versions of libmpv, and only there to save time and memory.
  static let optional: KeyValuePairs = [
    "load-stats-overlay": "no", "load-osd-console": "no", "load-auto-profiles": "no",
    "load-console": "no", "load-select": "no", "load-positioning": "no", "load-commands": "no",
  ]

  /// Whatever a stream's bytes say, nothing but that stream is opened. Our loader's names count as
  /// trusted, so that without these an m3u, HLS or EDL body would open local files. None of them is
  /// optional: a core that refuses one is not used. What streams may allocate is bounded by
  /// `GuardedByteStream`, since libmpv has no such option.
  static let security: KeyValuePairs = [
    "demuxer": "lavf", "demuxer-lavf-o": "protocol_whitelist=[none],max_streams=200",
    "stream-lavf-o": "protocol_whitelist=[none]", "load-unsafe-playlists": "no",
    "access-references": "no", "ordered-chapters": "no", "autoload-files": "no", "ytdl": "no",
    "tls-verify": "yes", "cover-art-auto": "no",
  ]

  /// Joints without a gap, and seeks to the sample.
  ///
  /// More channels than two are mixed so that the sum never clips: 5.1 is quieter by 7.66 dB then.
  ///
  /// What libmpv holds is unpacked and takes twice the room of the bytes: 20 s ahead, beside what our
  /// loader has, and 1 MiB behind, 20 s of MP3, in which a way back is exact and asks nobody.
  static let playback: KeyValuePairs = [
    "gapless-audio": "yes", "prefetch-playlist": "yes", "hr-seek": "yes", "keep-open": "no",
    "audio-channels": "stereo", "audio-normalize-downmix": "yes",
    "audio-pitch-correction": "yes", "volume-max": "100",
    "replaygain": "no", "save-position-on-quit": "no", "resume-playback": "no",
    "cache": "yes", "cache-secs": "20", "cache-pause-initial": "no",
    "demuxer-max-bytes": "16MiB", "demuxer-max-back-bytes": "1MiB", "demuxer-donate-buffer": "no",
  ]
}

extension MPVOptions {
  /// Where the sound goes.
  static func output(_ output: MPVEngine.Output) -> KeyValuePairs<String, String> {
    switch output {
    case .auto: ["audio-format": "float", "audio-fallback-to-null": "yes"]
    // As decoders give it: nobody hears what is converted.
    case .null: ["audio-format": "floatp", "ao": "null"]
    // The core opens its output anew after each pause between tracks.
    case .pcm(let path):
      [
        "audio-format": "s16", "ao": "pcm", "ao-pcm-file": path, "ao-pcm-waveheader": "no",
        "ao-pcm-append": "yes",
      ]
    case .device(let id): ["audio-format": "float", "audio-device": id]
    // ALSA's file, which takes what the pipe has room for, and tells no delay. libmpv's own output into
    // a file takes 1.4 s at once, and stands still until they are read.
    case .pipe(let path):
      [
        "audio-format": "s16", "ao": "alsa", "audio-device": "alsa/file:\(path),raw",
        "alsa-ignore-chmap": "yes", "alsa-periods": "4",
      ]
    }
  }

  /// How much sound an output holds; a libmpv without one of the outputs does without.
  ///
  /// libmpv's own buffer before it is as large, and 0.2 s at least.
  static func buffer(_ buffer: Duration) -> KeyValuePairs<String, String> {
    let seconds = buffer.seconds
    let milliseconds = String(Int(seconds * 1_000))
    return [
      "pulse-buffer": milliseconds, "pipewire-buffer": milliseconds,
      "alsa-buffer-time": milliseconds + "000", "ao-null-buffer": String(seconds),
    ]
  }
}

extension MPVHandle {
  /// A core of a library, that has no purpose yet.
  convenience init(_ required: KeyValuePairs<String, String>...) throws(MPVFailure) {
    try self.init()
    do throws(MPVFailure) {
      for options in [MPVOptions.embedding] + required { try setOptions(options) }
    } catch {
      destroy()
      throw error
    }
    setOptionsIfKnown(MPVOptions.optional)
  }

  /// A core that plays what a registry has.
  convenience init(
    _ configuration: MPVEngine.Configuration,
    _ registry: StreamRegistry,
    sampleFormat: String? = nil
  ) throws(MPVFailure) {
    let output = MPVOptions.output(configuration.output)
    // A device that is not there at first is no failure where another one is taken.
    let loss: KeyValuePairs =
      configuration.deviceLoss == .fallBack ? ["audio-fallback-to-null": "yes"] : [:]
    try self.init(
      MPVOptions.security,
      MPVOptions.playback,
      output,
      loss,
      MPVOptions.quality(configuration)
    )
    setOptionsIfKnown(MPVOptions.buffer(configuration.deviceBuffer))
    do throws(MPVFailure) {
      if let sampleFormat { try setOption("audio-format", sampleFormat) }
      try requestLog(level: "warn")
      try initialize()
      try addStreamProtocol(StreamRegistry.scheme) { registry.open($0) }
      for hook in MPVHook.allCases { try addHook(hook.rawValue) }
      for property in ["idle-active", "paused-for-cache", "current-ao"] { try observe(property) }
      for property in [MPVCore.sourceFormat, MPVCore.outputFormat] { try observe(property) }
    } catch {
      destroy()
      throw error
    }
  }

  private func setOptions(_ options: KeyValuePairs<String, String>) throws(MPVFailure) {
    for (name, value) in options { try setOption(name, value) }
  }

  /// Sets what some versions of libmpv lack; they do without.
  func setOptionsIfKnown(_ options: KeyValuePairs<String, String>) {
    for (name, value) in options { try? setOption(name, value) }
  }
}

import PlayerKitMedia

/// The options for every core, by purpose. Tested together with libmpv 0.35.
enum MPVOptions {
  /// Options for use as a library: no windows, scripts, keys or configuration files.
  static let embedding: KeyValuePairs = [
    "config": "no", "load-scripts": "no", "osc": "no", "input-default-bindings": "no",
    "terminal": "no", "idle": "yes", "vid": "no", "vo": "null", "audio-display": "no",
    "sid": "no", "sub-auto": "no", "audio-file-auto": "no", "audio-client-name": "PlayerKit",
  ]

  /// Unknown to some versions of libmpv. They only save time and memory.
  static let optional: KeyValuePairs = [
    "load-stats-overlay": "no", "load-osd-console": "no", "load-auto-profiles": "no",
    "load-console": "no", "load-select": "no", "load-positioning": "no", "load-commands": "no",
  ]

  /// Nothing but the stream itself is opened, regardless of its bytes. libmpv trusts our loader's
  /// names, so without these options an M3U, HLS or EDL body could open local files. None is
  /// optional: a core that refuses one is not used. libmpv has no option for the memory that
  /// streams may allocate, so `GuardedByteStream` bounds it.
  static let security: KeyValuePairs = [
    "demuxer": "lavf", "demuxer-lavf-o": "protocol_whitelist=[none],max_streams=200",
    "stream-lavf-o": "protocol_whitelist=[none]", "load-unsafe-playlists": "no",
    "access-references": "no", "ordered-chapters": "no", "autoload-files": "no", "ytdl": "no",
    "tls-verify": "yes", "cover-art-auto": "no",
  ]

  /// Gapless transitions and sample-exact seeks.
  ///
  /// More than two channels are mixed so that the sum never clips: 5.1 becomes 7.66 dB quieter.
  ///
  /// libmpv's buffer is demuxed and takes twice the size of the bytes. It holds 20 s ahead, in
  /// addition to our loader's buffer, and 1 MiB back, which is 20 s of MP3. Seeking back within it
  /// is exact and needs no request.
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
  /// The options for a destination of the audio.
  static func output(_ output: MPVEngine.Output) -> KeyValuePairs<String, String> {
    switch output {
    case .auto: ["audio-format": "float", "audio-fallback-to-null": "yes"]
    // The decoders' native format: converting silence is useless.
    case .null: ["audio-format": "floatp", "ao": "null"]
    // The core reopens its output after each pause between tracks.
    case .pcm(let path):
      [
        "audio-format": "s16", "ao": "pcm", "ao-pcm-file": path, "ao-pcm-waveheader": "no",
        "ao-pcm-append": "yes",
      ]
    case .device(let id): ["audio-format": "float", "audio-device": id]
    // ALSA's file output, which accepts as much as the pipe has room for and reports no delay.
    // libmpv's own file output takes 1.4 s at once and blocks until they are read.
    case .pipe(let path):
      [
        "audio-format": "s16", "ao": "alsa", "audio-device": "alsa/file:\(path),raw",
        "alsa-ignore-chmap": "yes", "alsa-periods": "4",
      ]
    }
  }

  /// The options for the size of the output's buffer. They are optional, as libmpv may lack some
  /// outputs.
  ///
  /// libmpv's own buffer before the output has the same size, but at least 0.2 s.
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
  /// Creates a core for library use, without a specific purpose.
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

  /// Creates a core that plays the entries of a registry.
  convenience init(
    _ configuration: MPVEngine.Configuration,
    _ registry: StreamRegistry,
    sampleFormat: String? = nil
  ) throws(MPVFailure) {
    let output = MPVOptions.output(configuration.output)
    // With a silent fallback, an initially missing device is not an error.
    let loss: KeyValuePairs =
      configuration.deviceLoss == .wait ? [:] : ["audio-fallback-to-null": "yes"]
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

  /// Sets options that some versions of libmpv lack; failures are ignored.
  func setOptionsIfKnown(_ options: KeyValuePairs<String, String>) {
    for (name, value) in options { try? setOption(name, value) }
  }
}

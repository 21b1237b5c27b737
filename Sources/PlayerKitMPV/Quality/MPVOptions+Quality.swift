extension MPVOptions {
  static let channels = "audio-channels"
  static let rate = "audio-samplerate"
  /// How libswresample goes from one format to another.
  static let conversion = "audio-swresample-o"

  /// Triangular noise where bits are lost, and only there.
  private static let dither = "dither_method=triangular"

  /// The format that the output is opened with.
  static func quality(
    _ configuration: MPVEngine.Configuration
  ) -> KeyValuePairs<String, String> {
    let exclusive = configuration.isExclusive ? "yes" : "no"
    let dither = configuration.dithers ? Self.dither : ""
    return switch configuration.outputQuality {
    case .fixed(let rate):
      [
        self.rate: String(rate), channels: "stereo", conversion: dither,
        "audio-exclusive": exclusive,
      ]
    case .device:
      [channels: "stereo", conversion: dither, "audio-exclusive": exclusive]
    case .source:
      [
        "gapless-audio": "weak", channels: keptChannels, conversion: dither,
        "audio-exclusive": exclusive,
      ]
    }
  }

  /// Those of the track, where the device says that it has them.
  static let keptChannels = "auto-safe"
}

// What the device has by its own.
extension MPVCore {
  /// Another device is to have the sound: everything becomes what it has, where that is wanted.
  func adoptDevice() {
    switch (configuration.outputQuality, configuration.output) {
    case (.fixed, _), (_, .null), (_, .pcm), (_, .pipe): return
    case (_, .auto), (_, .device): break
    }
    formats.device = DeviceFormat(asking: outputWatch.device)
    switch configuration.outputQuality {
    case .fixed: break
    case .device:
      setIfNew(MPVOptions.rate, formats.device.map { "\($0.rate)" } ?? "0")
      setIfNew(MPVOptions.channels, formats.device?.layout ?? "stereo")
    case .source:
      // A sound server takes any layout, and would mix by itself what the device does not have.
      setIfNew(MPVOptions.channels, formats.device?.keptLayouts ?? MPVOptions.keptChannels)
    }
  }

  /// libmpv opens the output anew with each of these, also where it says what was there.
  private func setIfNew(_ option: String, _ value: String) {
    guard formats.options[option] != value else { return }
    formats.options[option] = value
    set(option, value)
  }
}

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
  /// What a device has by its own, where that matters. Asks the sound server, for half a second at most.
  ///
  /// - Parameter device: its id; `nil`: the system's output.
  func deviceFormat(of device: String?) -> DeviceFormat? {
    switch (configuration.outputQuality, configuration.output) {
    case (.fixed, _), (_, .null), (_, .pcm), (_, .pipe): nil
    case (_, .auto), (_, .device): DeviceFormat(asking: device)
    }
  }

  /// Sets the format for a device that is about to get the sound.
  func adopt(_ format: DeviceFormat?) {
    formats.device = format
    switch (configuration.outputQuality, configuration.output) {
    case (.fixed, _), (_, .null), (_, .pcm), (_, .pipe): break
    case (.device, _):
      // Until it is open, what begins is made for what it tells.
      formats.output = nil
      setIfNew(MPVOptions.rate, formats.device.map { "\($0.rate)" } ?? "0")
      setIfNew(MPVOptions.channels, formats.device?.layout ?? "stereo")
    case (.source, _):
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

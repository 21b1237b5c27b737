extension MPVOptions {
  static let channels = "audio-channels"
  static let rate = "audio-samplerate"
  /// The option for libswresample's conversion of formats.
  static let conversion = "audio-swresample-o"

  /// Triangular noise, only if bits are lost.
  private static let dither = "dither_method=triangular"

  /// The options for the format of the output.
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

  /// The track's channels, if the device reports that it supports them.
  static let keptChannels = "auto-safe"
}

// The native format of the device.
extension MPVCore {
  /// Returns the native format of a device, if it is needed. Queries the sound server, for at most
  /// half a second.
  ///
  /// - Parameter device: its id; `nil` for the system's output.
  func deviceFormat(of device: String?) -> DeviceFormat? {
    switch (configuration.outputQuality, configuration.output) {
    case (.fixed, _), (_, .null), (_, .pcm), (_, .pipe): nil
    case (_, .auto), (_, .device): DeviceFormat(asking: device)
    }
  }

  /// Sets the format for a device that will get the audio.
  func adopt(_ format: DeviceFormat?) {
    formats.device = format
    switch (configuration.outputQuality, configuration.output) {
    case (.fixed, _), (_, .null), (_, .pcm), (_, .pipe): break
    case (.device, _):
      // Until it is open, new entries use the format that it reports.
      formats.output = nil
      setIfNew(MPVOptions.rate, formats.device.map { "\($0.rate)" } ?? "0")
      setIfNew(MPVOptions.channels, formats.device?.layout ?? "stereo")
    case (.source, _):
      // A sound server accepts any layout and would mix missing channels itself.
      setIfNew(MPVOptions.channels, formats.device?.keptLayouts ?? MPVOptions.keptChannels)
    }
  }

  /// libmpv reopens the output whenever one of these is set, even to the same value.
  private func setIfNew(_ option: String, _ value: String) {
    guard formats.options[option] != value else { return }
    formats.options[option] = value
    set(option, value)
  }
}

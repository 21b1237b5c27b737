import PlayerKit

extension SoundFormat.Samples {
  /// Creates a format from libmpv's parameters, such as `audio-params`; `nil` if they have none.
  ///
  /// - Parameter bits: how many bits of integer samples are used, if known.
  init?(_ parameters: MPVValue, bits: Int? = nil) {
    guard let rate = parameters["samplerate"].number.flatMap({ Int(exactly: $0) }) else {
      return nil
    }
    self.init(
      rate: rate,
      encoding: parameters["format"].text.flatMap { SoundFormat.Encoding(libmpv: $0, bits: bits) },
      channels: parameters["channel-count"].number.flatMap { Int(exactly: $0) },
      layout: parameters["hr-channels"].text ?? parameters["channels"].text
    )
  }

  /// Returns whether an output for one format also fits the other.
  func isOpenedAs(_ other: Self) -> Bool {
    rate == other.rate && channels == other.channels && layout == other.layout
  }
}

extension SoundFormat.Encoding {
  /// Creates an encoding from libmpv's name of a sample format; `nil` if the name is of no PCM
  /// format.
  ///
  /// - Parameter bits: how many bits of integer samples are used.
  init?(libmpv name: String, bits: Int?) {
    switch name {
    case "u8", "u8p": self = .integer(bits: 8)
    case "s16", "s16p": self = .integer(bits: min(bits ?? 16, 16))
    case "s32", "s32p": self = .integer(bits: min(bits ?? 32, 32))
    case "s64", "s64p": self = .integer(bits: min(bits ?? 64, 64))
    case "float", "floatp": self = .float(bits: 32)
    case "double", "doublep": self = .float(bits: 64)
    default: return nil
    }
  }
}

extension SoundFormat.Encoding {
  /// Returns how many bits of a decoder's integer samples are used.
  ///
  /// - Parameter codec: libmpv's name for the codec.
  static func bits(codec: String?, head: Int?) -> Int? {
    guard let codec else { return nil }
    if codec == "flac" { return head }
    guard codec.hasPrefix("pcm_") else { return nil }
    return [8, 16, 24, 32, 64].first { codec.dropFirst(5).hasPrefix("\($0)") }
  }

  /// Returns the bits that a FLAC header declares; `nil` if it is not FLAC.
  static func bits(ofFLAC bytes: UnsafeRawBufferPointer) -> Int? {
    // Before it come the signature, the first block's header, and the sizes of blocks and frames.
    guard bytes.count >= 22, bytes.prefix(4).elementsEqual("fLaC".utf8), bytes[4] & 0x7F == 0 else {
      return nil
    }
    return Int((bytes[20] & 1) << 4 | bytes[21] >> 4) + 1
  }
}

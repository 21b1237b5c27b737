import PlayerKitCMPV

/// The native format of a device, if a sound server reports it.
struct DeviceFormat: Sendable, Equatable {
  let rate: Int
  let channels: Int
  /// Whether the surround speakers are at the sides and not at the back.
  var hasSides = false

  /// Longer than any working server takes to answer, in microseconds.
  private static let timeout: Int64 = 500_000

  /// Queries a libmpv device; `nil` for the system's output. Blocks for a few ms.
  ///
  /// - Returns: `nil` if no server knows the device.
  init?(asking device: String?) {
    guard let sink = Self.sink(of: device) else { return nil }
    let format = pk_pulse_sink_format(sink, Self.timeout)
    guard format.rate > 0, format.channels > 0 else { return nil }
    (rate, channels) = (Int(format.rate), Int(format.channels))
    hasSides = format.hasSides != 0 && format.hasRear == 0
  }

  init(rate: Int, channels: Int, hasSides: Bool = false) {
    (self.rate, self.channels, self.hasSides) = (rate, channels, hasSides)
  }

  /// Returns the server's name of the device; `nil` if it is not a device of the server.
  static func sink(of device: String?) -> String? {
    guard let device, device != "auto" else { return "@DEFAULT_SINK@" }
    let parts = device.split(separator: "/", maxSplits: 1)
    guard let output = parts.first, output == "pulse" || output == "pipewire" else { return nil }
    return parts.count > 1 ? String(parts[1]) : "@DEFAULT_SINK@"
  }

  /// The channel layout, in libmpv's syntax, to which everything is converted. Channels beyond the
  /// known layouts are left out.
  var layout: String {
    switch channels {
    case ..<2: "mono"
    case ..<6: "stereo"
    case ..<8: surround
    default: "7.1"
    }
  }

  /// The channel layouts, in libmpv's syntax, that tracks may keep.
  var keptLayouts: String {
    switch channels {
    case ..<2: "mono"
    case ..<6: "mono,stereo"
    case ..<8: "mono,stereo,\(surround)"
    default: "mono,stereo,5.1,5.1(side),7.1"
    }
  }

  private var surround: String { hasSides ? "5.1(side)" : "5.1" }
}

import PlayerKitCMPV

/// What a device has by its own, as far as a sound server tells.
struct DeviceFormat: Sendable, Equatable {
  let rate: Int
  let channels: Int
  /// Whether those beside the listener are at the sides, and not behind.
  var hasSides = false

  /// Longer than any server that works takes to answer.
  private static let timeout: Int64 = 500_000

  /// Asks for a device of libmpv's; `nil`: for the system's output. Blocks for some ms.
  ///
  /// - Returns: `nil` where no server knows the device.
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

  /// The server's name of the device; `nil` where it is not the server's.
  static func sink(of device: String?) -> String? {
    guard let device, device != "auto" else { return "@DEFAULT_SINK@" }
    let parts = device.split(separator: "/", maxSplits: 1)
    guard let output = parts.first, output == "pulse" || output == "pipewire" else { return nil }
    return parts.count > 1 ? String(parts[1]) : "@DEFAULT_SINK@"
  }

  /// The channels in libmpv's words, for everything to become; those of more than are known are left out.
  var layout: String {
    switch channels {
    case ..<2: "mono"
    case ..<6: "stereo"
    case ..<8: surround
    default: "7.1"
    }
  }

  /// The channels in libmpv's words that tracks may keep.
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

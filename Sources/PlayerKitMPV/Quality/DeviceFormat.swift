import CMPV

/// What a device has by its own, as far as a sound server tells.
struct DeviceFormat: Sendable, Equatable {
  let rate: Int
  let channels: Int

  /// Longer than any server that works takes to answer.
  private static let patience: Int64 = 500_000

  /// Asks for a device of libmpv's; `nil`: for the system's output. Blocks for some ms.
  ///
  /// - Returns: `nil` where no server knows the device.
  init?(asking device: String?) {
    guard let sink = Self.sink(of: device) else { return nil }
    let format = pk_pulse_sink_format(sink, Self.patience)
    guard format.rate > 0, format.channels > 0 else { return nil }
    (rate, channels) = (Int(format.rate), Int(format.channels))
  }

  init(rate: Int, channels: Int) {
    (self.rate, self.channels) = (rate, channels)
  }

  /// The server's name of the device; `nil` where it is not the server's.
  static func sink(of device: String?) -> String? {
    guard let device, device != "auto" else { return "@DEFAULT_SINK@" }
    let parts = device.split(separator: "/", maxSplits: 1)
    guard let output = parts.first, output == "pulse" || output == "pipewire" else { return nil }
    return parts.count > 1 ? String(parts[1]) : "@DEFAULT_SINK@"
  }

  /// The channels in libmpv's words, for everything to become; those of more than are known are left out.
  var channelLayout: String {
    switch channels {
    case 1: "mono"
    case ..<6: "stereo"
    case ..<8: "5.1"
    default: "7.1"
    }
  }
}

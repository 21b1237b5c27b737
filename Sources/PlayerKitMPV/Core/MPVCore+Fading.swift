import Foundation
import PlayerKit

// The output's own volume, by which pauses and seeks are softened.
extension MPVCore {
  /// Outputs whose volume is that of the app's stream, not of the device, and is heard at once. A
  /// change of libmpv's own volume is heard when what the output holds has been played.
  private static let fadingOutputs: Set<String> = ["pulse", "pipewire"]

  var canFade: Bool { outputName.map(Self.fadingOutputs.contains) ?? false }

  func carryOut(_ operations: [Fader.Operation]) {
    for operation in operations {
      switch operation {
      case .perform(let action): perform(action)
      case .setLevel(let level): setLevel(level)
      }
    }
  }

  private func setLevel(_ level: Double) {
    // What the user set, in the system's mixer perhaps, comes back after each fade.
    guard let full = outputVolume ?? handle.double("ao-volume") else { return }
    outputVolume = level < 1 ? full : nil
    // Volumes of streams are cubic.
    attempt { () throws(MPVFailure) in
      try handle.set("ao-volume", .double(full * cbrt(level)))
    }
  }
}

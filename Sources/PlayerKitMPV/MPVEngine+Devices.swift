import Dispatch
import PlayerKit

/// An output that an ``MPVEngine`` can use.
public struct AudioDevice: Sendable, Hashable, Identifiable {
  /// What ``MPVEngine/Output/device(_:)`` takes, such as `pulse/SINK`.
  public let id: String
  /// What the system calls it, for people.
  public let name: String
  /// Whether this is the one that ``MPVEngine/Output/auto`` takes.
  public let isDefault: Bool

  /// Makes a description.
  public init(id: String, name: String, isDefault: Bool) {
    self.id = id
    self.name = name
    self.isDefault = isDefault
  }
}

extension MPVEngine {
  /// The outputs that the system has now, the default one first.
  ///
  /// Needs no engine and opens no output. Takes some milliseconds, on a thread of its own.
  ///
  /// - Throws: ``PlayerKit/PlayerError`` with the code `outputFailed` where libmpv cannot be set up.
  public static func devices() async throws(PlayerError) -> [AudioDevice] {
    let result: Result<[AudioDevice], PlayerError> = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(
          returning: Result { () throws(MPVFailure) in try listDevices() }
            .mapError(setUpFailed)
        )
      }
    }
    return try result.get()
  }

  static func setUpFailed(_ failure: MPVFailure) -> PlayerError {
    PlayerError(.outputFailed, "libmpv could not be set up: \(failure.text).")
  }

  private static func listDevices() throws(MPVFailure) -> [AudioDevice] {
    let handle = try MPVHandle([:])
    defer { handle.destroy() }
    try handle.initialize()
    guard case .array(let items) = handle.get("audio-device-list") else { return [] }
    return items.compactMap(AudioDevice.init)
  }
}

extension AudioDevice {
  /// An item of libmpv's list.
  init?(_ item: MPVValue) {
    guard let id = item["name"].text else { return nil }
    self.init(id: id, name: item["description"].text ?? id, isDefault: id == "auto")
  }
}

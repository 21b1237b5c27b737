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
    let result = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: listDevices()) }
    }
    do {
      return try result.get()
    } catch {
      throw setUpFailed(error)
    }
  }

  static func setUpFailed(_ failure: MPVFailure) -> PlayerError {
    PlayerError(.outputFailed, "libmpv could not be set up: \(failure.text).")
  }

  private static func listDevices() -> Result<[AudioDevice], MPVFailure> {
    do throws(MPVFailure) {
      let handle = try MPVHandle()
      defer { handle.destroy() }
      try handle.setOptions(MPVOptions.embedding)
      handle.setOptionalOptions()
      try handle.initialize()
      guard case .array(let items) = handle.get("audio-device-list") else { return .success([]) }
      return .success(items.compactMap(AudioDevice.init))
    } catch {
      return .failure(error)
    }
  }
}

extension AudioDevice {
  /// An item of libmpv's list.
  init?(_ item: MPVValue) {
    guard let id = item["name"].text else { return nil }
    self.init(id: id, name: item["description"].text ?? id, isDefault: id == "auto")
  }
}

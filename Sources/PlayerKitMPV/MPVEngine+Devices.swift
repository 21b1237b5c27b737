import Dispatch
import PlayerKit

/// An output that an ``MPVEngine`` can use.
public struct AudioDevice: Sendable, Hashable, Identifiable {
  /// What ``MPVEngine/Output/device(_:)`` takes, such as `pulse/SINK`.
  public let id: String
  /// What the system calls it, for people.
  public let name: String
  /// Whether this stands for the system's output (``MPVEngine/Output/auto``), and not for one device.
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

  /// The outputs that the system has: the list as it is, then the new one each time that it changes.
  ///
  /// PulseAudio, PipeWire and the Mac tell of changes; ALSA by itself does not. Which of the devices is the
  /// system's default is not told: ``Output/auto`` follows it. Needs no engine and opens no output. It has a
  /// thread of its own, which ends when the sequence is dropped or its task is cancelled. Each sequence looks
  /// for itself; of several lists that nobody took, the latest is kept.
  ///
  /// - Throws: the sequence throws ``PlayerKit/PlayerError`` with the code `outputFailed` where libmpv cannot be
  ///   set up.
  public static func deviceLists() -> AsyncThrowingStream<[AudioDevice], any Error> {
    let (stream, continuation) = AsyncThrowingStream<[AudioDevice], any Error>.makeStream(
      bufferingPolicy: .bufferingNewest(1)
    )
    do throws(MPVFailure) {
      let watch = try DeviceWatch { continuation.yield($0) }
      guard watch.start(onEnd: { continuation.finish() }) else {
        throw MPVFailure(code: 0, text: "There is no room for another thread.")
      }
      continuation.onTermination = { _ in watch.end() }
    } catch {
      continuation.finish(throwing: setUpFailed(error))
    }
    return stream
  }

  /// Moves the sound to a device, also while it plays; `nil`: to the system's output. It goes on where it
  /// was heard last, some 50 ms later. Where nothing plays, it holds for what comes.
  ///
  /// Where the device can't be opened, it counts as lost (``Configuration/deviceLoss``). No effect where the
  /// output is a file, a pipe or silence, and after ``close()``. The same device again: no effect, unless it
  /// is lost; then it is looked for at once. Any thread; returns at once.
  ///
  /// - Parameter id: of an ``AudioDevice``, such as `pulse/SINK`.
  public func setDevice(_ id: AudioDevice.ID?) {
    core.submit { $0.setDevice(id) }
  }

  static func setUpFailed(_ failure: MPVFailure) -> PlayerError {
    PlayerError(.outputFailed, "libmpv could not be set up: \(failure.text).")
  }

  private static func listDevices() throws(MPVFailure) -> [AudioDevice] {
    let handle = try MPVHandle([:])
    defer { handle.destroy() }
    try handle.initialize()
    return AudioDevice.list(handle.get("audio-device-list"))
  }
}

extension AudioDevice {
  /// The devices in libmpv's list.
  static func list(_ value: MPVValue) -> [AudioDevice] {
    guard case .array(let items) = value else { return [] }
    return items.compactMap(AudioDevice.init)
  }

  /// An item of libmpv's list.
  init?(_ item: MPVValue) {
    guard let id = item["name"].text else { return nil }
    self.init(id: id, name: item["description"].text ?? id, isDefault: id == "auto")
  }
}

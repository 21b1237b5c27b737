import Dispatch
import PlayerKit

/// An output that an ``MPVEngine`` can use.
public struct AudioDevice: Sendable, Hashable, Identifiable {
  /// The id for ``MPVEngine/Output/device(_:)``, such as `pulse/SINK`.
  public let id: String
  /// The system's name for it, for people.
  public let name: String
  /// Whether this stands for the system's output (``MPVEngine/Output/auto``) rather than for one
  /// device.
  public let isDefault: Bool

  /// Creates a description.
  public init(id: String, name: String, isDefault: Bool) {
    self.id = id
    self.name = name
    self.isDefault = isDefault
  }
}

extension MPVEngine {
  /// Returns the current outputs of the system, the default one first.
  ///
  /// Needs no engine and opens no output. Takes a few milliseconds on another thread.
  ///
  /// - Throws: ``PlayerKit/PlayerError`` with the code `outputFailed` if libmpv can't be set up.
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

  /// Returns a sequence of the system's outputs: the current list, then a new list after each
  /// change.
  ///
  /// PulseAudio, PipeWire and macOS report changes; plain ALSA does not. Changes of the default
  /// device are not reported: ``Output/auto`` follows them. Needs no engine and opens no output.
  /// Each sequence has its own thread, which ends when the sequence is dropped or its task is
  /// cancelled. It keeps only the latest list until the consumer reads it.
  ///
  /// - Throws: The sequence throws ``PlayerKit/PlayerError`` with the code `outputFailed` if libmpv
  ///   can't be set up.
  public static func deviceLists() -> AsyncThrowingStream<[AudioDevice], any Error> {
    let (stream, continuation) = AsyncThrowingStream<[AudioDevice], any Error>.makeStream(
      bufferingPolicy: .bufferingNewest(1)
    )
    do throws(MPVFailure) {
      let watch = try DeviceWatch { continuation.yield($0) }
      guard watch.start(onEnd: { continuation.finish() }) else {
        throw MPVFailure(code: 0, text: "The system allows no more threads. End other programs.")
      }
      continuation.onTermination = { _ in watch.end() }
    } catch {
      continuation.finish(throwing: setUpFailed(error))
    }
    return stream
  }

  /// Moves the audio to a device, also during playback; `nil` for the system's output. Audio
  /// resumes where it was last heard, some 50 ms later. If nothing plays, the next load uses the
  /// device.
  ///
  /// If the device can't be opened, it counts as lost (``Configuration/deviceLoss``). Has no effect
  /// if the output is a file, a pipe or silence, or after ``close()``. Setting the same device
  /// again has no effect unless it is lost; then the engine looks for it at once. Callable from any
  /// thread; returns at once.
  ///
  /// - Parameter id: the id of an ``AudioDevice``, such as `pulse/SINK`.
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
  /// Returns the devices in libmpv's list.
  static func list(_ value: MPVValue) -> [AudioDevice] {
    guard case .array(let items) = value else { return [] }
    return items.compactMap(AudioDevice.init)
  }

  /// Creates a device from an item of libmpv's list.
  init?(_ item: MPVValue) {
    guard let id = item["name"].text else { return nil }
    self.init(id: id, name: item["description"].text ?? id, isDefault: id == "auto")
  }
}

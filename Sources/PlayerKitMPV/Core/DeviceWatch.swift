import PlayerKitSystem

/// Watches the available outputs through its own libmpv core.
final class DeviceWatch: Sendable {
  private static let property = "audio-device-list"

  private let handle: MPVHandle
  private let executor: MPVExecutor
  private let last = Locked<[AudioDevice]?>(nil)
  private let onList: @Sendable ([AudioDevice]) -> Void

  /// - Parameter onList: called on the thread of the watch with each list that differs from the
  ///   previous one.
  init(onList: @escaping @Sendable ([AudioDevice]) -> Void) throws(MPVFailure) {
    self.onList = onList
    handle = try MPVHandle([:])
    executor = MPVExecutor(handle: handle)
    do throws(MPVFailure) {
      try handle.initialize()
      try handle.observe(Self.property)
    } catch {
      handle.destroy()
      throw error
    }
  }

  /// Starts watching.
  ///
  /// - Returns: whether a thread could be started. If not, the watch has ended.
  func start(onEnd: @escaping @Sendable () -> Void) -> Bool {
    executor.start(timeout: { -1 }, onEvent: { [self] in handle($0) }, onEnd: onEnd)
  }

  /// Ends the watch soon after. A second call has no effect.
  func end() {
    executor.submit { [handle] in _ = try? handle.command(["quit"]) }
  }

  private func handle(_ event: MPVEvent) -> Bool {
    switch event {
    case .shutdown: return false
    case .propertyChange(Self.property, let value):
      let devices = AudioDevice.list(value)
      let isNew = last.withLock { last in
        defer { last = devices }
        return last != devices
      }
      if isNew { onList(devices) }
      return true
    case .none, .other, .log, .startFile, .endFile, .seek, .playbackRestart, .propertyChange, .hook:
      return true
    }
  }
}

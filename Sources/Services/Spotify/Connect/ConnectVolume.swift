import PlayerKit

/// The volume that the app wants, and the volume of the device. In percent.
struct ConnectVolume: Sendable {
  /// The volume to send. `nil` if there is none.
  private(set) var wanted: Int?
  private var app = (percent: 100, isMuted: false)
  /// The volume of the device before it was muted.
  private var restored: Int?
  /// The last known volume of the device, from its state or a command.
  private var known: Int?
  private var device: String?
  /// The time of the last command, until the device confirms it.
  private var toldAt: MonotonicInstant?
  /// The devices whose volume cannot be set.
  private var refusing: Set<String> = []

  /// Sets the app's volume. Until the app sets it, the device keeps its own.
  mutating func set(_ percent: Int, isMuted: Bool) {
    switch (app.isMuted, isMuted) {
    case (false, true):
      restored = percent == app.percent ? wanted ?? known : percent
      wanted = 0
    case (true, false):
      wanted = percent == app.percent ? restored ?? percent : percent
    case (true, true): if percent != app.percent { restored = percent }
    case (false, false): if percent != app.percent { wanted = percent }
    }
    app = (percent, isMuted)
  }

  /// Records that a volume command was sent.
  mutating func sent(_ percent: Int, _ now: MonotonicInstant) {
    known = percent
    toldAt = now
    if wanted == percent { wanted = nil }
  }

  /// Records that the device does not allow setting its volume.
  mutating func refused() {
    if let device { refusing.insert(device) }
    wanted = nil
    toldAt = nil
    known = nil
  }

  /// Records the state of a device.
  ///
  /// - Returns: The changes made by other apps.
  mutating func seen(_ seen: ConnectDevice, _ now: MonotonicInstant, lag: Duration)
    -> [RemoteAction]
  {
    if seen.id != device {
      device = seen.id
      known = nil
      toldAt = nil
    }
    if !seen.hasVolume || refusing.contains(seen.id ?? "") { wanted = nil }
    guard let percent = seen.volume else { return [] }
    if wanted == percent { wanted = nil }
    if let toldAt, percent != known, now - toldAt < lag { return [] }
    toldAt = nil
    defer { known = percent }
    guard let known, known != percent, wanted == nil else { return [] }
    let wasMuted = app.isMuted
    app = (percent, false)
    return (wasMuted ? [.mute(false)] : []) + [.volume(Double(percent) / 100)]
  }
}

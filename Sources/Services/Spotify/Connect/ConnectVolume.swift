import PlayerKit

/// The volume that the app wants, and the one that the device has. In per cent.
struct ConnectVolume: Sendable {
  /// What is to be sent; `nil`: nothing.
  private(set) var wanted: Int?
  private var app = (percent: 100, isMuted: false)
  /// What the device had before it was muted.
  private var restored: Int?
  /// What the device was last seen or told to have.
  private var known: Int?
  private var device: String?
  /// When it was told, while it has not been seen to obey.
  private var toldAt: MonotonicInstant?
  /// Devices whose volume can't be set.
  private var refusing: Set<String> = []

  /// The app sets it. What the app has never set, stays as the device has it.
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

  /// The device is being told.
  mutating func sent(_ percent: Int, _ now: MonotonicInstant) {
    known = percent
    toldAt = now
    if wanted == percent { wanted = nil }
  }

  /// The device does not let it be set.
  mutating func refused() {
    if let device { refusing.insert(device) }
    wanted = nil
    toldAt = nil
    known = nil
  }

  /// A device was seen.
  ///
  /// - Returns: what somebody else did.
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

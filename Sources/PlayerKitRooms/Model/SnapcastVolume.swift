/// The volume of a room.
public struct SnapcastVolume: Sendable, Hashable {
  /// The volume from 0 to 100. Other values are clamped. The room's mixer defines the effect on the
  /// sound.
  public var percent: Int { didSet { percent = min(max(percent, 0), 100) } }
  /// Whether the room is muted, regardless of `percent`.
  public var isMuted: Bool

  /// Makes a volume.
  public init(percent: Int, isMuted: Bool = false) {
    self.percent = min(max(percent, 0), 100)
    self.isMuted = isMuted
  }
}

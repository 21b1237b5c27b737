/// How loud a room is.
public struct SnapcastVolume: Sendable, Hashable {
  /// 0 to 100, what is outside is brought to the nearer end. What it means for the sound is up to the
  /// room's mixer.
  public var percent: Int { didSet { percent = min(max(percent, 0), 100) } }
  /// Whether the room is silent all the same.
  public var isMuted: Bool

  /// Makes a volume.
  public init(percent: Int, isMuted: Bool = false) {
    self.percent = min(max(percent, 0), 100)
    self.isMuted = isMuted
  }
}

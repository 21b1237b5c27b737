/// What a ``Player`` can do beside playing, pausing, and giving a track back.
///
/// A queue asks for nothing else. A setting that a player cannot apply stays set, and the next player
/// that can applies it.
public struct PlayerCapabilities: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: Int

  /// Makes a set from its bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// It plays a part of a track (``LoadRequest/clip``). Without it a request with a clip fails with
  /// ``PlayerError/Code/unsupportedClip``, and a queue tries the next player type of the track.
  public static let clip = PlayerCapabilities(rawValue: 1)
  /// It goes to a position. Without it ``PlayerStatus/isSeekable`` is false.
  public static let seek = PlayerCapabilities(rawValue: 2)
  /// It plays faster and slower. Without it a track plays as recorded.
  public static let rate = PlayerCapabilities(rawValue: 4)
  /// Its volume can be set, and it can be muted.
  public static let volume = PlayerCapabilities(rawValue: 8)
  /// Tracks follow each other without a gap, by ``Player/preloading``.
  public static let gapless = PlayerCapabilities(rawValue: 16)
  /// Its sound can be processed (``SoundProcessing``). Without it everything sounds as recorded.
  public static let processing = PlayerCapabilities(rawValue: 32)

  /// All that a player on an engine can do.
  public static let all: PlayerCapabilities = [
    .clip, .seek, .rate, .volume, .gapless, .processing,
  ]
  /// What is taken for granted of a player that states nothing: it plays whole tracks, one by one.
  public static let whole: PlayerCapabilities = [.seek, .rate, .volume]
}

extension OutputSettings {
  /// The settings that a player applies that can do no more than this.
  func limited(to capabilities: PlayerCapabilities) -> OutputSettings {
    var settings = self
    if !capabilities.contains(.rate) { settings.rate = 1 }
    if !capabilities.contains(.volume) { (settings.volume, settings.isMuted) = (1, false) }
    if !capabilities.contains(.processing) { settings.processing = SoundProcessing() }
    return settings
  }

  /// What a player must be able to do to change from other settings to these.
  func capabilities(changing old: OutputSettings) -> PlayerCapabilities {
    var needed: PlayerCapabilities = []
    if rate != old.rate { needed.insert(.rate) }
    if volume != old.volume || isMuted != old.isMuted { needed.insert(.volume) }
    if processing != old.processing { needed.insert(.processing) }
    return needed
  }
}

/// What a ``Player`` can do beyond playing, pausing and unloading a track.
///
/// A queue asks for nothing else. A setting that a player cannot apply stays set, and the next
/// player that supports it applies it.
public struct PlayerCapabilities: OptionSet, Sendable, Hashable {
  /// The raw bits.
  public let rawValue: Int

  /// Creates a set from its raw bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Plays a part of a track (``LoadRequest/clip``). Without it a request with a clip fails with
  /// ``PlayerError/Code/unsupportedClip``, and a queue tries the track's next player type.
  public static let clip = PlayerCapabilities(rawValue: 1)
  /// Seeks. Without it ``PlayerStatus/isSeekable`` is false.
  public static let seek = PlayerCapabilities(rawValue: 2)
  /// Changes the speed. Without it tracks play as recorded.
  public static let rate = PlayerCapabilities(rawValue: 4)
  /// Sets the volume and mutes.
  public static let volume = PlayerCapabilities(rawValue: 8)
  /// Plays tracks after each other without a gap.
  public static let gapless = PlayerCapabilities(rawValue: 16)
  /// Processes the sound (``SoundProcessing``). Without it everything plays as recorded.
  public static let processing = PlayerCapabilities(rawValue: 32)

  /// Everything that a player on an engine can do.
  public static let all: PlayerCapabilities = [
    .clip, .seek, .rate, .volume, .gapless, .processing,
  ]
  /// The default for a player that declares no capabilities: it plays whole tracks, one at a time.
  public static let whole: PlayerCapabilities = [.seek, .rate, .volume]
}

extension OutputSettings {
  /// The settings that a player with these capabilities applies.
  func limited(to capabilities: PlayerCapabilities) -> OutputSettings {
    var settings = self
    if !capabilities.contains(.rate) { settings.rate = 1 }
    if !capabilities.contains(.volume) { (settings.volume, settings.isMuted) = (1, false) }
    if !capabilities.contains(.processing) { settings.processing = SoundProcessing() }
    return settings
  }

  /// The capabilities that a player needs to change from `old` to these settings.
  func capabilities(changing old: OutputSettings) -> PlayerCapabilities {
    var needed: PlayerCapabilities = []
    if rate != old.rate { needed.insert(.rate) }
    if volume != old.volume || isMuted != old.isMuted { needed.insert(.volume) }
    if processing != old.processing { needed.insert(.processing) }
    return needed
  }
}

/// What is done to the sound, whatever is played. All of it is off by default, and then costs
/// nothing.
///
/// Everything may be set on any thread, while something plays. A change is heard some 0.4 s later,
/// with a larger buffer of the output later still. Behind a change that put in or took out a filter
/// it waits a quarter of a second more; of several that wait, the last counts. Gains move and do
/// not jump. ``skipsSilence`` and ``isLimited`` hold sound back: switched off, they end with the
/// next track or seek. All is applied to each track by itself, and once to a crossfade. A player
/// that only steers another app applies none of it (``PlayerCapabilities/processing``).
public struct SoundProcessing: Sendable, Hashable {
  /// Gains by frequency; ``Equalizer/flat``: none.
  public var equalizer: Equalizer
  /// From −1 (only the left channel) over 0 (as recorded) to 1 (only the right one): the other
  /// channel is made quieter, none louder. Kept within these bounds; NaN changes nothing.
  public var balance: Double {
    didSet { balance = Self.bounded(balance, 1) ?? oldValue }
  }
  /// Whether both channels sound the same: the mean of both. ``balance`` counts behind it.
  public var isMono: Bool
  /// By how much the pitch differs from the recording's, in cents: 100 are a semitone. The speed
  /// stays. Kept within ±1200; NaN changes nothing.
  public var pitch: Double {
    didSet { pitch = Self.bounded(pitch, 1_200) ?? oldValue }
  }
  /// Whether silence of more than half a second is shortened to less than that. Positions are those
  /// of the recording: they jump over what is left out.
  public var skipsSilence: Bool
  /// Whether what is quiet is made louder against what is loud, for listening when others sleep.
  /// Nothing clips: ``isLimited`` counts as set.
  public var isNightMode: Bool
  /// Whether what would be louder than full scale is lowered just ahead of it, so that no gain
  /// clips.
  public var isLimited: Bool

  /// As recorded.
  public init() {
    equalizer = .flat
    balance = 0
    isMono = false
    pitch = 0
    skipsSilence = false
    isNightMode = false
    isLimited = false
  }

  /// Whether everything sounds as recorded.
  public var isOff: Bool { self == SoundProcessing() }

  private static func bounded(_ value: Double, _ bound: Double) -> Double? {
    value.isNaN ? nil : min(max(value, -bound), bound)
  }
}

extension SoundProcessing: Codable {
  private enum CodingKeys: String, CodingKey {
    case equalizer, balance, isMono, pitch, skipsSilence, isNightMode, isLimited
  }

  /// Reads what was written; what is missing is off, what is out of bounds counts as the bound.
  public init(from decoder: any Decoder) throws {
    self.init()
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func flag(_ key: CodingKeys) throws -> Bool {
      try values.decodeIfPresent(Bool.self, forKey: key) ?? false
    }
    equalizer = try values.decodeIfPresent(Equalizer.self, forKey: .equalizer) ?? .flat
    balance = Self.bounded(try values.decodeIfPresent(Double.self, forKey: .balance) ?? 0, 1) ?? 0
    pitch = Self.bounded(try values.decodeIfPresent(Double.self, forKey: .pitch) ?? 0, 1_200) ?? 0
    isMono = try flag(.isMono)
    skipsSilence = try flag(.skipsSilence)
    isNightMode = try flag(.isNightMode)
    isLimited = try flag(.isLimited)
  }

  /// Writes everything.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(equalizer, forKey: .equalizer)
    try values.encode(balance, forKey: .balance)
    try values.encode(isMono, forKey: .isMono)
    try values.encode(pitch, forKey: .pitch)
    try values.encode(skipsSilence, forKey: .skipsSilence)
    try values.encode(isNightMode, forKey: .isNightMode)
    try values.encode(isLimited, forKey: .isLimited)
  }
}

extension PlayerStatus {
  /// What is done to the sound.
  public var processing: SoundProcessing { settings.processing }
}

extension PlaybackControls {
  /// What is done to the sound. Holds for later tracks too.
  public var processing: SoundProcessing {
    get { playback.processing }
    set { change(.processing(newValue)) }
  }
}

extension SoundProcessing: CustomStringConvertible {
  /// What is on.
  public var description: String {
    let parts = [
      equalizer.isFlat ? nil : "\(equalizer)", balance == 0 ? nil : "balance \(balance)",
      isMono ? "mono" : nil, pitch == 0 ? nil : "\(pitch) cents",
      skipsSilence ? "no silence" : nil, isNightMode ? "night" : nil, isLimited ? "limited" : nil,
    ].compactMap(\.self)
    return parts.isEmpty ? "off" : parts.joined(separator: ", ")
  }
}

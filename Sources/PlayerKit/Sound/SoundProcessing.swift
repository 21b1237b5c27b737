/// The processing of the sound of every track. Everything is off by default and then costs nothing.
///
/// All properties may be set on any thread during playback. A change is audible after about 0.4 s,
/// or later with a larger output buffer. After a change that added or removed a filter, the next
/// one waits another quarter of a second; if several wait, the last one applies. Gains change
/// gradually. ``skipsSilence`` and ``isLimited`` delay the sound, so if they are turned off, they
/// end with the next track or seek. Processing applies to each track separately, and once to a
/// crossfade. A player that only controls another app applies none of it
/// (``PlayerCapabilities/processing``).
public struct SoundProcessing: Sendable, Hashable {
  /// The gains by frequency; ``Equalizer/flat`` for none.
  public var equalizer: Equalizer
  /// The balance from −1 (only the left channel) to 1 (only the right one); 0 is as recorded. It
  /// attenuates the other channel and amplifies none. Clamped; setting NaN has no effect.
  public var balance: Double {
    didSet { balance = Self.bounded(balance, 1) ?? oldValue }
  }
  /// Whether both channels play the mean of both. ``balance`` is applied afterwards.
  public var isMono: Bool
  /// The change in pitch, in cents; 100 are a semitone. The speed stays. Clamped to ±1200; setting
  /// NaN has no effect.
  public var pitch: Double {
    didSet { pitch = Self.bounded(pitch, 1_200) ?? oldValue }
  }
  /// Whether silence of more than half a second is shortened to less. Positions still refer to the
  /// recording, so they jump over the parts left out.
  public var skipsSilence: Bool
  /// Whether quiet parts are raised relative to loud ones, for listening at night. Nothing clips:
  /// ``isLimited`` counts as set.
  public var isNightMode: Bool
  /// Whether peaks above full scale are lowered just ahead of time, so that no gain clips.
  public var isLimited: Bool

  /// Creates the default processing: everything plays as recorded.
  public init() {
    equalizer = .flat
    balance = 0
    isMono = false
    pitch = 0
    skipsSilence = false
    isNightMode = false
    isLimited = false
  }

  /// Whether everything plays as recorded.
  public var isOff: Bool { self == SoundProcessing() }

  private static func bounded(_ value: Double, _ bound: Double) -> Double? {
    value.isNaN ? nil : min(max(value, -bound), bound)
  }
}

extension SoundProcessing: Codable {
  private enum CodingKeys: String, CodingKey {
    case equalizer, balance, isMono, pitch, skipsSilence, isNightMode, isLimited
  }

  /// Decodes the processing. Missing values are off; values out of bounds are clamped.
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

  /// Encodes all values.
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
  /// The processing of the sound.
  public var processing: SoundProcessing { settings.processing }
}

extension PlaybackControls {
  /// The processing of the sound. Also applies to later tracks.
  public var processing: SoundProcessing {
    get { playback.processing }
    set { change(.processing(newValue)) }
  }
}

extension SoundProcessing: CustomStringConvertible {
  /// The parts that are on.
  public var description: String {
    let parts = [
      equalizer.isFlat ? nil : "\(equalizer)", balance == 0 ? nil : "balance \(balance)",
      isMono ? "mono" : nil, pitch == 0 ? nil : "\(pitch) cents",
      skipsSilence ? "no silence" : nil, isNightMode ? "night" : nil, isLimited ? "limited" : nil,
    ].compactMap(\.self)
    return parts.isEmpty ? "off" : parts.joined(separator: ", ")
  }
}

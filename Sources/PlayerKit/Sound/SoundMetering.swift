import PlayerKitSystem

/// Measures the level and the spectrum of the audible sound.
///
/// While there is no reader, there is no filter, thread or timer. All readers of levels share one
/// measurement, as do all readers of spectra with the same number of bands.
///
/// Each value comes when its sound is audible, not when it is decoded. It includes gains by tags
/// and ``SoundProcessing``. Volume and mute are applied later, so a meter moves while the app is
/// muted.
///
/// Values begin with the sound 0.4 s after the first reader came, because earlier sound has already
/// passed the filters. When the sound stops (a pause, a stop, the end, a stall), one value of
/// silence comes, at the position of the last value. Then nothing comes until playback continues.
///
/// All methods may be called on any thread and return without waiting. A slow reader gets the
/// newest value and blocks no one. Each call starts a separate measurement stream, which ends when
/// the stream is dropped or its task is canceled. When the engine is closed, all streams end; later
/// ones are empty.
public protocol SoundMetering: AnyObject, Sendable {
  /// Returns the peak and the RMS of each channel.
  ///
  /// - Parameter interval: The interval between values, clamped to at least 1/60 s. Each value
  ///   covers everything since the last one.
  func levels(every interval: Duration) -> AsyncStream<SoundLevels>

  /// Returns the level of each frequency band, for the mean of all channels.
  ///
  /// - Parameters:
  ///   - bands: The number of bands; clamped to 1…60. For their frequencies, see
  ///     ``SoundSpectrum/frequencies(bands:)``.
  ///   - interval: The interval between values, clamped to at least 1/60 s. Each value covers
  ///     everything since the last one.
  func spectrum(bands: Int, every interval: Duration) -> AsyncStream<SoundSpectrum>
}

extension SoundMetering {
  /// Returns the peak and the RMS of each channel, 60 times per second.
  public func levels() -> AsyncStream<SoundLevels> { levels(every: .seconds(1) / 60) }

  /// Returns 30 bands, each a third of an octave wide, 60 times per second.
  public func spectrum() -> AsyncStream<SoundSpectrum> {
    spectrum(bands: 30, every: .seconds(1) / 60)
  }
}

/// The level of a channel.
public struct SoundLevel: Sendable, Hashable {
  /// The level of silence, in dBFS. Lower levels count as silence.
  public static let silence = -120.0

  /// The largest sample, in dBFS; 0 is full scale. Above 0, the output clips.
  public let peak: Double
  /// The root mean square, in dBFS. A full-scale sine has −3.
  public let rms: Double

  /// Creates a level. Values below ``silence``, and NaN, count as silence.
  public init(peak: Double, rms: Double) {
    self.peak = Self.floored(peak)
    self.rms = Self.floored(rms)
  }

  static func floored(_ value: Double) -> Double { value > silence ? value : silence }
}

/// The levels of all channels.
public struct SoundLevels: Sendable, Hashable {
  /// The audible load.
  public let load: LoadID
  /// The position in it, as players report it.
  public let position: Duration
  /// The levels of left and right. A track with one channel, or more than two, is measured as
  /// stereo.
  public let channels: [SoundLevel]

  /// Creates levels.
  public init(load: LoadID, position: Duration, channels: [SoundLevel]) {
    self.load = load
    self.position = position
    self.channels = channels
  }
}

/// The levels of frequency bands.
public struct SoundSpectrum: Sendable, Hashable {
  /// The audible load.
  public let load: LoadID
  /// The position in it, as players report it.
  public let position: Duration
  /// The RMS of each band, in dBFS, from low to high, at least ``SoundLevel/silence``. A full-scale
  /// sine in the middle of a band has −3 there.
  public let bands: [Double]

  /// Creates a spectrum. Values below silence, and NaN, count as silence.
  public init(load: LoadID, position: Duration, bands: [Double]) {
    self.load = load
    self.position = position
    self.bands = bands.map(SoundLevel.floored)
  }

  /// The valid numbers of bands.
  public static let bandLimits = 1...60

  /// Returns the center of each band, in Hz. The bands are equally wide on a logarithmic scale and
  /// cover 20 Hz to 20 kHz. The number is clamped to ``bandLimits``.
  public static func frequencies(bands: Int) -> [Double] {
    let count = min(max(bands, bandLimits.lowerBound), bandLimits.upperBound)
    return (0..<count).map { 20 * pow(1_000, (Double($0) + 0.5) / Double(count)) }
  }
}

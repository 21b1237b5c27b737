#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Tells how loud the heard sound is, and which frequencies it has.
///
/// While nobody reads, there is no filter, thread or timer. All readers of levels share one
/// measurement, and so do all readers of spectra with as many bands.
///
/// Each value comes when its sound is heard, not when it is made. It includes gains by tags and
/// ``SoundProcessing``. Volume and mute come later: a meter moves while the app is muted.
///
/// Values begin with what is heard 0.4 s after the first reader came: what is before that had
/// passed the filters. Where sound stops (a pause, a stop, the end, a stall), one value of silence
/// comes, at the place of the last one. Then nothing comes until it goes on.
///
/// Threads: all may be called on any thread, and nothing waits. A slow reader gets the newest
/// value, and holds nobody up. Each call is a reading of its own. It ends when its stream is
/// dropped or its task is cancelled. When the engine is closed all streams end, and those asked for
/// later are empty.
public protocol SoundMetering: AnyObject, Sendable {
  /// Peak and RMS of each channel.
  ///
  /// - Parameter interval: how often; less than 1/60 s counts as that. Each value is of all that
  ///   was heard since the one before.
  func levels(every interval: Duration) -> AsyncStream<SoundLevels>

  /// How much there is of each band of frequencies, of all channels' mean.
  ///
  /// - Parameters:
  ///   - bands: how many; kept within 1…60. Their frequencies:
  ///     ``SoundSpectrum/frequencies(bands:)``.
  ///   - interval: how often; less than 1/60 s counts as that. Each value is of all that was heard
  ///     since the one before.
  func spectrum(bands: Int, every interval: Duration) -> AsyncStream<SoundSpectrum>
}

extension SoundMetering {
  /// Peak and RMS of each channel, sixty times a second.
  public func levels() -> AsyncStream<SoundLevels> { levels(every: .seconds(1) / 60) }

  /// Thirty bands, each a third of an octave wide, sixty times a second.
  public func spectrum() -> AsyncStream<SoundSpectrum> {
    spectrum(bands: 30, every: .seconds(1) / 60)
  }
}

/// How loud a channel is.
public struct SoundLevel: Sendable, Hashable {
  /// What silence has, in dBFS. What is quieter counts as that.
  public static let silence = -120.0

  /// The largest sample, in dBFS: 0 is full scale. More than 0 clips at the output.
  public let peak: Double
  /// The root of the mean of squares, in dBFS. A sine of full scale has −3.
  public let rms: Double

  /// Makes a level; less than ``silence``, and what is no number, is silence.
  public init(peak: Double, rms: Double) {
    self.peak = Self.floored(peak)
    self.rms = Self.floored(rms)
  }

  static func floored(_ value: Double) -> Double { value > silence ? value : silence }
}

/// How loud each channel is.
public struct SoundLevels: Sendable, Hashable {
  /// What is heard.
  public let load: LoadID
  /// Where in it, as players tell positions.
  public let position: Duration
  /// Left and right, also where the track has one channel, or more than two: it is measured as
  /// stereo.
  public let channels: [SoundLevel]

  /// Makes levels.
  public init(load: LoadID, position: Duration, channels: [SoundLevel]) {
    self.load = load
    self.position = position
    self.channels = channels
  }
}

/// How much there is of each band of frequencies.
public struct SoundSpectrum: Sendable, Hashable {
  /// What is heard.
  public let load: LoadID
  /// Where in it, as players tell positions.
  public let position: Duration
  /// The RMS of each band, in dBFS, from low to high: a sine of full scale in the middle of a band
  /// has −3 there. ``SoundLevel/silence`` at least.
  public let bands: [Double]

  /// Makes a spectrum; less than silence, and what is no number, is silence.
  public init(load: LoadID, position: Duration, bands: [Double]) {
    self.load = load
    self.position = position
    self.bands = bands.map(SoundLevel.floored)
  }

  /// How many bands there may be.
  public static let bandLimits = 1...60

  /// The middle of each of so many bands, in Hz: as wide as each other on a logarithmic scale, from
  /// 20 Hz to 20 kHz together. Kept within ``bandLimits``.
  public static func frequencies(bands: Int) -> [Double] {
    let count = min(max(bands, bandLimits.lowerBound), bandLimits.upperBound)
    return (0..<count).map { 20 * pow(1_000, (Double($0) + 0.5) / Double(count)) }
  }
}

import PlayerKit

/// The filter that measures, in libmpv's words. Pure.
///
/// It measures a copy of the sound, which ends in the filter. So no sample is changed, held or lost. It writes what it
/// finds into a pipe, a line for each value.
///
/// libavfilter works for what goes on to libmpv. A branch that ends in the graph runs only as long as its filters find
/// something to do by themselves. `asetnsamples` does not in FFmpeg 5.1. `replaygain` does, and takes pieces of a
/// twentieth of a second. The pieces are as short as is wanted where it is told a lower rate than there is.
struct MeterFilter: Sendable, Equatable {
  let kind: MeterKind
  let entry: PlaylistEntryID
  /// The entry's rate at the output.
  let sampleRate: Int
  /// By how much what is heard is higher than what is measured.
  let pitch: Double
  /// Where to write.
  let descriptor: Int32

  /// What the labels of all begin with.
  static let label = "@pk-meter"

  /// libmpv's words, with a label.
  var words: String { "\(Self.label)\(kind.number):lavfi=[\(graph)]" }

  /// How many samples are measured at once: a sixtieth of a second at most.
  static func pieceLength(sampleRate: Int) -> Int { statedRate(sampleRate) / 20 }

  /// Those that `replaygain` takes.
  private static let rates = [
    8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000,
  ]

  private static func statedRate(_ sampleRate: Int) -> Int {
    rates.last { $0 <= sampleRate / 3 } ?? 8_000
  }

  private var graph: String {
    "asplit[m][a];[m]anull;[a]ametadata=mode=delete,"
      + "aformat=sample_fmts=flt:sample_rates=\(sampleRate):channel_layouts=stereo,"
      + "asettb=1/\(sampleRate),asetrate=\(Self.statedRate(sampleRate)),replaygain,asetrate=\(sampleRate),"
      + "\(measurement),"
      + "ametadata=mode=add:key=\(MeterLines.key):value=\(entry.number)x\(kind.number)x\(sampleRate),"
      + "ametadata=mode=print:file='pipe\\:\(descriptor)':direct=1,anullsink"
  }

  private var measurement: String {
    switch kind {
    case .levels: statistics("Peak_level+RMS_level")
    case .spectrum(let bands): bank(bands) + statistics("RMS_level")
    }
  }

  private func statistics(_ values: String) -> String {
    "astats=metadata=1:reset=1:measure_overall=none:measure_perchannel=\(values)"
  }

  /// Bands become channels of one sound.
  private func bank(_ count: Int) -> String {
    let frequencies = SoundSpectrum.frequencies(bands: count)
    let step = count > 1 ? frequencies[1] / frequencies[0] : 1_000
    let q = 1 / (step.squareRoot() - 1 / step.squareRoot())
    let inputs = (0..<count).map { "[i\($0)]" }.joined()
    let outputs = (0..<count).map { "[o\($0)]" }.joined()
    let bands = frequencies.enumerated().map { number, frequency in
      let center = frequency / pitch
      // Nothing is higher than half the rate, nor asked of a filter.
      let filter =
        center < Double(sampleRate) * 0.45
        ? "asuperpass=centerf=\(center):order=4:qfactor=\(q)" : "volume=0"
      return "[i\(number)]\(filter)[o\(number)];"
    }
    let merge = count > 1 ? "\(outputs)amerge=inputs=\(count)," : "\(outputs)anull,"
    return "pan=mono|c0=0.5*c0+0.5*c1,aformat=sample_fmts=fltp:channel_layouts=mono,"
      + "asplit=\(count)\(inputs);\(bands.joined())\(merge)"
  }
}

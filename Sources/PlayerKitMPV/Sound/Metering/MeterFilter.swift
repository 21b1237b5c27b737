import PlayerKit

/// The filter that measures, in libmpv's syntax. Pure.
///
/// It measures a copy of the audio, which ends in the filter, so no sample is changed, delayed or
/// lost. It writes each value as a line into a pipe.
///
/// libavfilter works on demand of libmpv. A branch that ends in the graph runs only while its
/// filters have work of their own. In FFmpeg 5.1, `asetnsamples` does not, but `replaygain` does,
/// in pieces of a twentieth of a second. To get shorter pieces, the filter declares a lower rate to
/// `replaygain`.
struct MeterFilter: Sendable, Equatable {
  let kind: MeterKind
  let entry: PlaylistEntryID
  /// The entry's rate at the output.
  let sampleRate: Int
  /// By what factor the audible pitch is higher than the measured one.
  let pitch: Double
  /// The file descriptor to write to.
  let descriptor: Int32

  /// The common prefix of all labels.
  static let label = "@pk-meter"

  /// The filter in libmpv's syntax, with a label.
  var words: String { "\(Self.label)\(kind.number):lavfi=[\(graph)]" }

  /// Returns how many samples are measured at once: at most a sixtieth of a second.
  static func pieceLength(sampleRate: Int) -> Int { statedRate(sampleRate) / 20 }

  /// The rates that `replaygain` accepts.
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

  /// Turns bands into channels of one stream.
  private func bank(_ count: Int) -> String {
    let frequencies = SoundSpectrum.frequencies(bands: count)
    let step = count > 1 ? frequencies[1] / frequencies[0] : 1_000
    let q = 1 / (step.squareRoot() - 1 / step.squareRoot())
    let inputs = (0..<count).map { "[i\($0)]" }.joined()
    let outputs = (0..<count).map { "[o\($0)]" }.joined()
    let bands = frequencies.enumerated().map { number, frequency in
      let center = frequency / pitch
      // Frequencies near or above half the rate are silent, as no filter supports them.
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

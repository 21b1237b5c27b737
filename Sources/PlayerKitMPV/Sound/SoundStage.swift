import PlayerKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// One filter of what is done to the sound, with the values that it has now. Pure.
///
/// All filters stand in libmpv's chain under a label each, as libmpv can tell a label to change, and not
/// a part of a graph.
struct SoundStage: Sendable, Equatable {
  enum Kind: Sendable, Equatable {
    /// Silence is left out.
    case silence
    /// A gain of all, in dB.
    case preamp
    /// A band of the equalizer; its number tells equal ones apart.
    case band(Int, Equalizer.Band.Kind, frequency: Double, q: Double)
    /// Compression: how much of it is heard, 0…1.
    case night
    /// Another pitch, in cents; and the speed for which it is lower by as much as libmpv resamples it
    /// higher, 1 where libmpv keeps the pitch by itself.
    case pitch
    /// The same, put in while it plays: faded in from a time on libmpv's clock of the entry on, in place of
    /// what is as it was.
    case blendedPitch(at: Double)
    /// Another pitch where there is no Rubber Band: it cannot be changed while it plays.
    case stretchedPitch
    /// How much of the difference of both channels is left, 1: all.
    case mono
    /// −1…1.
    case balance
    /// Nothing is louder than full scale.
    case limiter
  }

  let kind: Kind
  /// As many as the kind has.
  var values: [Double]
  /// The values that it had when libmpv made the filter, and would have if that made it anew.
  private var made: [Double]

  init(kind: Kind, values: [Double]) {
    self.kind = kind
    self.values = values
    made = values
  }

  /// Has libmpv make it with the values of now.
  mutating func recreate() { made = values }
}

extension SoundStage.Kind {
  /// With these nothing sounds different.
  var neutral: [Double] {
    switch self {
    case .silence, .limiter: []
    case .preamp, .band, .night, .balance, .stretchedPitch: [0]
    case .mono: [1]
    case .pitch, .blendedPitch: [0, 1]
    }
  }

  /// By how much each value may change at once, unheard.
  var steps: [Double] {
    switch self {
    case .silence, .limiter: []
    case .preamp, .band: [0.25]
    case .night, .mono, .balance: [0.02]
    case .pitch, .blendedPitch: [20, .infinity]
    case .stretchedPitch: [.infinity]
    }
  }

  /// Whether it can be taken out while it plays, once its values are neutral: it holds no samples.
  var holdsNothing: Bool {
    switch self {
    case .preamp, .band, .night, .mono, .balance: true
    case .silence, .pitch, .blendedPitch, .stretchedPitch, .limiter: false
    }
  }

  /// Where it stands in the chain.
  var place: Int {
    switch self {
    case .silence: 0
    case .preamp: 1
    case .band: 2
    case .night: 3
    case .pitch, .blendedPitch, .stretchedPitch: 4
    case .mono: 5
    case .balance: 6
    case .limiter: 7
    }
  }

  /// Of a band, its number.
  var number: Int { if case .band(let number, _, _, _) = self { number } else { 0 } }

  /// What libmpv knows the filter by.
  var label: String {
    switch self {
    case .silence: "pk-silence"
    case .preamp: "pk-preamp"
    // With what no command changes, as one may fade out while another takes its place.
    case .band(let number, let shape, let frequency, let q):
      "pk-band\(number)-\(shape.rawValue)-\(frequency.bitPattern)-\(q.bitPattern)"
    case .night: "pk-night"
    case .pitch, .blendedPitch, .stretchedPitch: "pk-pitch"
    case .mono: "pk-mono"
    case .balance: "pk-balance"
    case .limiter: "pk-limiter"
    }
  }
}

extension SoundStage {
  /// A message to a filter that plays.
  struct Command: Sendable, Equatable {
    let label: String
    let name: String
    let argument: String
  }

  var isNeutral: Bool { values == kind.neutral }

  /// The filter in libmpv's words, with its label: the same until it is made anew, so that libmpv keeps it
  /// where others come or go.
  func filter(sampleRate: Int) -> String {
    "@\(kind.label):lavfi=[\(graph(sampleRate: sampleRate))]" + (kind == .silence ? Self.fixed : "")
  }

  /// Has libmpv count from where the graph began. `adelay` counts from 0, wherever the track is.
  private static let fixed = ":fix-pts=yes"

  /// libavfilter does not find one by itself where two copies of something else are to meet again.
  private static let format = "aformat=sample_fmts=fltp:channel_layouts=stereo"

  private func graph(sampleRate: Int) -> String {
    switch kind {
    case .silence:
      // The loudness of the last 0.4 s is known only once that much was heard: so as much silence goes
      // ahead, which is left out, too. What is last is no whole tenth of a second, and has no loudness. What
      // is left keeps its times.
      "adelay=400:all=1,ebur128=metadata=1,ametadata=mode=add:key=lavfi.r128.M:value=0,"
        + "ametadata=mode=select:key=lavfi.r128.M:value=-60:function=greater,asetpts=PTS-0.4/TB"
    case .preamp: "volume=\(factor(made[0])):precision=float"
    case .band(_, let shape, let frequency, let q):
      "\(shape.filter)=f=\(frequency):t=q:w=\(q):g=\(made[0])"
    case .night:
      "acompressor=threshold=0.05:ratio=4:attack=10:release=300:makeup=3:knee=4:mix=\(made[0])"
    case .pitch: "\(Self.format),asplit[d][w];" + pitched("d", "w", sampleRate)
    case .blendedPitch(let start):
      // Weights that commands move would jump with each piece of sound that libmpv takes.
      "\(Self.format),asplit=3[o][d][w];" + pitched("d", "w", sampleRate)
        + ",afade=t=in:st=\(start):d=0.2[p];[o]afade=t=out:st=\(start):d=0.2[q];"
        + "[q][p]amix=inputs=2:normalize=false:dropout_transition=0"
    case .stretchedPitch:
      "asetrate=\(Int((Double(sampleRate) * ratio(made)).rounded())),aresample=\(sampleRate),"
        + "atempo=\(1 / ratio(made))"
    case .mono: "extrastereo=m=\(made[0]):c=false"
    case .balance: "stereotools=balance_out=\(made[0])"
    case .limiter: "alimiter=limit=1:attack=5:release=50:level=false:latency=true"
    }
  }

  /// What Rubber Band makes of one copy of the sound, as long as the other copy, to the sample.
  ///
  /// It is late for lower pitches and early for higher ones, by so much; and what is last stays in it, unless
  /// more follows. Where it looks for transients, tones are off by up to 80 cents.
  private func pitched(_ length: String, _ sound: String, _ sampleRate: Int) -> String {
    let excess = 1 / ratio(made) - 1
    let delay = Int((0.036 * Double(sampleRate) * excess / (1 + abs(excess))).rounded())
    let shift = delay > 0 ? "atrim=start_sample=\(delay)" : "adelay=\(-delay)S:all=1"
    return "[\(sound)]apad=pad_len=\(sampleRate / 2),"
      + "rubberband=pitch=\(ratio(made)):transients=smooth:pitchq=consistency,\(shift)[s];"
      + "[\(length)][s]amerge=inputs=2,pan=stereo|c0=c2|c1=c3"
  }

  /// What tells the filter its values; `nil`: nothing can.
  var command: Command? {
    let (name, argument): (String, String)
    switch kind {
    case .silence, .limiter, .stretchedPitch: return nil
    case .preamp: (name, argument) = ("volume", "\(factor(values[0]))")
    case .band: (name, argument) = ("gain", "\(values[0])")
    case .night: (name, argument) = ("mix", "\(values[0])")
    case .pitch, .blendedPitch: (name, argument) = ("pitch", "\(ratio(values))")
    case .mono: (name, argument) = ("m", "\(values[0])")
    case .balance: (name, argument) = ("balance_out", "\(values[0])")
    }
    return Command(label: kind.label, name: name, argument: argument)
  }

  private func ratio(_ values: [Double]) -> Double {
    pow(2, values[0] / 1_200) / (values.count > 1 ? values[1] : 1)
  }

  private func factor(_ gain: Double) -> Double { pow(10, gain / 20) }
}

extension Equalizer.Band.Kind {
  fileprivate var filter: String {
    switch self {
    case .peak: "equalizer"
    case .lowShelf: "lowshelf"
    case .highShelf: "highshelf"
    }
  }
}

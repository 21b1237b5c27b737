import PlayerKit
import PlayerKitSystem

/// One filter of the audio processing, with its current values. Pure.
///
/// Each filter has its own label in libmpv's chain, as libmpv can send commands to a label but not
/// to a part of a graph.
struct SoundStage: Sendable, Equatable {
  enum Kind: Sendable, Equatable {
    /// Skips silence.
    case silence
    /// A gain for everything, in dB.
    case preamp
    /// A band of the equalizer; its number distinguishes equal bands.
    case band(Int, Equalizer.Band.Kind, frequency: Double, q: Double)
    /// Compression, with its share of the mix from 0 to 1.
    case night
    /// A pitch change in cents, and a speed. The filter lowers the pitch as much as libmpv's
    /// resampling raises it; the speed is 1 if libmpv keeps the pitch itself.
    case pitch
    /// The same, inserted during playback: crossfades from the unchanged audio at a time on
    /// libmpv's clock of the entry.
    case blendedPitch(at: Double)
    /// A pitch change without Rubber Band, which can't change during playback.
    case stretchedPitch
    /// The remaining share of the difference between both channels; 1 for all.
    case mono
    /// The balance, from −1 to 1.
    case balance
    /// Limits peaks to full scale.
    case limiter
  }

  let kind: Kind
  /// The values; their number depends on the kind.
  var values: [Double]
  /// The values with which libmpv created the filter, or would recreate it.
  private var made: [Double]

  init(kind: Kind, values: [Double]) {
    self.kind = kind
    self.values = values
    made = values
  }

  /// Makes libmpv recreate it with the current values.
  mutating func recreate() { made = values }
}

extension SoundStage.Kind {
  /// The values at which the filter has no effect.
  var neutral: [Double] {
    switch self {
    case .silence, .limiter: []
    case .preamp, .band, .night, .balance, .stretchedPitch: [0]
    case .mono: [1]
    case .pitch, .blendedPitch: [0, 1]
    }
  }

  /// How much each value may change at once without being audible.
  var steps: [Double] {
    switch self {
    case .silence, .limiter: []
    case .preamp, .band: [0.25]
    case .night, .mono, .balance: [0.02]
    case .pitch, .blendedPitch: [20, .infinity]
    case .stretchedPitch: [.infinity]
    }
  }

  /// Whether it holds no samples, so that it can be removed during playback once it is neutral.
  var holdsNothing: Bool {
    switch self {
    case .preamp, .band, .night, .mono, .balance: true
    case .silence, .pitch, .blendedPitch, .stretchedPitch, .limiter: false
    }
  }

  /// Its place in the chain.
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

  /// The number of a band; otherwise 0.
  var number: Int { if case .band(let number, _, _, _) = self { number } else { 0 } }

  /// The filter's label in libmpv.
  var label: String {
    switch self {
    case .silence: "pk-silence"
    case .preamp: "pk-preamp"
    // Includes the values that no command changes, as one band may fade out while another replaces
    // it.
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
  /// A command to a playing filter.
  struct Command: Sendable, Equatable {
    let label: String
    let name: String
    let argument: String
  }

  var isNeutral: Bool { values == kind.neutral }

  /// Returns the filter in libmpv's syntax, with its label. It stays the same until it is
  /// recreated, so that libmpv keeps it when other filters are added or removed.
  func filter(sampleRate: Int) -> String {
    "@\(kind.label):lavfi=[\(graph(sampleRate: sampleRate))]" + (kind == .silence ? Self.fixed : "")
  }

  /// Makes libmpv count from the start of the graph, because `adelay` counts from 0 anywhere in the
  /// track.
  private static let fixed = ":fix-pts=yes"

  /// libavfilter does not find a common format itself if two copies of another one are merged
  /// again.
  private static let format = "aformat=sample_fmts=fltp:channel_layouts=stereo"

  private func graph(sampleRate: Int) -> String {
    switch kind {
    case .silence:
      // The loudness of the last 0.4 s is only known after that time, so the same length of silence
      // is inserted first and skipped too. The last piece is less than a tenth of a second and has
      // no loudness. The remaining audio keeps its timestamps.
      "adelay=400:all=1,ebur128=metadata=1,ametadata=mode=add:key=lavfi.r128.M:value=0,"
        + "ametadata=mode=select:key=lavfi.r128.M:value=-60:function=greater,asetpts=PTS-0.4/TB"
    case .preamp: "volume=\(factor(made[0])):precision=float"
    case .band(_, let shape, let frequency, let q):
      "\(shape.filter)=f=\(frequency):t=q:w=\(q):g=\(made[0])"
    case .night:
      "acompressor=threshold=0.05:ratio=4:attack=10:release=300:makeup=3:knee=4:mix=\(made[0])"
    case .pitch: "\(Self.format),asplit[d][w];" + pitched("d", "w", sampleRate)
    case .blendedPitch(let start):
      // Weights moved by commands would jump with each piece of audio that libmpv takes.
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

  /// Returns a graph that applies Rubber Band to one copy of the audio and keeps the exact length
  /// of the other.
  ///
  /// Rubber Band is late for lower pitches and early for higher ones by this delay, and the end
  /// stays inside unless more follows. With transient detection, tones would be off by up to 80
  /// cents.
  private func pitched(_ length: String, _ sound: String, _ sampleRate: Int) -> String {
    let excess = 1 / ratio(made) - 1
    let delay = Int((0.036 * Double(sampleRate) * excess / (1 + abs(excess))).rounded())
    let shift = delay > 0 ? "atrim=start_sample=\(delay)" : "adelay=\(-delay)S:all=1"
    return "[\(sound)]apad=pad_len=\(sampleRate / 2),"
      + "rubberband=pitch=\(ratio(made)):transients=smooth:pitchq=consistency,\(shift)[s];"
      + "[\(length)][s]amerge=inputs=2,pan=stereo|c0=c2|c1=c3"
  }

  /// The command that sets the filter's values; `nil` if there is none.
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

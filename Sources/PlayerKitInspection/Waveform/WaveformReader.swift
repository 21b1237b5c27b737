import PlayerKit
import PlayerKitCAVFormat
import PlayerKitMedia

/// Decodes one piece of media into an outline of its waveform. Blocks.
struct WaveformReader {
  private let bytes: MediaBytes

  /// The limits for decoding the whole media in any layout.
  static let limits = MediaBytes.Limits(
    total: .max,
    piece: .max,
    wholePiece: .max,
    given: .max,
    forwards: 64 << 20,
    walk: .max
  )

  init(_ bytes: MediaBytes) { self.bytes = bytes }

  /// - Parameter onPart: Receives the outline decoded so far, from time to time.
  func read(onPart: (WaveformOutline) -> Void) throws(PlayerError) -> WaveformOutline {
    try bytes.begin()
    let tagLength = bytes.tagLength
    let kind = MediaKind(bytes, after: tagLength)
    let index = kind == .mp4 ? MP4Index(bytes, from: tagLength, limits: bytes.limits.index) : nil
    guard index?.isCut != true else { throw InspectionFailure.tooMuch }
    let reader = ContainerReader(
      bytes,
      from: min(tagLength, bytes.size),
      index: index,
      view: MediaView(of: bytes, kind),
      for: .showing(keepsSmallPictures: false)
    )
    var part = WaveformPart()
    let isAudio = reader.decode(kind) { duration in
      part.statedDuration = duration
    } _: { samples in
      part.add(samples)
      if part.isDue, let outline = part.outline { onPart(outline) }
      return true
    }
    if let failure = bytes.failure { throw failure }
    if bytes.isCancelled { throw InspectionFailure.cancelled }
    guard isAudio, let outline = part.outline else { throw InspectionFailure.unknown }
    return outline
  }
}

/// The part decoded so far.
private struct WaveformPart {
  var statedDuration: Duration?

  private var bins = WaveformBins()
  private var mixer = SampleMixer()
  private var sampleRate: Int64 = 0
  private var told: Int64 = 0

  /// The step between reports if the duration is unknown.
  private static let step = Duration.seconds(60)
  /// The number of reports if the duration is known.
  private static let steps = 50.0

  mutating func add(_ samples: cav_samples) {
    guard samples.sample_rate > 0 else { return }
    if sampleRate == 0 { sampleRate = Int64(samples.sample_rate) }
    // The sample rate may change between songs.
    if Int64(samples.sample_rate) == sampleRate {
      mixer.mix(samples) { bins.add($0) }
    } else {
      let (own, rate) = (Int64(samples.sample_rate), sampleRate)
      mixer.mix(samples) { samples in
        let count = Int(Int64(samples.count) * rate / own)
        let stretched = (0..<count).map { samples[Int(Int64($0) * own / rate)] }
        stretched.withUnsafeBufferPointer { bins.add($0) }
      }
    }
  }

  /// Whether enough was decoded since the last report.
  var isDue: Bool {
    mutating get {
      let step = statedDuration.map { max($0 / Self.steps, .milliseconds(100)) } ?? Self.step
      let seconds = Double(bins.count - told) / Double(max(sampleRate, 1))
      guard seconds >= step / .seconds(1) else { return false }
      told = bins.count
      return true
    }
  }

  /// The outline so far; `nil` if there is none yet.
  var outline: WaveformOutline? {
    guard sampleRate > 0, bins.count > 0 else { return nil }
    let (seconds, attoseconds) = (statedDuration ?? .zero).components
    let nanoseconds = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return WaveformOutline(
      bins,
      sampleRate: sampleRate,
      statedDuration: nanoseconds.overflow
        ? 0 : nanoseconds.partialValue &+ attoseconds / 1_000_000_000
    )
  }
}

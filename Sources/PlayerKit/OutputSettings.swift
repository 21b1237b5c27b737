/// How everything sounds, whatever is played.
public struct OutputSettings: Sendable, Hashable {
  /// From 0 (silent) to 1 (as recorded), linear in what sliders show. Kept within these bounds.
  public var volume: Double {
    didSet { volume = volume.isNaN ? oldValue : min(max(volume, 0), 1) }
  }
  /// Whether the output is silenced without touching ``volume``.
  public var isMuted: Bool
  /// Speed, 1 as recorded, pitch kept. Kept within 0.25…4.
  public var rate: Double {
    didSet { rate = rate.isNaN ? oldValue : min(max(rate, 0.25), 4) }
  }

  /// How tracks of different loudness are brought to one.
  public var loudness: Loudness
  /// How long one track is faded over into the next, with equal power; 0: they follow each other
  /// without a gap. Kept within 0…12 s; less than 1 s counts as that.
  ///
  /// A change holds for every fade that has not begun. See ``AlbumContext``: tracks that stand as on
  /// their album are never faded over. Nor are those that cannot be sought or have no known end; on
  /// libmpv nor out of an MP3 of more than 2 MiB over a network once somebody sought forward in it, nor
  /// into a clip that begins more than 60 s into its media, 10 s over a network. A fade takes at most
  /// half of either track, and is shorter, or not at all, where a network does not bring in time what
  /// it is made of.
  public var crossfade: Duration {
    didSet { crossfade = min(max(crossfade, .zero), .seconds(12)) }
  }
  /// What is done to the sound.
  public var processing: SoundProcessing

  /// As recorded.
  public init() {
    volume = 1
    isMuted = false
    rate = 1
    loudness = Loudness()
    crossfade = .zero
    processing = SoundProcessing()
  }
}

extension OutputSettings {
  /// For how much of its end a track may be faded over: no more than half of it, so that its beginning
  /// can be, too.
  package static func overlap(_ crossfade: Duration, of duration: Duration) -> Duration {
    min(crossfade, max(duration, .zero) / 2)
  }
}

/// A change of the ``OutputSettings``.
@nonexhaustive public enum OutputChange: Sendable, Hashable {
  /// From 0 (silent) to 1 (as recorded); kept within. NaN changes nothing.
  case volume(Double)
  /// Whether the output is silenced.
  case isMuted(Bool)
  /// Speed, 1 as recorded; kept within 0.25…4. NaN changes nothing.
  case rate(Double)
  /// How tracks of different loudness are brought to one.
  case loudness(Loudness)
  /// How long one track is faded over into the next; kept within 0…12 s.
  case crossfade(Duration)
  /// What is done to the sound.
  case processing(SoundProcessing)
  /// All at once.
  case all(OutputSettings)
}

extension OutputSettings {
  mutating func apply(_ change: OutputChange) {
    switch change {
    case .volume(let volume): self.volume = volume
    case .isMuted(let isMuted): self.isMuted = isMuted
    case .rate(let rate): self.rate = rate
    case .loudness(let loudness): self.loudness = loudness
    case .crossfade(let crossfade): self.crossfade = crossfade
    case .processing(let processing): self.processing = processing
    case .all(let settings): self = settings
    }
  }
}

extension OutputSettings: CustomStringConvertible {
  /// What is set, in one short line.
  public var description: String {
    let mute = isMuted ? ", muted" : ""
    return "volume \(volume)\(mute), rate \(rate), loudness \(loudness.mode), "
      + "crossfade \(crossfade), processing \(processing)"
  }
}

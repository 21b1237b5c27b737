/// The settings of the output, which apply to every track.
public struct OutputSettings: Sendable, Hashable {
  /// The volume, from 0 (silent) to 1 (as recorded), on the linear scale of a slider. Clamped.
  public var volume: Double {
    didSet { volume = volume.isNaN ? oldValue : min(max(volume, 0), 1) }
  }
  /// Whether the output is muted. ``volume`` is unaffected.
  public var isMuted: Bool
  /// The speed; 1 is as recorded. The pitch is kept. Clamped to 0.25…4.
  public var rate: Double {
    didSet { rate = rate.isNaN ? oldValue : min(max(rate, 0.25), 4) }
  }

  /// How the loudness of different tracks is evened out.
  public var loudness: Loudness
  /// The length of the equal-power crossfade between tracks. If 0, they follow each other without a
  /// gap. Clamped to 0…12 s; a value between 0 and 1 s counts as 1 s.
  ///
  /// A change applies to every fade that has not begun. These are never crossfaded:
  /// - consecutive tracks of an album (see ``AlbumContext``)
  /// - tracks that are not seekable or have no known end
  /// - on libmpv: the end of an MP3 of more than 2 MiB from a network after a forward seek in it,
  ///   and the beginning of a clip that starts more than 60 s into its media (10 s from a network)
  ///
  /// A fade takes at most half of either track. It is shorter or left out if the network does not
  /// deliver its audio in time.
  public var crossfade: Duration {
    didSet { crossfade = min(max(crossfade, .zero), .seconds(12)) }
  }
  /// The processing of the sound.
  public var processing: SoundProcessing

  /// Creates the default settings: everything plays as recorded.
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
  /// The part of a track's end that may be crossfaded: at most half, so that its beginning can be
  /// crossfaded too.
  package static func overlap(_ crossfade: Duration, of duration: Duration) -> Duration {
    min(crossfade, max(duration, .zero) / 2)
  }
}

/// A change of the ``OutputSettings``.
@nonexhaustive public enum OutputChange: Sendable, Hashable {
  /// The volume, from 0 (silent) to 1 (as recorded); clamped. NaN has no effect.
  case volume(Double)
  /// Whether the output is muted.
  case isMuted(Bool)
  /// The speed; 1 is as recorded. Clamped to 0.25…4. NaN has no effect.
  case rate(Double)
  /// How the loudness of different tracks is evened out.
  case loudness(Loudness)
  /// The length of the crossfade between tracks; clamped to 0…12 s.
  case crossfade(Duration)
  /// The processing of the sound.
  case processing(SoundProcessing)
  /// All settings at once.
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
  /// The settings in one short line.
  public var description: String {
    let mute = isMuted ? ", muted" : ""
    return "volume \(volume)\(mute), rate \(rate), loudness \(loudness.mode), "
      + "crossfade \(crossfade), processing \(processing)"
  }
}

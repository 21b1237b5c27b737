/// The sound of a note: a few decaying partials with an attack and a release.
struct Instrument: Sendable {
  /// One sine of a note.
  struct Partial: Sendable {
    /// Its frequency, as a multiple of the note's.
    var ratio: Double
    /// Its share of the note's loudness.
    var amplitude: Double
    /// The time to fade to a thousandth, in seconds.
    var decay: Double
  }

  /// The sines that make up the sound.
  var partials: [Partial]
  /// The time until a note reaches its full loudness, in seconds.
  var attack: Double
  /// The time that a note continues after its length, in seconds.
  var release: Double
}

extension Instrument {
  /// A plucked string: bright at first, then soft.
  static let pluck = Instrument(
    partials: [
      Partial(ratio: 1, amplitude: 0.60, decay: 2.4),
      Partial(ratio: 2.001, amplitude: 0.25, decay: 1.3),
      Partial(ratio: 3.003, amplitude: 0.12, decay: 0.7),
      Partial(ratio: 5.009, amplitude: 0.06, decay: 0.3),
    ],
    attack: 0.004,
    release: 0.25
  )

  /// A small bell, with inharmonic partials.
  static let bell = Instrument(
    partials: [
      Partial(ratio: 1, amplitude: 0.55, decay: 2.8),
      Partial(ratio: 2.76, amplitude: 0.22, decay: 1.4),
      Partial(ratio: 5.40, amplitude: 0.10, decay: 0.6),
    ],
    attack: 0.002,
    release: 0.6
  )

  /// A soft, slow chord. The two neighboring sines beat against each other.
  static let pad = Instrument(
    partials: [
      Partial(ratio: 0.9985, amplitude: 0.36, decay: 14),
      Partial(ratio: 1.0015, amplitude: 0.36, decay: 14),
      Partial(ratio: 2, amplitude: 0.12, decay: 8),
      Partial(ratio: 3, amplitude: 0.05, decay: 5),
    ],
    attack: 0.45,
    release: 0.7
  )

  /// A round bass.
  static let bass = Instrument(
    partials: [
      Partial(ratio: 1, amplitude: 0.75, decay: 3.0),
      Partial(ratio: 2, amplitude: 0.28, decay: 1.2),
      Partial(ratio: 3, amplitude: 0.10, decay: 0.5),
    ],
    attack: 0.008,
    release: 0.15
  )
}

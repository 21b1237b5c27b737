// Composes and synthesizes the music of the demo and of the simulated previews. `fixtures.py` compiles and runs it, and
// encodes what it writes: 16-bit samples of two channels, interleaved, little endian. All of it is free of rights of
// others (CC0).

import Foundation

@main
enum FixtureMusic {
  /// The argument is the folder to write to.
  static func main() throws {
    let folder = URL(fileURLWithPath: CommandLine.arguments[1], isDirectory: true)
    for (name, frames, score) in pieces {
      var score = score
      // The synthesizer fades out at the end of the score, so the score has to end with the piece.
      if let frames { score.beats = Double(frames) / Synthesizer.rate * score.tempo / 60 }
      let samples = Synthesizer.render(score)
      precondition(frames.map { $0 * 2 == samples.count } ?? true, "\(name) has \(samples.count / 2) frames")
      let data = samples.withUnsafeBufferPointer { Data(buffer: $0) }
      try data.write(to: folder.appendingPathComponent("\(name).pcm"))
    }
  }

  /// The pieces, with the length of those of the previews, which is no multiple of a codec's frame or of a millisecond.
  private static let pieces: [(name: String, frames: Int?, score: Score)] = [
    ("first-light", nil, firstLight), ("paper-boats", nil, paperBoats), ("undertow", nil, undertow),
    ("lanterns", 529_243, lanterns), ("harbour", 661_517, harbour), ("clockwork", 441_239, clockwork),
    ("snowfall", 793_811, snowfall), ("footbridge", 397_037, footbridge), ("meridian", 617_411, meridian),
    ("orchard", 485_113, orchard), ("ember", 1_323_029, ember),
  ]
}

extension FixtureMusic {
  /// A rising arpeggio over four chords. The demo plays it as two files, cut in the middle of a held chord. A gapless
  /// player makes the cut inaudible.
  private static var firstLight: Score {
    var score = Score(tempo: 104, beats: 17)
    let chords: [[Int]] = [
      [60, 64, 67, 71], [57, 60, 64, 67], [53, 57, 60, 64], [55, 59, 62, 69],
    ]
    for (bar, chord) in chords.enumerated() {
      let beat = Double(bar) * 4
      let arpeggio = (chord + chord.dropFirst().dropLast().reversed() + [chord[0], chord[2]])
        .map { $0 + 12 }
      score.addChord(chord, at: beat, length: 4, velocity: 0.22, by: .pad)
      score.addChord([chord[0] - 24], at: beat, length: 3.5, velocity: 0.7, by: .bass)
      score.addRun(arpeggio, at: beat, step: 0.5, length: 0.5, velocity: 0.6, by: .pluck)
    }
    score.addChord([60, 67, 72, 76], at: 16, length: 1, velocity: 0.5, by: .pluck)
    return score
  }

  /// A small waltz for bells.
  private static var paperBoats: Score {
    var score = Score(tempo: 132, beats: 21)
    let roots = [57, 53, 55, 52, 57, 53]
    let thirds = [60, 57, 59, 55, 60, 57]
    let melody: [[Int]] = [
      [76, 81, 79], [77, 76, 72], [74, 79, 77], [76, 74, 71], [72, 76, 81], [84, 81, 77],
    ]
    for bar in roots.indices {
      let beat = Double(bar) * 3
      let chord = [thirds[bar], roots[bar] + 7]
      score.addChord([roots[bar] - 12], at: beat, length: 1, velocity: 0.6, by: .bass)
      score.addChord(chord, at: beat + 1, length: 0.8, velocity: 0.3, by: .pluck)
      score.addChord(chord, at: beat + 2, length: 0.8, velocity: 0.25, by: .pluck)
      score.addRun(melody[bar], at: beat, step: 1, length: 1, velocity: 0.5, by: .bell)
    }
    score.addChord([57, 64, 69, 72, 76], at: 18, length: 3, velocity: 0.4, by: .bell)
    return score
  }

  /// Slow chords over a walking bass.
  private static var undertow: Score {
    var score = Score(tempo: 84, beats: 14)
    let chords: [[Int]] = [[62, 65, 69, 72], [58, 62, 65, 69], [60, 64, 67, 70]]
    for (bar, chord) in chords.enumerated() {
      let beat = Double(bar) * 4
      let bass = [chord[0], chord[2] - 12, chord[0], chord[1]].map { $0 - 24 }
      score.addChord(chord, at: beat, length: 4, velocity: 0.35, by: .pad)
      score.addRun(bass, at: beat, step: 1, length: 0.9, velocity: 0.6, by: .bass)
      score.addRun(
        [chord[3] + 12, chord[2] + 12],
        at: beat + 1.5,
        step: 1.5,
        length: 1.5,
        velocity: 0.3,
        by: .bell
      )
    }
    score.addChord([50, 62, 65, 69], at: 12, length: 2, velocity: 0.4, by: .pad)
    return score
  }

  /// Falling and climbing bells over held fifths.
  private static var lanterns: Score {
    var score = Score(tempo: 96, beats: 20)
    let roots = [50, 46, 53, 48]
    let runs = [
      [74, 81, 78, 74, 69, 74, 78, 81], [74, 77, 82, 77, 74, 70, 74, 77],
      [72, 77, 81, 84, 81, 77, 72, 69], [72, 76, 79, 84, 79, 76, 72, 67],
    ]
    for (bar, root) in roots.enumerated() {
      let beat = Double(bar) * 4
      score.addChord([root, root + 7, root + 12], at: beat, length: 4, velocity: 0.25, by: .pad)
      score.addRun(runs[bar], at: beat, step: 0.5, length: 0.5, velocity: 0.5, by: .bell)
    }
    score.addChord([50, 57, 62, 66, 74], at: 16, length: 4, velocity: 0.4, by: .bell)
    return score
  }

  /// A slow six-eight: a rocking bass with plucked thirds.
  private static var harbour: Score {
    var score = Score(tempo: 150, beats: 38)
    let chords = [
      [55, 59, 62], [52, 55, 59], [48, 52, 55], [50, 54, 57], [55, 59, 62], [48, 52, 57],
    ]
    for (bar, chord) in chords.enumerated() {
      let beat = Double(bar) * 6
      score.addRun(
        [chord[0] - 12, chord[2] - 12],
        at: beat,
        step: 3,
        length: 2.8,
        velocity: 0.6,
        by: .bass
      )
      score.addRun(
        [chord[1], chord[2], chord[0] + 12, chord[2], chord[1], chord[2]],
        at: beat,
        step: 1,
        length: 1,
        velocity: 0.4,
        by: .pluck
      )
      score.addChord([chord[1] + 24], at: beat + 2, length: 3, velocity: 0.4, by: .bell)
    }
    score.addChord([43, 55, 62, 67], at: 36, length: 2, velocity: 0.4, by: .pluck)
    return score
  }

  /// Quick, dry figures that run against each other.
  private static var clockwork: Score {
    var score = Score(tempo: 138, beats: 23)
    for bar in 0..<5 {
      let beat = Double(bar) * 4
      let root = [57, 60, 55, 62, 57][bar]
      score.addRun(
        [0, 7, 12, 7, 3, 7, 10, 7].map { root + $0 },
        at: beat,
        step: 0.5,
        length: 0.25,
        velocity: 0.55,
        by: .pluck
      )
      score.addRun(
        [24, 19, 22].map { root + $0 },
        at: beat + 0.25,
        step: 1.25,
        length: 0.5,
        velocity: 0.35,
        by: .bell
      )
      score.addRun([root - 24, root - 17], at: beat, step: 2, length: 1, velocity: 0.6, by: .bass)
    }
    score.addChord([45, 57, 64, 72], at: 20, length: 3, velocity: 0.5, by: .pluck)
    return score
  }

  /// Wide chords, and a bell now and then.
  private static var snowfall: Score {
    var score = Score(tempo: 60, beats: 18)
    let chords = [[53, 60, 64, 69], [50, 57, 65, 69], [48, 55, 64, 71], [52, 59, 62, 67]]
    for (bar, chord) in chords.enumerated() {
      let beat = Double(bar) * 4
      score.addChord(chord, at: beat, length: 4.2, velocity: 0.4, by: .pad)
      score.addRun(
        [chord[3] + 12, chord[2] + 24],
        at: beat + 1,
        step: 1.5,
        length: 1.5,
        velocity: 0.4,
        by: .bell
      )
    }
    score.addChord([53, 60, 69, 72], at: 16, length: 2, velocity: 0.4, by: .pad)
    return score
  }

  /// A march for plucked strings.
  private static var footbridge: Score {
    var score = Score(tempo: 112, beats: 17)
    let tune = [[72, 74, 76, 79], [77, 76, 74, 72], [71, 74, 79, 77], [76, 72, 74, 67]]
    let roots = [48, 53, 55, 48]
    for (bar, root) in roots.enumerated() {
      let beat = Double(bar) * 4
      score.addRun(
        [root - 12, root - 5, root - 12, root - 5],
        at: beat,
        step: 1,
        length: 0.8,
        velocity: 0.6,
        by: .bass
      )
      for half in [0.5, 1.5, 2.5, 3.5] {
        score.addChord(
          [root + 4, root + 7],
          at: beat + half,
          length: 0.3,
          velocity: 0.3,
          by: .pluck
        )
      }
      score.addRun(tune[bar], at: beat, step: 1, length: 0.9, velocity: 0.6, by: .pluck)
    }
    score.addChord([48, 60, 64, 72], at: 16, length: 1, velocity: 0.5, by: .pluck)
    return score
  }

  /// Sevens: a bass line in seven beats under a pad.
  private static var meridian: Score {
    var score = Score(tempo: 126, beats: 30)
    let chords = [[57, 60, 64, 67], [53, 57, 60, 64], [50, 53, 57, 60], [52, 56, 59, 62]]
    for (bar, chord) in chords.enumerated() {
      let beat = Double(bar) * 7
      let low = chord[0] - 24
      score.addChord(chord, at: beat, length: 7, velocity: 0.3, by: .pad)
      score.addRun(
        [low, low + 12, low, low + 7, low, low + 12, low + 10],
        at: beat,
        step: 1,
        length: 0.7,
        velocity: 0.6,
        by: .bass
      )
      score.addRun(
        [chord[3] + 12, chord[1] + 12, chord[2] + 12],
        at: beat + 1.5,
        step: 2,
        length: 1,
        velocity: 0.4,
        by: .pluck
      )
    }
    score.addChord([45, 57, 64, 69], at: 28, length: 2, velocity: 0.4, by: .pad)
    return score
  }

  /// A canon of two plucked voices.
  private static var orchard: Score {
    var score = Score(tempo: 120, beats: 22)
    let tune = [67, 71, 74, 72, 71, 69, 67, 66, 67, 69, 71, 67, 64, 66, 67, 62]
    score.addRun(tune, at: 0, step: 1, length: 1, velocity: 0.6, by: .pluck)
    score.addRun(tune.map { $0 - 12 }, at: 2, step: 1, length: 1, velocity: 0.5, by: .pluck)
    for (bar, root) in [43, 40, 36, 38, 43].enumerated() {
      score.addChord([root], at: Double(bar) * 4, length: 4, velocity: 0.5, by: .bass)
      score.addChord(
        [root + 19, root + 24],
        at: Double(bar) * 4,
        length: 4,
        velocity: 0.2,
        by: .pad
      )
    }
    return score
  }

  /// A theme that returns higher. Thirty seconds, as long as a real preview.
  private static var ember: Score {
    var score = Score(tempo: 80, beats: 40)
    let chords = [[52, 55, 59], [48, 52, 55], [55, 59, 62], [50, 54, 57]]
    for bar in 0..<9 {
      let beat = Double(bar) * 4
      let chord = chords[bar % 4]
      let lift = bar / 4 == 1 ? 12 : 0
      score.addChord(chord, at: beat, length: 4, velocity: 0.3, by: .pad)
      score.addChord([chord[0] - 12], at: beat, length: 3.5, velocity: 0.6, by: .bass)
      score.addRun(
        [chord[2], chord[0] + 12, chord[1] + 12, chord[0] + 12, chord[2], chord[1]]
          .map { $0 + 12 + lift },
        at: beat + 0.5,
        step: 0.5,
        length: 0.6,
        velocity: 0.45,
        by: bar.isMultiple(of: 2) ? .pluck : .bell
      )
    }
    score.addChord([40, 52, 59, 64], at: 36, length: 4, velocity: 0.4, by: .pad)
    return score
  }
}

/// A piece of music: notes in beats, and a tempo.
struct Score {
  /// One note.
  struct Note {
    /// The start, in beats from the beginning.
    var beat: Double
    /// The duration, in beats.
    var length: Double
    /// The pitch as a MIDI number; 69 is the A of 440 Hz.
    var pitch: Int
    /// The loudness, from 0 to 1.
    var velocity: Double
    /// The position between left (-1) and right (1).
    var pan: Double
    /// The instrument.
    var instrument: Instrument
  }

  /// Beats per minute.
  var tempo: Double
  /// The length in beats, after which the piece has faded out.
  var beats: Double
  /// The notes, in any order.
  var notes: [Note] = []

  /// Converts beats to seconds.
  func seconds(_ beats: Double) -> Double { beats * 60 / tempo }

  /// Adds the notes of a chord, all at once.
  mutating func addChord(
    _ pitches: [Int],
    at beat: Double,
    length: Double,
    velocity: Double,
    by instrument: Instrument
  ) {
    let middle = Double(pitches.count - 1) / 2
    for (index, pitch) in pitches.enumerated() {
      notes.append(
        Note(
          beat: beat,
          length: length,
          pitch: pitch,
          velocity: velocity,
          pan: pitches.count > 1 ? (Double(index) - middle) / middle * 0.5 : 0,
          instrument: instrument
        )
      )
    }
  }

  /// Adds pitches one after the other, evenly spaced.
  mutating func addRun(
    _ pitches: [Int],
    at beat: Double,
    step: Double,
    length: Double,
    velocity: Double,
    by instrument: Instrument
  ) {
    for (index, pitch) in pitches.enumerated() {
      notes.append(
        Note(
          beat: beat + Double(index) * step,
          length: length,
          pitch: pitch,
          velocity: velocity * (index.isMultiple(of: 2) ? 1 : 0.8),
          pan: index.isMultiple(of: 2) ? -0.35 : 0.35,
          instrument: instrument
        )
      )
    }
  }
}

/// The sound of a note: a few decaying partials with an attack and a release.
struct Instrument {
  /// One sine of a note.
  struct Partial {
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

/// Turns a score into samples. The same score always gives the same samples.
struct Synthesizer {
  static let rate = 44_100.0

  private var left: [Float]
  private var right: [Float]

  /// Renders a score, with a soft echo, faded out over its last half second.
  static func render(_ score: Score) -> [Int16] {
    var synthesizer = Synthesizer(seconds: score.seconds(score.beats))
    for note in score.notes {
      synthesizer.add(note, of: score)
    }
    synthesizer.echo(after: score.seconds(0.75), level: 0.28)
    return synthesizer.mixed(fade: 0.5)
  }

  private init(seconds: Double) {
    left = [Float](repeating: 0, count: Int((seconds * Self.rate).rounded()))
    right = left
  }

  private mutating func add(_ note: Score.Note, of score: Score) {
    let start = Int(score.seconds(note.beat) * Self.rate)
    let held = score.seconds(note.length)
    let frequency = 440 * exp2(Double(note.pitch - 69) / 12)
    let envelope = Envelope(note.instrument, held: held)
    let angle = (note.pan + 1) * .pi / 4
    let (leftShare, rightShare) = (cos(angle), sin(angle))
    for partial in note.instrument.partials where frequency * partial.ratio < Self.rate / 3 {
      var oscillator = DecayingSine(
        frequency: frequency * partial.ratio,
        decay: partial.decay,
        amplitude: partial.amplitude * note.velocity
      )
      let end = min(start + envelope.frameCount, left.count)
      var frame = start
      while frame < end {
        let value = oscillator.next() * envelope.level(at: frame - start)
        left[frame] += Float(value * leftShare)
        right[frame] += Float(value * rightShare)
        frame += 1
      }
    }
  }

  /// Feeds each channel into the other one after a delay, quieter each time.
  private mutating func echo(after seconds: Double, level: Float) {
    let delay = Int(seconds * Self.rate)
    guard delay > 0, delay < left.count else { return }
    var frame = delay
    while frame < left.count {
      let (fromLeft, fromRight) = (left[frame - delay], right[frame - delay])
      left[frame] += fromRight * level
      right[frame] += fromLeft * level
      frame += 1
    }
  }

  /// Brings the loudest sample to a common level, fades the end, and rounds to 16 bits.
  private func mixed(fade: Double) -> [Int16] {
    var peak: Float = 0
    for value in left { peak = max(peak, abs(value)) }
    for value in right { peak = max(peak, abs(value)) }
    let gain = peak > 0 ? 0.6 * Float(Int16.max) / peak : 0
    let fadeFrames = max(Int(fade * Self.rate), 1)
    var interleaved = [Int16]()
    interleaved.reserveCapacity(left.count * 2)
    for frame in left.indices {
      let remaining = min(Float(left.count - frame) / Float(fadeFrames), 1)
      interleaved.append(Int16((left[frame] * gain * remaining).rounded()))
      interleaved.append(Int16((right[frame] * gain * remaining).rounded()))
    }
    return interleaved
  }
}

/// An exponentially fading sine, computed by recurrence with two multiplications per sample.
private struct DecayingSine {
  private let feedback: Double
  private let damping: Double
  private var last: Double
  private var beforeLast = 0.0

  init(frequency: Double, decay: Double, amplitude: Double) {
    let omega = 2 * Double.pi * frequency / Synthesizer.rate
    let radius = pow(0.001, 1 / (decay * Synthesizer.rate))
    feedback = 2 * radius * cos(omega)
    damping = radius * radius
    last = amplitude * radius * sin(omega)
  }

  mutating func next() -> Double {
    let value = last
    (last, beforeLast) = (feedback * last - damping * beforeLast, last)
    return value
  }
}

/// A note's loudness over its frames: a ramp up, a plateau, a ramp down.
private struct Envelope {
  let frameCount: Int
  private let attack: Double
  private let release: Double

  init(_ instrument: Instrument, held: Double) {
    frameCount = Int((held + instrument.release) * Synthesizer.rate)
    attack = max(instrument.attack * Synthesizer.rate, 1)
    release = max(instrument.release * Synthesizer.rate, 1)
  }

  func level(at frame: Int) -> Double {
    let up = min(Double(frame) / attack, 1)
    let down = min(Double(frameCount - frame) / release, 1)
    return up * down
  }
}

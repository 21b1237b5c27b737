import Foundation

/// Turns a score into samples. The same score always gives the same samples.
struct Synthesizer {
  private let rate: Double
  private var left: [Float]
  private var right: [Float]

  /// Renders a score, with a soft echo, faded out over its last half second.
  static func render(_ score: Score, sampleRate: Int = 44_100) -> StereoSamples {
    var synthesizer = Synthesizer(seconds: score.duration, sampleRate: sampleRate)
    for note in score.notes {
      synthesizer.add(note, of: score)
    }
    synthesizer.echo(after: score.seconds(0.75), level: 0.28)
    return synthesizer.mixed(fade: 0.5)
  }

  private init(seconds: Double, sampleRate: Int) {
    rate = Double(sampleRate)
    let frames = Int((seconds * rate).rounded())
    left = [Float](repeating: 0, count: frames)
    right = left
  }

  private mutating func add(_ note: Score.Note, of score: Score) {
    let start = Int(score.seconds(note.beat) * rate)
    let held = score.seconds(note.length)
    let frequency = 440 * exp2(Double(note.pitch - 69) / 12)
    let envelope = Envelope(note.instrument, held: held, rate: rate)
    let angle = (note.pan + 1) * .pi / 4
    let (leftShare, rightShare) = (cos(angle), sin(angle))
    for partial in note.instrument.partials where frequency * partial.ratio < rate / 3 {
      var oscillator = DecayingSine(
        frequency: frequency * partial.ratio,
        decay: partial.decay,
        amplitude: partial.amplitude * note.velocity,
        rate: rate
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
    let delay = Int(seconds * rate)
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
  private func mixed(fade: Double) -> StereoSamples {
    var peak: Float = 0
    for value in left { peak = max(peak, abs(value)) }
    for value in right { peak = max(peak, abs(value)) }
    let gain = peak > 0 ? 0.6 * Float(Int16.max) / peak : 0
    let fadeFrames = max(Int(fade * rate), 1)
    var interleaved = [Int16]()
    interleaved.reserveCapacity(left.count * 2)
    for frame in left.indices {
      let remaining = min(Float(left.count - frame) / Float(fadeFrames), 1)
      interleaved.append(Int16((left[frame] * gain * remaining).rounded()))
      interleaved.append(Int16((right[frame] * gain * remaining).rounded()))
    }
    return StereoSamples(interleaved: interleaved, sampleRate: Int(rate))
  }
}

/// An exponentially fading sine, computed by recurrence with two multiplications per sample.
private struct DecayingSine {
  private let feedback: Double
  private let damping: Double
  private var last: Double
  private var beforeLast = 0.0

  init(frequency: Double, decay: Double, amplitude: Double, rate: Double) {
    let omega = 2 * Double.pi * frequency / rate
    let radius = pow(0.001, 1 / (decay * rate))
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

  init(_ instrument: Instrument, held: Double, rate: Double) {
    frameCount = Int((held + instrument.release) * rate)
    attack = max(instrument.attack * rate, 1)
    release = max(instrument.release * rate, 1)
  }

  func level(at frame: Int) -> Double {
    let up = min(Double(frame) / attack, 1)
    let down = min(Double(frameCount - frame) / release, 1)
    return up * down
  }
}

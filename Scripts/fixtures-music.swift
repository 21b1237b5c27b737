// Writes the music of the demo or of the simulated previews as WAV files. `fixtures.py` compiles it together with the
// synthesizer in Examples/playerkit/Demo.

import Foundation

@main
enum FixtureMusic {
  /// The arguments are `demo` or `previews`, and a folder.
  static func main() throws {
    let folder = URL(fileURLWithPath: CommandLine.arguments[2], isDirectory: true)
    func write(_ samples: StereoSamples, _ name: String) throws {
      try WAVWriter.write(samples, to: folder.appendingPathComponent("\(name).wav"))
    }
    if CommandLine.arguments[1] == "previews" {
      for piece in PreviewMusic.all { try write(piece.render(), piece.name) }
      return
    }
    for piece in DemoMusic.allCases {
      let samples = piece.render()
      try write(samples, piece.rawValue)
      guard piece == .firstLight else { continue }
      let (first, second) = samples.cut(atFrame: DemoMusic.firstLightCut)
      try write(first, "\(piece.rawValue)-1")
      try write(second, "\(piece.rawValue)-2")
    }
  }
}

/// A piece of a simulated preview, composed for this project. No length is a multiple of a codec's frame or of a
/// millisecond.
struct PreviewMusic {
  var name: String
  var frames: Int
  var score: Score

  func render() -> StereoSamples {
    var score = score
    // The synthesizer fades out at the end of the score, so the score has to end with the piece.
    score.beats = Double(frames) / 44_100 * score.tempo / 60
    let samples = Synthesizer.render(score)
    precondition(samples.frameCount == frames, "\(name) has \(samples.frameCount) frames")
    return samples
  }
}

extension PreviewMusic {
  static let all = [
    PreviewMusic(name: "lanterns", frames: 529_243, score: lanterns),
    PreviewMusic(name: "harbour", frames: 661_517, score: harbour),
    PreviewMusic(name: "clockwork", frames: 441_239, score: clockwork),
    PreviewMusic(name: "snowfall", frames: 793_811, score: snowfall),
    PreviewMusic(name: "footbridge", frames: 397_037, score: footbridge),
    PreviewMusic(name: "meridian", frames: 617_411, score: meridian),
    PreviewMusic(name: "orchard", frames: 485_113, score: orchard),
    PreviewMusic(name: "ember", frames: 1_323_029, score: ember),
  ]

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

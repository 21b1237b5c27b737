/// The demo's music, composed and synthesized by this project, and free of rights of others (CC0).
enum DemoMusic: String, CaseIterable, Sendable {
  /// A rising arpeggio over four chords. The demo plays it as two files, cut in the middle of a
  /// held chord. A gapless player makes the cut inaudible.
  case firstLight
  /// A small waltz for bells.
  case paperBoats
  /// Slow chords over a walking bass.
  case undertow

  /// The frame at which `firstLight` is cut. It is not a multiple of any codec's frame size.
  static let firstLightCut = 263_821

  /// The title.
  var title: String {
    switch self {
    case .firstLight: "First Light"
    case .paperBoats: "Paper Boats"
    case .undertow: "Undertow"
    }
  }

  /// Renders the samples, which are the same each time. Takes a moment.
  func render() -> StereoSamples {
    Synthesizer.render(score)
  }

  /// The notes.
  var score: Score {
    switch self {
    case .firstLight: Self.firstLightScore
    case .paperBoats: Self.paperBoatsScore
    case .undertow: Self.undertowScore
    }
  }
}

extension DemoMusic {
  private static var firstLightScore: Score {
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

  private static var paperBoatsScore: Score {
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

  private static var undertowScore: Score {
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
}

/// A piece of music: notes in beats, and a tempo.
struct Score: Sendable {
  /// One note.
  struct Note: Sendable {
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

  /// The length in seconds.
  var duration: Double { seconds(beats) }

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

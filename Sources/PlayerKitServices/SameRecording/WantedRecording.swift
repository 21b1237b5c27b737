import PlayerKit

/// A recording that is looked for, by all the names that are known.
struct WantedRecording: Sendable {
  /// How many codes a service is asked by.
  private static let mostCodes = 3

  /// As it was described, with what it lacked.
  let recording: Recording
  /// That, and the same with each other code.
  let recordings: [Recording]
  /// What indexes told; `nil`: none was asked.
  let answer: RecordingLookup.Answer?

  init(_ recording: Recording, _ answer: RecordingLookup.Answer?) {
    self.answer = answer
    guard let known = answer?.recording else {
      self.recording = recording
      recordings = [recording]
      return
    }
    var recording = recording
    recording.musicBrainzID = known.musicBrainzID ?? recording.musicBrainzID
    var codes = RecordingCode.normal(recording.isrc).map { [$0] } ?? []
    for code in known.isrcs.compactMap(RecordingCode.normal) where !codes.contains(code) {
      codes.append(code)
    }
    let recordings = codes.prefix(Self.mostCodes).map { code in
      var coded = recording
      coded.isrc = code
      return coded
    }
    self.recording = recordings.first ?? recording
    self.recordings = recordings.isEmpty ? [recording] : recordings
  }

  /// The songs that an index named.
  func links(by recognizers: LinkRecognizers) -> [MusicLink] {
    answer?.recording?.links(by: recognizers) ?? []
  }

  /// That nobody has a recording of which indexes told this.
  static func nothing(_ answer: RecordingLookup.Answer?) -> PlayerError {
    PlayerError(
      .notFound,
      "No other service has this recording.",
      underlying: answer?.failures.first
    )
  }
}

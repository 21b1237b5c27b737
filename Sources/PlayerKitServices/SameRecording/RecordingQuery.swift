import PlayerKit

/// A wanted recording, with all its known ids.
struct RecordingQuery: Sendable {
  /// The maximum number of codes for which a service is asked.
  private static let maximumCodes = 3

  /// The description, completed by the index.
  let recording: Recording
  /// The description, and a copy for each other code.
  let recordings: [Recording]
  /// The result of the indexes. `nil` if none was asked.
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
    let recordings = codes.prefix(Self.maximumCodes).map { code in
      var coded = recording
      coded.isrc = code
      return coded
    }
    self.recording = recordings.first ?? recording
    self.recordings = recordings.isEmpty ? [recording] : recordings
  }

  /// The songs that an index names.
  func links(by recognizers: LinkRecognizers) -> [MusicLink] {
    answer?.recording?.links(by: recognizers) ?? []
  }

  /// The error if no service has the recording. Its cause is the first failed index.
  static func nothing(_ answer: RecordingLookup.Answer?) -> PlayerError {
    PlayerError(
      .notFound,
      "No other service has this recording. Add more services.",
      underlying: answer?.failures.first
    )
  }
}

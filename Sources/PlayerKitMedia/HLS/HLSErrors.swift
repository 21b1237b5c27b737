import PlayerKit

/// The errors of HLS streams.
enum HLSErrors {
  static let protected = PlayerError(
    .drm,
    "The stream is protected: only the service's own players can decrypt it.",
    isRetryable: false
  )
  static let noAudio = PlayerError(.unsupportedFormat, "The stream has no audio.")
  static let unknownCodec = PlayerError(
    .unsupportedFormat,
    "The stream's codec is none that is played from parts of MP4."
  )
  static let otherCodec = PlayerError(
    .unsupportedFormat,
    "The stream goes on in another codec than it began with.",
    isRetryable: false
  )
  static let tooLarge = PlayerError(
    .unsupportedFormat,
    "A playlist or a part of the stream is larger than any proper one."
  )
  static let otherRange = PlayerError(
    .unsupportedFormat,
    "The server does not send the stretch of a file that was asked for."
  )
  static let malformed = PlayerError(.unsupportedFormat, "The playlist says what cannot be.")
  static let nested = PlayerError(
    .unsupportedFormat,
    "The playlist leads to a list of variants where its parts should be."
  )
  static let empty = PlayerError(.unsupportedFormat, "The playlist has no parts.")
  static let wrongKeyLength = PlayerError(
    .unreadable,
    "The key of the stream has not the length of a key."
  )
  static let wrongKey = PlayerError(.unreadable, "The stream can't be decrypted with its key.")
  static let otherPlaylist = PlayerError(
    .unsupportedFormat,
    "What the server sent in place of a playlist is none."
  )
  static let unreadable = PlayerError(.unsupportedFormat, "A part of the stream is no audio.")
  static let brokeOff = PlayerError(.interrupted, "The live stream broke off.")
  static let missing = PlayerError(
    .interrupted,
    "Too many parts in a row could not be had."
  )

  static func error(_ failure: HLSFailure) -> PlayerError {
    switch failure {
    case .noPlaylist: otherPlaylist
    case .tooLarge: tooLarge
    case .malformed, .undefinedVariable: malformed
    case .noAudio: noAudio
    }
  }
}

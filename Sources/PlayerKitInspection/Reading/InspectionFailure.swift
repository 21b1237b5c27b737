import PlayerKit

/// The reasons why media is not or cannot be inspected. Messages never contain addresses.
enum InspectionFailure {
  static let live = PlayerError(.inspectionRefused, "A live stream is not looked into.")
  static let forbidden = PlayerError(
    .inspectionRefused,
    "The source does not allow that it is looked into."
  )
  static let tooMuch = PlayerError(
    .inspectionRefused,
    "More of the media would have to be read than is to be looked into."
  )
  static let empty = PlayerError(.unsupportedFormat, "The media is empty.")
  static let unknown = PlayerError(.unsupportedFormat, "The bytes are of no known format of audio.")
  static let cancelled = PlayerError(
    .interrupted,
    "The inspection was cancelled.",
    isRetryable: true
  )
  static let late = PlayerError(.timedOut, "The media could not be looked into in time.")
  static let noPlace = PlayerError(.noPlayer, "Nobody knows where the track's bytes are.")
  static let noPicture = PlayerError(.notFound, "There is no such picture.")
  static let largePicture = PlayerError(.unsupportedFormat, "The picture is larger than 20 MB.")
}

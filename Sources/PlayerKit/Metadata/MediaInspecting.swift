/// Inspects the media of tracks for tags, pictures and chapters to display.
public protocol MediaInspecting: Sendable {
  /// Returns the place that an inspection of a track reads from, without waiting; `nil` if the
  /// track must not be inspected: live streams, tracks that another device plays, and sources that
  /// forbid it.
  func place(of track: any Track) -> InspectionPlace?

  /// Returns the metadata in the media of a track. Canceled if the answer is no longer wanted.
  ///
  /// - Throws: Preferably a ``PlayerError``. The track is not inspected again, unless a retry may
  ///   help.
  func inspect(_ track: any Track) async throws -> TrackMetadata
}

/// The place that an inspection of a track reads from.
public enum InspectionPlace: Sendable, Hashable {
  /// In a local file.
  case local
  /// On the server that the media comes from.
  case remote
  /// On another server, which learns about the user's listening.
  case elsewhere
}

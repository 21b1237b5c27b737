/// Looks into the media of tracks, for what is to be shown of them: tags, pictures, chapters.
public protocol MediaInspecting: Sendable {
  /// What it costs to look into a track, told without waiting; `nil`: it is not to be looked into
  /// at all, as no live stream is, nothing that a player elsewhere plays, and no source that
  /// forbids it.
  func place(of track: any Track) -> InspectionPlace?

  /// What the media says about the track. Cancelled where the answer is no longer wanted.
  ///
  /// - Throws: best a ``PlayerError``. The track is not looked into again, unless a retry may help.
  func inspect(_ track: any Track) async throws -> TrackMetadata
}

/// What it costs to look into a track.
public enum InspectionPlace: Sendable, Hashable {
  /// Its media is a local file.
  case local
  /// Its media is at a server. That one is asked.
  case remote
  /// Another server is asked than the one that the media comes from. It learns what is listened to.
  case elsewhere
}

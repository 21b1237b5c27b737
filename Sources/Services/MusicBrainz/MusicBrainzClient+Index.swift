import PlayerKitServices

/// Looking up a code takes two requests: one for the recordings, one for the other ids of the
/// chosen one.
extension MusicBrainzClient: RecordingIndex {
  /// MusicBrainz.
  public var service: CatalogService { .musicBrainz }

  /// Returns the recordings of an ISRC, without their codes and pages. Leaves out videos.
  public func knownRecordings(isrc: String) async throws -> [KnownRecording] {
    try await recordings(isrc: isrc).compactMap(\.known)
  }

  /// Returns the recording with an id, or the one that it was merged into.
  public func knownRecordings(musicBrainzID: String) async throws -> [KnownRecording] {
    [try await recording(id: musicBrainzID)?.known].compactMap(\.self)
  }

  /// Returns the recording with its codes and its pages at services.
  public func details(of recording: KnownRecording) async throws -> KnownRecording {
    guard let id = recording.musicBrainzID else { return recording }
    return try await self.recording(id: id)?.known ?? recording
  }
}

import PlayerKitServices

/// A look-up of a code takes two requests: one for the recordings, one for what else the chosen one is called.
extension MusicBrainzClient: RecordingIndex {
  /// MusicBrainz.
  public var service: CatalogService { .musicBrainz }

  /// The recordings of an ISRC, without their codes and pages. Videos are left out.
  public func knownRecordings(isrc: String) async throws -> [KnownRecording] {
    try await recordings(isrc: isrc).compactMap(\.known)
  }

  /// The recording of an id, or the one that it was merged into.
  public func knownRecordings(musicBrainzID: String) async throws -> [KnownRecording] {
    [try await recording(id: musicBrainzID)?.known].compactMap(\.self)
  }

  /// The recording with its codes and its pages at services.
  public func details(of recording: KnownRecording) async throws -> KnownRecording {
    guard let id = recording.musicBrainzID else { return recording }
    return try await self.recording(id: id)?.known ?? recording
  }
}

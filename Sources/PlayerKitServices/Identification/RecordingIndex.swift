/// An index of recordings by codes and ids, such as the user's library or MusicBrainz.
///
/// May be used on any thread, any number of times at once. If the index is a service, it learns
/// each code or id of a lookup.
public protocol RecordingIndex: Sendable {
  /// The service of the index. Errors name it.
  var service: CatalogService { get }

  /// Returns the recordings of an ISRC in any spelling. Empty if the ISRC is unknown or invalid.
  /// The descriptions may be incomplete; see ``details(of:)``.
  ///
  /// - Throws: ``CatalogError``, `CancellationError`.
  func knownRecordings(isrc: String) async throws -> [KnownRecording]

  /// Returns the recordings of a MusicBrainz id, with all details. Empty if the id is unknown or
  /// invalid. The id of a result may differ because recordings are merged.
  ///
  /// - Throws: ``CatalogError``, `CancellationError`.
  func knownRecordings(musicBrainzID: String) async throws -> [KnownRecording]

  /// Returns all details of a result of ``knownRecordings(isrc:)``.
  ///
  /// - Throws: ``CatalogError``, `CancellationError`.
  func details(of recording: KnownRecording) async throws -> KnownRecording
}

extension RecordingIndex {
  /// The recording itself: it is already complete.
  public func details(of recording: KnownRecording) async throws -> KnownRecording { recording }
}

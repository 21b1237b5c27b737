/// Knows recordings by their codes and ids: a library of one's own, a service such as MusicBrainz.
///
/// May be used on any thread, any number of times at once. An index that is a service learns from a question the
/// code or the id that it names.
public protocol RecordingIndex: Sendable {
  /// What it is; errors name it.
  var service: CatalogService { get }

  /// The recordings of an ISRC in any spelling; none where it is unknown, or no code. They may be brief: see
  /// ``details(of:)``.
  ///
  /// - Throws: ``CatalogError``, `CancellationError`.
  func knownRecordings(isrc: String) async throws -> [KnownRecording]

  /// The recordings of an id of MusicBrainz, with all that is known; none where it is unknown, or no id. The id
  /// of what is found may be another one: recordings are merged.
  ///
  /// - Throws: ``CatalogError``, `CancellationError`.
  func knownRecordings(musicBrainzID: String) async throws -> [KnownRecording]

  /// All that is known of one of ``knownRecordings(isrc:)``.
  ///
  /// - Throws: ``CatalogError``, `CancellationError`.
  func details(of recording: KnownRecording) async throws -> KnownRecording
}

extension RecordingIndex {
  /// It has told all at once.
  public func details(of recording: KnownRecording) async throws -> KnownRecording { recording }
}

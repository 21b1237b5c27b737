import MusicCatalog

/// Finds the preview of a recording in a service that the track is not of.
///
/// It gives the same recording's or none: a wrong song is worse than silence.
public protocol PreviewSubstitute: Sendable {
  /// The preview of the same recording; `nil` where there is none.
  ///
  /// - Throws: what the service's client throws, where it could not be asked.
  func preview(of recording: Recording) async throws -> Preview?
}

/// Looks in Apple Music, by the recording's code.
public struct AppleMusicSubstitute: PreviewSubstitute {
  private let client: AppleMusicClient
  private let matcher: RecordingMatcher

  /// Looks by `client`, in its storefront.
  public init(_ client: AppleMusicClient, matcher: RecordingMatcher = RecordingMatcher()) {
    self.client = client
    self.matcher = matcher
  }

  /// The best match with a preview among the songs of the code; `nil` for a recording without one.
  public func preview(of recording: Recording) async throws -> Preview? {
    guard let code = recording.isrc, !code.isEmpty else { return nil }
    let songs = try await client.songs(isrcs: [code])[code]
    return matcher.preview(for: recording, among: songs, recording: \.recording) { Preview(of: $0) }
  }
}

/// Looks in Deezer, by the recording's code.
public struct DeezerSubstitute: PreviewSubstitute {
  private let client: DeezerClient
  private let matcher: RecordingMatcher

  /// Looks by `client`.
  public init(_ client: DeezerClient, matcher: RecordingMatcher = RecordingMatcher()) {
    self.client = client
    self.matcher = matcher
  }

  /// The preview of the track of the code, where it is the same recording; `nil` for a recording
  /// without a code.
  public func preview(of recording: Recording) async throws -> Preview? {
    guard let code = recording.isrc, !code.isEmpty else { return nil }
    do {
      let track = try await client.track(isrc: code)
      return matcher.preview(for: recording, among: [track], recording: { $0.recording }) {
        Preview(of: $0)
      }
    } catch let error as CatalogError where [.notFound, .invalidArgument].contains(error.code) {
      return nil
    }
  }
}

/// Looks in the iTunes Store, by artist, title and length: it tells no codes.
public struct ITunesSubstitute: PreviewSubstitute {
  private let client: ITunesSearchClient
  private let matcher: RecordingMatcher

  /// Looks by `client`, in its country: one of the twenty requests a minute that the store allows.
  public init(_ client: ITunesSearchClient, matcher: RecordingMatcher = RecordingMatcher()) {
    self.client = client
    self.matcher = matcher
  }

  /// The best match with a preview among what a search finds; `nil` for a recording whose length is
  /// not known: without it, title and artist alone would have to do.
  public func preview(of recording: Recording) async throws -> Preview? {
    guard let duration = recording.duration, duration > .zero else { return nil }
    let words = [recording.artists.first ?? "", recording.title].joined(separator: " ")
    do {
      let found = try await client.search(ITunes.Search(words, limit: 25))
      let measured = found.songs.filter { $0.duration.map { $0 > .zero } == true }
      return matcher.preview(for: recording, among: measured, recording: \.recording) {
        Preview(of: $0)
      }
    } catch let error as CatalogError where error.code == .invalidArgument {
      return nil
    }
  }
}

extension RecordingMatcher {
  /// The preview of the candidate that is the same recording, of those that have one.
  fileprivate func preview<Candidate>(
    for wanted: Recording,
    among candidates: [Candidate],
    recording: (Candidate) -> Recording?,
    preview: (Candidate) -> Preview?
  ) -> Preview? {
    var best: (preview: Preview, score: Double)?
    for candidate in candidates {
      guard let other = recording(candidate), let preview = preview(candidate) else { continue }
      let match = compare(other, with: wanted)
      if match.isAccepted, match.score > best?.score ?? -1 { best = (preview, match.score) }
    }
    return best?.preview
  }
}

import MusicCatalog
import PlayerKit
import ServiceKit

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
  public func preview(of recording: Recording) async throws -> MediaAddress? {
    guard let duration = recording.duration, duration > .zero else { return nil }
    let words = [recording.artists.first ?? "", recording.title].joined(separator: " ")
    do {
      let found = try await client.search(ITunes.Search(words, limit: 25))
      let measured = found.songs.filter { $0.duration.map { $0 > .zero } == true }
      return matcher.preview(for: recording, among: measured, recording: \.recording) {
        MediaAddress(of: $0)
      }
    } catch let error as CatalogError where error.code == .invalidArgument {
      return nil
    }
  }
}

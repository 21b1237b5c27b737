import MusicCatalog
import PlayerKit
import PlayerKitITunes
import ServiceKit

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
  public func preview(of recording: Recording) async throws -> MediaAddress? {
    guard let code = recording.isrc, !code.isEmpty else { return nil }
    do {
      let songs = try await client.songs(isrcs: [code])[code]
      return matcher.preview(for: recording, among: songs, recording: \.recording) {
        MediaAddress(of: $0)
      }
    } catch let error as CatalogError where error.code == .invalidArgument {
      // A code of another service need not be well formed.
      return nil
    }
  }
}

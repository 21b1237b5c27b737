import MusicCatalog
import PlayerKit
import ServiceKit

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

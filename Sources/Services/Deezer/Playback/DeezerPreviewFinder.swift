import PlayerKit
import PlayerKitServices

/// Finds the previews of Deezer's tracks. Their addresses expire after minutes up to a day.
public struct DeezerPreviewFinder: StreamURLProvider {
  private let client: DeezerClient

  /// Creates a finder that asks `client`.
  public init(client: DeezerClient) {
    self.client = client
  }

  /// Previews of Deezer.
  public var playerType: PlayerType { .deezerPreview }

  /// Returns a key with the track's id.
  public func key(of track: any Track) -> StreamURLKey? {
    (track as? any DeezerPlayable).map { StreamURLKey(id: $0.deezerID) }
  }

  /// Requests the track.
  public func address(of track: any Track) async throws -> StreamURL? {
    guard let track = track as? any DeezerPlayable else { return nil }
    return StreamURL(of: try await client.track(track.deezerID))
  }
}

/// Plays Deezer's previews of 30 s without an account. Its tracks are ``DeezerPlayable``.
public typealias DeezerPreviewPlayer = PreviewPlayer<DeezerPreviewFinder>

/// Finds previews at Deezer by ISRC.
public struct DeezerSubstitute: PreviewSubstitute {
  private let client: DeezerClient
  private let matcher: RecordingMatcher

  /// Creates a substitute that asks `client`.
  public init(_ client: DeezerClient, matcher: RecordingMatcher = RecordingMatcher()) {
    self.client = client
    self.matcher = matcher
  }

  /// Returns the preview of the track with the same ISRC if it is the same recording; `nil` if the
  /// recording has no ISRC.
  public func preview(of recording: Recording) async throws -> StreamURL? {
    guard let code = recording.isrc, !code.isEmpty else { return nil }
    do {
      let track = try await client.track(isrc: code)
      return matcher.preview(for: recording, among: [track], recording: { $0.recording }) {
        StreamURL(of: $0)
      }
    } catch let error as CatalogError where [.notFound, .invalidArgument].contains(error.code) {
      return nil
    }
  }
}

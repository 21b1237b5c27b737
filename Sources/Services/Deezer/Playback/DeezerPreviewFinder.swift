import PlayerKitServices
import PlayerKit

/// Finds the previews of Deezer's tracks, whose addresses expire within minutes to a day.
public struct DeezerPreviewFinder: AddressFinder {
  private let client: DeezerClient

  /// Makes a finder that asks `client`.
  public init(client: DeezerClient) {
    self.client = client
  }

  /// Previews of Deezer.
  public var playerType: PlayerType { .deezerPreview }

  /// The track's id.
  public func key(of track: any Track) -> AddressKey? {
    (track as? any DeezerPlayable).map { AddressKey(id: $0.deezerID) }
  }

  /// Asks for the track.
  public func address(of track: any Track) async throws -> MediaAddress? {
    guard let track = track as? any DeezerPlayable else { return nil }
    return MediaAddress(of: try await client.track(track.deezerID))
  }
}

/// Plays the previews of Deezer, 30 s each, without an account. Its tracks are ``DeezerPlayable``.
public typealias DeezerPreviewPlayer = PreviewPlayer<DeezerPreviewFinder>

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
  public func preview(of recording: Recording) async throws -> MediaAddress? {
    guard let code = recording.isrc, !code.isEmpty else { return nil }
    do {
      let track = try await client.track(isrc: code)
      return matcher.preview(for: recording, among: [track], recording: { $0.recording }) {
        MediaAddress(of: $0)
      }
    } catch let error as CatalogError where [.notFound, .invalidArgument].contains(error.code) {
      return nil
    }
  }
}

import PlayerKit

/// Tells a queue what yt-dlp knows of the pages in it: title, artist, picture, chapters. Give it as
/// `QueuePlayer.inspector`.
///
/// What was found with the address costs no second process.
public struct YTDLPInspector: MediaInspecting {
  private let client: YTDLPClient

  /// Makes an inspector that asks `client`.
  public init(client: YTDLPClient) {
    self.client = client
  }

  /// Pages are at servers. The rest of a list is nothing to look into.
  public func place(of track: any Track) -> InspectionPlace? {
    guard let playable = track as? any YTDLPPlayable else { return nil }
    if case .rest = playable.ytdlpTrack.part { return nil }
    // What others may play is looked at once it came to this.
    let isOurs = playable.playerType == .ytdlp
    return isOurs || client.memory.media(playable.ytdlpTrack.id) != nil ? .remote : nil
  }

  /// What yt-dlp says of the page.
  public func inspect(_ track: any Track) async throws -> TrackMetadata {
    guard let track = (track as? any YTDLPPlayable)?.ytdlpTrack else {
      throw PlayerError(.invalidItem, "This is no page.")
    }
    do {
      switch try await client.find(track) {
      case .media(let media): return media.metadata
      case .list: throw PlayerError(.inspectionRefused, "It stands for several tracks.")
      }
    } catch let error as YTDLPError {
      throw PlayerError(error)
    }
  }
}

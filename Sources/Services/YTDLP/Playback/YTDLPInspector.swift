import PlayerKit

// yt-dlp's metadata of the pages in a queue: title, artist, picture, chapters. Data that came with
// the address needs no second process.
extension YTDLPService: MediaInspecting {
  /// Returns the place of a page. The rest of a list has none.
  public func place(of track: any Track) -> InspectionPlace? {
    guard let playable = track as? any YTDLPPlayable else { return nil }
    if case .rest = playable.ytdlpTrack.part { return nil }
    // A track that another player may play is only inspected after yt-dlp had to play it.
    let isOurs = playable.playerType == .ytdlp
    return isOurs || client.memory.media(playable.ytdlpTrack.id) != nil ? .remote : nil
  }

  /// Returns yt-dlp's metadata of the page.
  public func inspect(_ track: any Track) async throws -> TrackMetadata {
    guard let track = (track as? any YTDLPPlayable)?.ytdlpTrack else {
      throw PlayerError(.invalidItem, "This is not a page.")
    }
    do {
      switch try await client.find(track) {
      case .media(let media): return media.metadata
      case .list:
        throw PlayerError(.inspectionRefused, "The page has several tracks. Name one of them.")
      }
    } catch let error as YTDLPError {
      throw PlayerError(error)
    }
  }
}

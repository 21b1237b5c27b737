import Foundation
import PlayerKit
import PlayerKitServices
import PlayerKitYTDLP
import PlayerKitYouTube

/// Plays YouTube's videos if there is no player page: by yt-dlp, if the user named one.
struct YouTubeWithoutPage: MediaResolver {
  private let ytdlp: YTDLPResolver?

  init(_ services: MusicServices) {
    let service = services.all.lazy.compactMap { $0 as? YTDLPService }.first(where: \.isConfigured)
    ytdlp = service.map { YTDLPResolver(client: $0.client) }
  }

  var playerType: PlayerType { .youTubePage }

  func resolveNow(_ track: any Track) throws(PlayerError) -> MediaSource? {
    guard let ytdlp else { return nil }
    return try ytdlp.resolveNow(try Self.page(track))
  }

  func resolve(_ track: any Track) async throws -> MediaSource {
    guard let ytdlp else {
      throw PlayerError(
        .toolMissing,
        "YouTube's videos play in a page, or by yt-dlp. Add --page, or --yt-dlp auto."
      )
    }
    return try await ytdlp.resolve(try Self.page(track))
  }

  func forget(_ track: any Track, after error: PlayerError) {
    guard let page = try? Self.page(track) else { return }
    ytdlp?.forget(page, after: error)
  }

  private static func page(_ track: any Track) throws(PlayerError) -> YTDLPTrack {
    guard let video = track as? any YouTubePlayable,
      YouTubeTrack.isVideoID(video.youTubeID),
      let url = URL(string: "https://youtu.be/" + video.youTubeID)
    else { throw PlayerError(.invalidItem, "The track has no valid id of YouTube.") }
    return try YTDLPTrack(page: url, metadata: video.metadata)
  }
}

import Foundation

/// The YouTube Data API: an API key in the query, and errors with two kinds of reasons.
final class YouTubeService: SimulatedService {
  private let catalog: InventedCatalog
  private let key: String

  let endpoints = YouTubeEndpoints.routes.map(\.endpoint)

  init(catalog: InventedCatalog, key: String) {
    self.catalog = catalog
    self.key = key
  }

  func answer(_ request: SimulatedRequest) throws -> SimulatedResponse {
    guard request.isReading else { return .wrongMethod(allowed: "GET") }
    let query = Query(pairs: request.query)
    guard let given = query["key"], !given.isEmpty else {
      throw YouTubeFailure.refusal(403, "forbidden", "PERMISSION_DENIED")
    }
    guard given == key else { throw YouTubeFailure.key }
    guard query["part"]?.isEmpty == false else {
      throw YouTubeFailure.refusal(400, "missingRequiredParameter", "INVALID_ARGUMENT")
    }
    let endpoints = YouTubeEndpoints(request: request, catalog: catalog)
    // The service states this lifetime.
    return SimulatedResponse.json(try endpoints.answer())
      .adding("Cache-Control", "private, max-age=0, must-revalidate")
  }

  func failure(status: Int) -> SimulatedResponse {
    let reason = status == 429 ? "rateLimitExceeded" : status < 500 ? "badRequest" : "backendError"
    return YouTubeFailure.refusal(status, reason, "UNKNOWN").response
  }

  /// The day's quota is used up. The answer does not state until when.
  func throttled(retryAfter: Int?) -> SimulatedResponse { YouTubeFailure.quota.response }
}

/// Error responses.
enum YouTubeFailure {
  static let quota = refusal(
    403,
    "quotaExceeded",
    "PERMISSION_DENIED",
    domain: "youtube.quota"
  )
  static let key = refusal(400, "badRequest", "INVALID_ARGUMENT", newReason: "API_KEY_INVALID")
  static let pageToken = refusal(400, "invalidPageToken", "INVALID_ARGUMENT")
  static let playlist = refusal(404, "playlistNotFound", "NOT_FOUND")

  static func refusal(
    _ status: Int,
    _ reason: String,
    _ name: String,
    domain: String = "global",
    newReason: String? = nil
  ) -> Refusal {
    let text = JSON.string("This did not work: \(reason).")
    let details = newReason.map { new -> JSON in
      [["@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": .string(new)]]
    }
    return Refusal(
      status,
      [
        "error": [
          "code": .number(status), "message": text,
          "errors": [["message": text, "domain": .string(domain), "reason": .string(reason)]],
          "status": .string(name), "details": details,
        ]
      ]
    )
  }
}

/// The state of a simulated video.
package enum YouTubeVideoState: CaseIterable, Sendable {
  case usual
  /// The owner does not allow it on other pages.
  case embeddingDisabled
  /// The owner blocks it in Germany.
  case regionBlocked
  case live
  case upcoming
  /// It is gone, but still has its place in playlists.
  case deleted
  case isPrivate

  init(ofVideo index: Int) {
    self =
      switch index % 40 {
      case 7: .embeddingDisabled
      case 11: .regionBlocked
      case 13: .live
      case 17: .upcoming
      case 19: .deleted
      case 23: .isPrivate
      default: .usual
      }
  }

  var isGone: Bool { self == .deleted || self == .isPrivate }
}

/// The ids of videos, which are recordings, and of channels, which are artists.
enum YouTubeIDs {
  static func video(_ index: Int) -> String { "sv_" + index.padded(8) }
  static func channel(_ index: Int) -> String { "UC" + index.padded(22) }
  static func uploads(_ index: Int) -> String { "UU" + index.padded(22) }
  static func playlist(_ index: Int) -> String { "PL" + index.padded(32) }
  static func handle(_ index: Int) -> String { "@artist\(index)" }

  /// Returns the index of an id; `nil` if it is none of the first `count`.
  static func index(_ id: String, after prefix: String, _ count: Int) -> Int? {
    guard id.hasPrefix(prefix), let index = Int(id.dropFirst(prefix.count)),
      (0..<count).contains(index)
    else { return nil }
    return index
  }
}

/// The simulated YouTube, for tests in the same process.
extension ServiceSimulator {
  /// The id of the first video in a state.
  package func youTubeVideo(_ state: YouTubeVideoState) -> String? {
    previewStore.catalog.recordings.indices.first { YouTubeVideoState(ofVideo: $0) == state }
      .map(YouTubeIDs.video)
  }

  /// The id of a playlist with deleted and private videos, and the ids of its other videos.
  package var youTubePlaylist: (id: String, videos: [String])? {
    let catalog = previewStore.catalog
    for playlist in catalog.playlists {
      let videos = playlist.tracks.songs.map { catalog.songs[$0].recording }
      let known = videos.filter { !YouTubeVideoState(ofVideo: $0).isGone }
      if known.count < videos.count, !known.isEmpty {
        return (YouTubeIDs.playlist(playlist.index), known.map(YouTubeIDs.video))
      }
    }
    return nil
  }

  /// The id, the handle, and the number of videos of a channel.
  package var youTubeChannel: (id: String, handle: String, videos: Int)? {
    let catalog = previewStore.catalog
    let artist = catalog.artists.first { !catalog.songs(onAlbumsOf: $0.index).isEmpty }
    return artist.map {
      let songs = catalog.bestKnown(of: catalog.songs(onAlbumsOf: $0.index))
      let videos = songs.map { catalog.songs[$0].recording }
      return (
        YouTubeIDs.channel($0.index), YouTubeIDs.handle($0.index),
        videos.count { !YouTubeVideoState(ofVideo: $0).isGone }
      )
    }
  }
}

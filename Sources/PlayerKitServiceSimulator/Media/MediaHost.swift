import Foundation

/// A single host for previews, artwork, stations, and podcasts.
struct MediaHost: SimulatedService {
  let previewStore: PreviewStore
  var podcasts = InventedPodcasts(seed: 1)

  func answer(_ request: SimulatedRequest) -> SimulatedResponse {
    guard request.isReading else { return .wrongMethod(allowed: "GET, HEAD") }
    let parts = request.path.split(separator: "/")
    guard let folder = parts.first, let file = parts.last else { return failure(status: 404) }
    switch folder {
    case "previews" where parts.count == 2:
      guard let found = previewStore.piece(file: file) else { return failure(status: 404) }
      let types = ["audio/x-m4p", "audio/x-m4a", "audio/mp4"]
      let type = file.hasSuffix("v") ? "video/x-m4v" : types[found.number % types.count]
      return .file(found.piece.data, type: type, to: request)
    case "mp3-preview" where parts.count == 2:
      guard let piece = previewStore.spotifyPiece(file: file) else { return failure(status: 404) }
      return .file(piece.data, type: "audio/mpeg", to: request)
    case "deezer":
      guard let piece = previewStore.deezerPiece(file: file) else { return failure(status: 404) }
      let token = Query(pairs: request.query)["hdnea"]
      guard previewStore.signer.accepts(token, path: request.path, at: request.now) else {
        return failure(status: 403)
      }
      return .file(piece.data, type: "audio/mpeg", to: request)
    case "radio" where parts.count == 2: return station(file, request)
    case "podcasts" where parts.count == 3:
      return Int(parts[1]).map { podcast($0, file, request) } ?? failure(status: 404)
    case "artwork" where parts.count > 1:
      guard let picture = PlainPicture(file: file, of: request.path) else {
        return failure(status: 404)
      }
      return .file(picture.png, type: "image/png", to: request)
    default:
      return failure(status: 404)
    }
  }

  func failure(status: Int) -> SimulatedResponse {
    SimulatedResponse(status: status)
  }

  /// A station's stream, which is finite here, or the playlist that points to it.
  private func station(_ file: Substring, _ request: SimulatedRequest) -> SimulatedResponse {
    let parts = file.split(separator: ".")
    guard parts.count == 2, let number = Int(parts[0]), (0..<InventedStations.count) ~= number
    else { return failure(status: 404) }
    if parts[1] == "mp3" { return mp3(number, request) }
    guard parts[1] == "pls" else { return failure(status: 404) }
    let stream = "\(request.mediaBase)/radio/\(number).mp3"
    let list = "[playlist]\nFile1=\(stream)\nTitle1=Station \(number)\nLength1=-1\n"
    return .file(Data(list.utf8), type: "audio/x-scpls", to: request)
  }

  private func podcast(
    _ show: Int,
    _ file: Substring,
    _ request: SimulatedRequest
  ) -> SimulatedResponse {
    let parts = file.split(separator: ".")
    guard parts.count == 2, podcasts.shows.indices.contains(show) else {
      return failure(status: 404)
    }
    if file == "feed.xml" {
      let page = Query(pairs: request.query)["page"].map { Int($0) ?? 0 } ?? 1
      let writer = FeedWriter(podcasts: podcasts, media: request.mediaBase)
      guard let feed = writer.page(page, of: show) else { return failure(status: 404) }
      return .file(Data(feed.utf8), type: "application/rss+xml; charset=utf-8", to: request)
    }
    guard let number = Int(parts[0]), (1...InventedPodcasts.episodesOfShow) ~= number else {
      return failure(status: 404)
    }
    switch parts[1] {
    case "mp3": return mp3(show + number, request)
    case "json":
      return .file(Data(FeedWriter.chapters.utf8), type: "application/json+chapters", to: request)
    case "vtt": return .file(Data(FeedWriter.transcript.utf8), type: "text/vtt", to: request)
    default: return failure(status: 404)
    }
  }

  private func mp3(_ number: Int, _ request: SimulatedRequest) -> SimulatedResponse {
    guard !previewStore.mp3Pieces.isEmpty else { return failure(status: 404) }
    let piece = previewStore.mp3Pieces[number % previewStore.mp3Pieces.count]
    return .file(piece.data, type: "audio/mpeg", to: request)
  }
}

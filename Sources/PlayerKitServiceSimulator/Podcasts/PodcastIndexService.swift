import Crypto
import Foundation
import PlayerKitSystem

/// Podcast Index. Requests are signed, and some booleans are numbers.
final class PodcastIndexService: SimulatedService {
  private let podcasts: InventedPodcasts
  private let key: ClientKey

  let endpoints =
    [
      "GET /api/1.0/search/byterm", "GET /api/1.0/podcasts/byfeedurl",
      "GET /api/1.0/podcasts/byfeedid", "GET /api/1.0/episodes/byfeedid",
    ].map(Endpoint.init)

  init(podcasts: InventedPodcasts, key: ClientKey) {
    self.podcasts = podcasts
    self.key = key
  }

  func answer(_ request: SimulatedRequest) throws -> SimulatedResponse {
    guard request.isReading else { return .wrongMethod(allowed: "GET") }
    if let missing = missing(in: request) { return Self.refused(missing) }
    let query = Query(pairs: request.query)
    let most = min(max(query["max"].flatMap(Int.init) ?? 40, 1), 1_000)
    switch request.path {
    case "/api/1.0/search/byterm":
      guard let text = query["q"], !text.isEmpty else { return failure(status: 400) }
      let words = CatalogText.words(text)
      let found = podcasts.shows.filter { show in
        let name = CatalogText.folded(show.title + " " + show.author)
        return words.allSatisfy { name.contains(" " + $0) }
      }
      let feeds = found.prefix(most).map { feed($0, request) }
      return .json([
        "status": "true", "feeds": .array(feeds), "count": .number(feeds.count),
        "query": .string(text), "description": "Found matching feeds.",
      ])
    case "/api/1.0/podcasts/byfeedurl", "/api/1.0/podcasts/byfeedid":
      let show = podcasts.shows.first { show in
        InventedPodcasts.feed(show.index, at: request.mediaBase) == query["url"]
          || String(InventedPodcasts.ids.id(show.index)) == query["id"]
      }
      guard let show else { return failure(status: 400) }
      return .json(["status": "true", "feed": feed(show, request), "description": "Found."])
    case "/api/1.0/episodes/byfeedid":
      let show = podcasts.shows.first {
        String(InventedPodcasts.ids.id($0.index)) == query["id"]
      }
      let items = show.map { show in
        podcasts.numbers(of: show).prefix(most).map { episode($0, of: show, request) }
      }
      return .json([
        "status": "true", "items": .array(items ?? []), "count": .number(items?.count ?? 0),
      ])
    default: return failure(status: 404)
    }
  }

  func failure(status: Int) -> SimulatedResponse {
    .json(status: status, ["status": "false", "description": "This did not work."])
  }

  // MARK: - Signing

  /// The missing or invalid header, if any.
  private func missing(in request: SimulatedRequest) -> String? {
    guard request.headers["user-agent"]?.isEmpty == false else { return "User-Agent" }
    guard request.headers["x-auth-key"] == key.id else { return "X-Auth-Key" }
    guard let text = request.headers["x-auth-date"], let date = Int(text),
      abs(request.now.timeIntervalSince1970 - Double(date)) <= 300
    else { return "X-Auth-Date" }
    let digest = Insecure.SHA1.hash(data: Data((key.id + key.secret + text).utf8)).hexadecimal
    return request.headers["authorization"] == digest ? nil : "Authorization"
  }

  /// The body is plain text, not JSON.
  private static func refused(_ name: String) -> SimulatedResponse {
    .text(401, "\(name) header value either not set or blank.")
  }

  // MARK: - Writing

  private func feed(_ show: InventedPodcasts.Show, _ request: SimulatedRequest) -> JSON {
    let url = InventedPodcasts.feed(show.index, at: request.mediaBase)
    return [
      "id": .number(InventedPodcasts.ids.id(show.index)), "title": .string(show.title),
      "url": .string(url), "originalUrl": .string(url), "link": "https://podcasts.example/",
      "description": "An invented podcast.", "author": .string(show.author),
      "ownerName": .string(show.author), "image": "", "artwork": "",
      "lastUpdateTime": .number(InventedPodcasts.date(InventedPodcasts.episodesOfShow)),
      "itunesId": show.index % 2 == 0 ? .null : .number(1_500_000 + show.index),
      "language": "en", "explicit": .bool(show.isExplicit), "type": 0, "medium": "podcast",
      "dead": .number(show.isDead ? 1 : 0),
      "episodeCount": .number(InventedPodcasts.episodesOfShow),
      "categories": show.index % 3 == 0 ? .null : ["1": "Arts"], "locked": 0,
    ]
  }

  private func episode(
    _ number: Int,
    of show: InventedPodcasts.Show,
    _ request: SimulatedRequest
  ) -> JSON {
    let base = "\(request.mediaBase)/podcasts/\(show.index)/\(number)"
    return [
      "id": .number(InventedPodcasts.ids.id(show.index) * 100 + number),
      "title": .string(InventedPodcasts.title(number)), "link": "https://podcasts.example/",
      "guid": .string(InventedPodcasts.guid(show.index, number)),
      "datePublished": .number(InventedPodcasts.date(number)),
      "enclosureUrl": .string(base + ".mp3"), "enclosureType": "audio/mpeg",
      "enclosureLength": 0, "duration": number % 4 == 0 ? .null : 30,
      "explicit": .number(show.isExplicit ? 1 : 0), "episode": .number(number), "season": 0,
      "image": "", "feedId": .number(InventedPodcasts.ids.id(show.index)),
      "feedTitle": .string(show.title), "chaptersUrl": .string(base + ".json"),
      "transcriptUrl": .string(base + ".vtt"),
    ]
  }
}

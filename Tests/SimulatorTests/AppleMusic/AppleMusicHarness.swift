import Foundation
import Testing

@testable import PlayerKitServiceSimulator

/// Calls the service without a server, and reads its answers with JSONSerialization only.
struct AppleMusicHarness {
  let catalog = SharedCatalog.catalog
  let service: AppleMusicService
  var now = Date(timeIntervalSince1970: 1_764_000_000)

  static let userToken = "user-token"

  init(settings: AppleMusicService.Settings = .init()) {
    service = AppleMusicService(catalog: SharedCatalog.catalog, settings: settings) {
      $0 == AppleMusicHarness.userToken
    }
  }

  /// The path with its query as a client would write it.
  func send(
    _ pathAndQuery: String,
    method: String = "GET",
    user: String? = nil,
    body: String = ""
  ) async -> Reply {
    let parts = pathAndQuery.split(separator: "?", maxSplits: 1).map(String.init)
    let pairs = (parts.count > 1 ? parts[1] : "").split(separator: "&").map { pair in
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
        $0.replacing("+", with: " ").removingPercentEncoding ?? ""
      }
      return (name: sides[0], value: sides.count > 1 ? sides[1] : "")
    }
    let request = SimulatedRequest(
      method: method,
      path: parts[0],
      query: pairs,
      headers: user.map { ["music-user-token": $0] } ?? [:],
      body: Data(body.utf8),
      now: now,
      mediaBase: "http://127.0.0.1:1/media",
      serviceBase: "http://127.0.0.1:1/applemusic"
    )
    return Reply(await service.respond(to: request))
  }

  func us(_ rest: String) async -> Reply { await send("/v1/catalog/us\(rest)") }

  func me(_ rest: String, method: String = "GET", body: String = "") async -> Reply {
    await send("/v1/me\(rest)", method: method, user: Self.userToken, body: body)
  }

  /// All members of all pages, following `next`. The limit is not added again.
  func allPages(_ path: String, user: String? = nil) async throws -> (ids: [String], pages: Int) {
    var ids: [String] = []
    var pages = 0
    var next: String? = path
    while let path = next, pages < 50 {
      let reply = await send(path, user: user)
      #expect(reply.status == 200)
      ids += reply.ids
      pages += 1
      next = reply.json["next"] as? String
    }
    return (ids, pages)
  }

  var storefront: Storefront { Storefront.all[0] }

  func id(song index: Int, in storefront: String = "us") -> String {
    String(catalog.id(song: index, in: Storefront.named(storefront) ?? self.storefront))
  }

  func id(album index: Int) -> String { String(catalog.id(album: index, in: storefront)) }
  func id(artist index: Int) -> String { String(IDSpace.artists.id(index)) }

  func isSold(_ song: Int, in id: String = "us") -> Bool {
    catalog.isSold(song: song, in: Storefront.named(id) ?? storefront)
  }

  /// The first songs that are sold in the United States and match.
  func songs(_ count: Int, where fits: (Song) -> Bool = { _ in true }) -> [Int] {
    Array(catalog.songs.filter { isSold($0.index) && fits($0) }.map(\.index).prefix(count))
  }
}

/// A decoded answer.
struct Reply {
  let status: Int
  let body: Data
  let json: [String: Any]

  init(_ response: SimulatedResponse) {
    status = response.status
    body = response.body
    json = (try? JSONSerialization.jsonObject(with: body)) as? [String: Any] ?? [:]
  }

  var data: [[String: Any]] { json["data"] as? [[String: Any]] ?? [] }
  var ids: [String] { data.compactMap { $0["id"] as? String } }
  var next: String? { json["next"] as? String }
  var results: [String: Any] { json["results"] as? [String: Any] ?? [:] }
  var errors: [[String: Any]] { json["errors"] as? [[String: Any]] ?? [] }
  var code: String? { errors.first?["code"] as? String }
  var detail: String? { errors.first?["detail"] as? String }
  var title: String? { errors.first?["title"] as? String }
  var parameter: String? { (errors.first?["source"] as? [String: Any])?["parameter"] as? String }

  /// The value at the path `a.b.c`, in which numbers are indices.
  func at(_ path: String) -> Any? {
    Self.at(path, in: json)
  }

  static func at(_ path: String, in value: Any?) -> Any? {
    var value = value
    for part in path.split(separator: ".") {
      if let index = Int(part), let list = value as? [Any] {
        value = list.indices.contains(index) ? list[index] : nil
      } else {
        value = (value as? [String: Any])?[String(part)]
      }
    }
    return value
  }

  func text(_ path: String) -> String? { at(path) as? String }
  func list(_ path: String) -> [[String: Any]]? { at(path) as? [[String: Any]] }
  func ids(_ path: String) -> [String]? { list(path)?.compactMap { $0["id"] as? String } }
}

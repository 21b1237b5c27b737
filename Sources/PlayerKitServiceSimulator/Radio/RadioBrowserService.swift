import Foundation
import PlayerKitSystem

/// Radio Browser. It needs no key, reports errors only by status, and counts one click per station
/// and day.
final class RadioBrowserService: SimulatedService {
  private let stations: [SimulatedStation]
  /// The times of counted clicks and votes, by the station's id.
  private let told = Locked<[String: Date]>([:])

  let endpoints =
    [
      "GET /json/servers", "GET /json/stations/search", "GET /json/stations/byuuid?uuids",
      "GET /json/stations/byuuid/{id}", "GET /json/stations/topclick/{count}",
      "GET /json/stations/topvote/{count}", "GET /json/stations/byname/{name}",
      "GET /json/url/{id}", "GET /json/vote/{id}", "GET /json/{list}",
    ].map(Endpoint.init)

  init(seed: UInt64) {
    stations = InventedStations.make(seed: seed)
  }

  func answer(_ request: SimulatedRequest) throws -> SimulatedResponse {
    guard request.isReading else { return .wrongMethod(allowed: "GET") }
    let parts = request.path.split(separator: "/").map {
      $0.removingPercentEncoding ?? String($0)
    }
    let writer = StationWriter(request: request)
    func list(_ found: [SimulatedStation]) -> SimulatedResponse {
      .radio(.array(found.map(writer.station)))
    }
    let query = StationQuery(query: Query(pairs: request.query))
    guard parts.first == "json" else { return failure(status: 404) }
    switch (parts.dropFirst().first, parts.dropFirst(2).first, parts.dropFirst(3).first) {
    case ("servers", nil, nil): return .radio(Self.servers)
    case ("stations", "search", nil): return list(query.found(in: stations))
    case ("stations", "byuuid", let id):
      // Deleted stations are left out.
      let ids = Set((id.map { [$0] } ?? query.query.list("uuids") ?? []).map { $0.lowercased() })
      return list(stations.filter { ids.contains($0.id) })
    case ("stations", "topclick", let count?):
      return list(Array(stations.sorted { $0.clicks > $1.clicks }.prefix(Int(count) ?? 0)))
    case ("stations", "topvote", let count?):
      return list(Array(stations.sorted { $0.votes > $1.votes }.prefix(Int(count) ?? 0)))
    case ("stations", "byname", let name?):
      return list(
        stations.filter { CatalogText.folded($0.name).contains(CatalogText.folded(name)) }
      )
    case ("url", let id?, nil): return click(id, writer, at: request.now)
    case ("vote", let id?, nil): return vote(id, at: request.now)
    case (let name?, nil, nil):
      guard let categories = StationQuery.categories(name, of: stations) else {
        return failure(status: 404)
      }
      return .radio(query.page(categories))
    case (_, _, _): return failure(status: 404)
    }
  }

  /// The page of a gateway. The service itself has no error format.
  func failure(status: Int) -> SimulatedResponse { .gatewayPage(status) }

  private func click(_ id: String, _ writer: StationWriter, at now: Date) -> SimulatedResponse {
    guard let station = stations.first(where: { $0.id == id.lowercased() }) else {
      return .radio(["ok": false, "message": "did not find station with matching id"])
    }
    let isFirst = told.withLock { told in
      let day = (now.timeIntervalSince1970 / 86_400).rounded(.down) * 86_400
      defer { told["click " + station.id] = Date(timeIntervalSince1970: day) }
      return told["click " + station.id]?.timeIntervalSince1970 != day
    }
    return .radio([
      // The real service sends both forms.
      "ok": isFirst ? true : "true", "message": "retrieved station url",
      "stationuuid": .string(station.id), "name": .string(station.name),
      "url": .string(writer.resolved(station)),
    ])
  }

  private func vote(_ id: String, at now: Date) -> SimulatedResponse {
    guard stations.contains(where: { $0.id == id.lowercased() }) else {
      return .radio(["ok": false, "message": "did not find station with matching id"])
    }
    let isTooOften = told.withLock { told in
      let last = told["vote " + id.lowercased()] ?? .distantPast
      guard now.timeIntervalSince(last) >= 600 else { return true }
      told["vote " + id.lowercased()] = now
      return false
    }
    return .radio(
      isTooOften
        ? ["ok": false, "message": "you are voting for the same station too often"]
        : ["ok": true, "message": "voted for station successfully"]
    )
  }

  private static let servers: JSON = .array(
    ["de1", "de2", "fi1"].enumerated().map { index, name in
      [
        "ip": .string("192.0.2.\(index + 1)"),
        "name": .string("\(name).api.radio-browser.info"),
      ]
    }
  )
}

/// The filters of a request for stations.
struct StationQuery: Sendable {
  let query: Query

  func found(in stations: [SimulatedStation]) -> [SimulatedStation] {
    let found = stations.filter(isWanted)
    let keys: [String: (SimulatedStation) -> Int] = [
      "votes": { $0.votes }, "clickcount": { $0.clicks }, "bitrate": { $0.bitrate },
      "clicktrend": { $0.clicks % 21 - 10 }, "random": { $0.index &* 7_919 % 241 },
    ]
    let order = query["order"] ?? "name"
    var sorted: [SimulatedStation]
    if let key = keys[order] {
      sorted = found.sorted { (key($0), $0.index) < (key($1), $1.index) }
    } else {
      sorted = found.sorted { ($0.name, $0.index) < ($1.name, $1.index) }
    }
    if query["reverse"] == "true" { sorted.reverse() }
    return Array(page.slice(of: sorted))
  }

  /// Without a limit, all stations are returned.
  private var page: Page {
    Page(
      limit: query["limit"].flatMap(Int.init).map { max($0, 0) } ?? 100_000,
      offset: query["offset"].flatMap(Int.init) ?? 0
    )
  }

  private func isWanted(_ station: SimulatedStation) -> Bool {
    func holds(_ text: String, _ name: String) -> Bool {
      guard let wanted = query[name], !wanted.isEmpty else { return true }
      return query[name + "Exact"] == "true"
        ? text == wanted : text.lowercased().contains(wanted.lowercased())
    }
    let tags = Set(station.tags.map { $0.trimmingCharacters(in: .whitespaces) })
    let wanted = query.list("tagList") ?? []
    let code = query["countrycode"]?.uppercased()
    let least = query["bitrateMin"].flatMap(Int.init) ?? 0
    let most = query["bitrateMax"].flatMap(Int.init) ?? 1_000_000
    return holds(station.name, "name") && holds(station.country.name, "country")
      && holds(station.tags.joined(separator: ","), "tag") && holds(station.codec, "codec")
      && holds(station.languages.map(\.name).joined(separator: ","), "language")
      && wanted.allSatisfy(tags.contains) && (code == nil || code == station.country.code)
      && (least...max(least, most)).contains(station.bitrate)
      && (query["hidebroken"] != "true" || station.isWorking)
  }

  /// The values of a category, or `nil` if there is no such category.
  static func categories(_ name: String, of stations: [SimulatedStation]) -> [JSON]? {
    let values: (SimulatedStation) -> [String]
    switch name {
    case "countries": values = { [$0.country.name] }
    case "countrycodes": values = { [$0.country.code] }
    case "codecs": values = { [$0.codec] }
    case "languages": values = { $0.languages.map(\.name) }
    case "tags": values = { $0.tags.map { $0.trimmingCharacters(in: .whitespaces) } }
    case "states": values = { _ in [] }
    default: return nil
    }
    let counts = stations.flatMap(values).reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
    let codes = Dictionary(stations.map { ($0.country.name, $0.country.code) }) { first, _ in first
    }
    return counts.filter { !$0.key.isEmpty }
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { key, count in
        [
          "name": .string(key), "iso_3166_1": name == "countries" ? .string(codes[key]) : nil,
          "stationcount": .number(count),
        ]
      }
  }

  func page(_ categories: [JSON]) -> JSON {
    let ordered = query["reverse"] == "true" ? categories : categories.reversed()
    return .array(Array(page.slice(of: ordered)))
  }
}

/// Writes stations like the service.
struct StationWriter: Sendable {
  let request: SimulatedRequest

  /// The address of the stream.
  func resolved(_ station: SimulatedStation) -> String {
    station.isWorking
      ? "\(request.mediaBase)/radio/\(station.index).mp3"
      : "http://radio-\(station.index).invalid/live"
  }

  func station(_ station: SimulatedStation) -> JSON {
    places(of: station) + words(of: station) + numbers(of: station)
  }

  private func places(of station: SimulatedStation) -> JSON {
    let list = "\(request.mediaBase)/radio/\(station.index).pls"
    let logo = "\(request.mediaBase)/artwork/radio/\(station.index)/300x300.png"
    let page = "https://radio-\(station.index).example/ "
    let change = String(station.id.reversed())
    return [
      "changeuuid": .string(change), "stationuuid": .string(station.id), "serveruuid": .null,
      "name": .string(station.name), "url": .string(station.isList ? list : resolved(station)),
      "url_resolved": .string(station.isWorking ? resolved(station) : ""),
      "homepage": .string(station.index % 6 == 0 ? "" : page),
      "favicon": .string(station.index % 3 == 0 ? "" : logo),
    ]
  }

  private func words(of station: SimulatedStation) -> JSON {
    let names = station.languages.map(\.name).joined(separator: ",")
    let codes = station.languages.map(\.code).joined(separator: ",")
    return [
      "tags": .string(station.tags.joined(separator: ",")),
      "country": .string(station.country.name), "countrycode": .string(station.country.code),
      "iso_3166_2": .null, "state": "", "language": .string(names), "languagecodes": .string(codes),
    ]
  }

  private func numbers(of station: SimulatedStation) -> JSON {
    let hasPlace = station.index % 4 == 0
    return [
      "votes": .number(station.votes), "lastchangetime": "2020-01-09 18:16:35",
      "lastchangetime_iso8601": "2020-01-09T18:16:35Z", "codec": .string(station.codec),
      "bitrate": .number(station.bitrate), "hls": .number(station.isHLS ? 1 : 0),
      "lastcheckok": .number(station.isWorking ? 1 : 0),
      "lastchecktime": "2026-11-20 04:12:00", "lastchecktime_iso8601": "2026-11-20T04:12:00Z",
      "lastcheckoktime": "2026-11-20 04:12:00", "clicktimestamp": "2026-11-20 03:00:00",
      "clickcount": .number(station.clicks), "clicktrend": .number(station.clicks % 21 - 10),
      "ssl_error": 0, "geo_lat": hasPlace ? .real(48.25) : .null,
      "geo_long": hasPlace ? .real(11.5) : .null,
      "has_extended_info": .bool(station.index % 10 == 0),
    ]
  }
}

extension SimulatedResponse {
  fileprivate static func radio(_ value: JSON) -> SimulatedResponse {
    SimulatedResponse("application/json", value.data)
  }
}

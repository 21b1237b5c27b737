import Foundation
import PlayerKit
import PlayerKitServices
import PlayerKitSystem

extension RadioBrowser {
  /// A station. Anybody can enter one, so everything but the id may be wrong.
  public struct Station: Codable, Hashable, Identifiable, Sendable {
    /// The id. It stays when the address changes.
    public var id: String
    /// The name, as entered. ``title`` is meant for display.
    public var name: String?
    /// The address, as entered: a stream or a playlist.
    public var url: String?
    /// The address that playlists lead to. HLS addresses are unchanged.
    public var resolvedURL: String?
    /// The station's page.
    public var homepage: String?
    /// Its logo.
    public var favicon: String?
    /// The tags, separated by commas.
    public var tags: String?
    /// The country's name.
    public var country: String?
    /// The country as a two-letter code.
    public var countryCode: String?
    /// The state or region.
    public var state: String?
    /// The languages, separated by commas.
    public var language: String?
    /// The language codes, separated by commas.
    public var languageCodes: String?
    /// The number of votes.
    public var votes: Int?
    /// The codec, such as `MP3`, `AAC+`, `AAC,H.264` or `UNKNOWN`. ``soundCodec`` is meant for
    /// display.
    public var codec: String?
    /// The bit rate in kbit/s; 0 or nonsense if unknown. See ``plausibleBitRate``.
    public var bitrate: Int?
    /// Whether the stream is HLS.
    public var isHLS: Bool?
    /// Whether the station worked at the last check.
    public var isWorking: Bool?
    /// The number of plays in the last day.
    public var clickCount: Int?
    /// The change of ``clickCount``.
    public var clickTrend: Int?
    /// Whether its certificate is broken.
    public var hasBrokenCertificate: Bool?
    /// The latitude of the station.
    public var latitude: Double?
    /// The longitude of the station.
    public var longitude: Double?
    /// The time when the entry changed: UTC, in ISO 8601.
    public var changed: String?
    /// The id of this version of the entry.
    public var changeID: String?

    private enum CodingKeys: String, CodingKey {
      case id = "stationuuid"
      case resolvedURL = "url_resolved"
      case countryCode = "countrycode"
      case languageCodes = "languagecodes"
      case isHLS = "hls"
      case isWorking = "lastcheckok"
      case clickCount = "clickcount"
      case clickTrend = "clicktrend"
      case hasBrokenCertificate = "ssl_error"
      case latitude = "geo_lat"
      case longitude = "geo_long"
      case changed = "lastchangetime_iso8601"
      case changeID = "changeuuid"
      case name, url, homepage, favicon, tags, country, state, language, votes, codec, bitrate
    }
  }

  /// A tag, language, country or codec that groups stations.
  public struct Category: Codable, Hashable, Sendable {
    /// Its name.
    public var name: String
    /// The number of its stations.
    public var stationCount: Int?
    /// The two-letter country code. Only countries have one.
    public var countryCode: String?

    private enum CodingKeys: String, CodingKey {
      case name
      case stationCount = "stationcount"
      case countryCode = "iso_3166_1"
    }
  }

  /// A server of the directory.
  public struct Server: Codable, Hashable, Sendable {
    /// Its name.
    public var name: String?
    /// Its address.
    public var ip: String?
  }

  /// The result of a click or a vote.
  public struct Receipt: Codable, Hashable, Sendable {
    /// Whether it counts.
    public var ok: Bool?
    /// The reason if it does not count.
    public var message: String?
  }
}

extension RadioBrowser.Station {
  /// The name for display, on one line; `nil` if nothing displayable is left.
  public var title: String? { name?.cleaned }

  /// The audio codec; `nil` if unknown.
  public var soundCodec: String? {
    let first = codec?.split(separator: ",").first.map { $0.trimmingCharacters(in: .whitespaces) }
    return first.flatMap {
      $0.isEmpty || $0.uppercased() == "UNKNOWN" ? nil : String($0.prefix(20))
    }
  }

  /// The bit rate in kbit/s; `nil` if unknown or impossible.
  public var plausibleBitRate: Int? {
    bitrate.flatMap { (8...10_000).contains($0) ? $0 : nil }
  }

  /// The tags without duplicates.
  public var tagList: [String] {
    var seen: Set<String> = []
    return (tags ?? "").split(separator: ",").prefix(50).compactMap { String($0).cleaned }
      .filter { seen.insert($0).inserted }
  }

  /// The addresses of the stream, best first: the resolved address, then the entered one unless it
  /// is a playlist.
  public var addresses: [URL] {
    let resolved = resolvedURL.flatMap(Self.address)
    let entered = url.flatMap(Self.address)
    guard let resolved else { return [entered].compactMap(\.self) }
    guard let entered, entered != resolved,
      !["pls", "m3u", "asx", "xspf", "asf"].contains(entered.pathExtension.lowercased())
    else { return [resolved] }
    return [resolved, entered]
  }

  private static func address(_ text: String) -> URL? {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    return text.utf8.count <= 2_000 ? URL(page: text) : nil
  }
}

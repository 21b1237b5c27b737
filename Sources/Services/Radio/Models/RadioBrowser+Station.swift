import PlayerKitSystem
import Foundation
import PlayerKitServices
import PlayerKit

extension RadioBrowser {
  /// A station, as anybody may have entered it. All but the id may be wrong.
  public struct Station: Codable, Hashable, Identifiable, Sendable {
    /// The id, which stays when the address changes.
    public var id: String
    /// The name, as it was entered. ``title`` is for people.
    public var name: String?
    /// The address as it was entered: of the stream, or of a playlist.
    public var url: String?
    /// Where playlists lead; HLS stays as it is.
    public var resolvedURL: String?
    /// The station's page.
    public var homepage: String?
    /// Its logo.
    public var favicon: String?
    /// Words about it, joined by commas.
    public var tags: String?
    /// The country's name.
    public var country: String?
    /// The country, in two letters.
    public var countryCode: String?
    /// The state or region.
    public var state: String?
    /// The languages, joined by commas.
    public var language: String?
    /// The languages as codes, joined by commas.
    public var languageCodes: String?
    /// How many votes it has.
    public var votes: Int?
    /// Such as `MP3`, `AAC+`, `AAC,H.264` or `UNKNOWN`. ``soundCodec`` is for people.
    public var codec: String?
    /// In kbit/s; 0 and nonsense where it is unknown. See ``plausibleBitRate``.
    public var bitrate: Int?
    /// Whether it is HLS.
    public var isHLS: Bool?
    /// Whether it was there when it was last looked at.
    public var isWorking: Bool?
    /// How often it was played within a day.
    public var clickCount: Int?
    /// By how much that changed.
    public var clickTrend: Int?
    /// Whether its certificate is broken.
    public var hasBrokenCertificate: Bool?
    /// Where it is.
    public var latitude: Double?
    /// Where it is.
    public var longitude: Double?
    /// When its entry changed: UTC, in ISO 8601.
    public var changed: String?
    /// Names this version of its entry.
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

  /// A tag, a language, a country, a codec: what stations are told apart by.
  public struct Category: Codable, Hashable, Sendable {
    /// Its name.
    public var name: String
    /// How many stations are of it.
    public var stationCount: Int?
    /// The country, in two letters; of countries alone.
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

  /// What came of a click or a vote.
  public struct Receipt: Codable, Hashable, Sendable {
    /// Whether it counts.
    public var ok: Bool?
    /// Why not.
    public var message: String?
  }
}

extension RadioBrowser.Station {
  /// The name for people, on one line; `nil` where nothing is left of it.
  public var title: String? { name?.cleaned }

  /// The codec of the sound; `nil` where it is unknown.
  public var soundCodec: String? {
    let first = codec?.split(separator: ",").first.map { $0.trimmingCharacters(in: .whitespaces) }
    return first.flatMap {
      $0.isEmpty || $0.uppercased() == "UNKNOWN" ? nil : String($0.prefix(20))
    }
  }

  /// The bit rate in kbit/s; `nil` where it is unknown, or can't be.
  public var plausibleBitRate: Int? {
    bitrate.flatMap { (8...10_000).contains($0) ? $0 : nil }
  }

  /// The words about it, each once.
  public var tagList: [String] {
    var seen: Set<String> = []
    return (tags ?? "").split(separator: ",").prefix(50).compactMap { String($0).cleaned }
      .filter { seen.insert($0).inserted }
  }

  /// Where it may be had, the best first: where playlists lead, and what was entered, unless that is a
  /// playlist.
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

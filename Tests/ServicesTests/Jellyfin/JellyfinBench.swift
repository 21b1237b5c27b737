import Foundation
import HTTPTypes
import PlayerKit
import PlayerKitJellyfin
import PlayerKitServiceSimulator
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport

/// The simulated Jellyfin, with clients of it.
struct JellyfinBench {
  let simulator: ServiceSimulator
  let clock = ManualClock(dateOfOrigin: Date(), skipsWaits: true)

  /// Runs `body` on a simulator of its own.
  static func with(_ body: (JellyfinBench) async throws -> Void) async throws {
    let simulator = try await ServiceSimulator.start()
    do {
      try await body(JellyfinBench(simulator: simulator))
      await simulator.stop()
    } catch {
      await simulator.stop()
      throw error
    }
  }

  var password: JellyfinCredentials {
    .password(user: simulator.jellyfinUser.name, password: simulator.jellyfinUser.password)
  }

  var server: JellyfinServer { get throws { try JellyfinServer(simulator.jellyfin, id: "home") } }

  func client(
    _ credentials: JellyfinCredentials?,
    store: any JellyfinSessionStore = JellyfinMemorySessionStore()
  ) throws -> JellyfinClient {
    JellyfinClient(
      server: try server,
      credentials: credentials,
      sessions: store,
      configuration: ClientConfiguration(transport: NetworkTransport(), clock: clock)
    )
  }

  func client() throws -> JellyfinClient { try client(password) }

  /// The number of requests for a path.
  func count(_ path: String) -> Int {
    simulator.requests.count { $0.path == "/jellyfin" + path }
  }

  /// Fetches what a source names.
  func fetch(_ source: MediaSource, range: String? = nil) async throws -> HTTPTransportResponse {
    guard case .remote(let url) = source.location else {
      throw CatalogError(.invalidArgument, "no address")
    }
    var fields = HTTPFields()
    for (name, value) in source.headers { fields[.named(name)] = value }
    fields[.range] = range
    return try await NetworkTransport().send(try HTTPTransportRequest(url, fields: fields))
  }
}

/// Invented answers of a server, and a client of it.
enum JellyfinFixture {
  static let token = "token0123456789"
  static let authorization =
    #"MediaBrowser Client="PlayerKit", Device="PlayerKit", Version="1", Token="token0123456789""#

  static func song(_ id: String, _ more: String = "") -> String {
    #"""
    {"Id":"\#(id)","Name":"Opening Night","Type":"Audio","Artists":["The Example Band","A Guest"],
    "Album":"Second Example","AlbumId":"a1","AlbumPrimaryImageTag":"t1",
    "AlbumArtists":[{"Id":"x1","Name":"The Example Band"}],"AlbumArtist":"The Example Band",
    "IndexNumber":3,"ParentIndexNumber":1,"ProductionYear":2021,"Genres":["Rock"],
    "RunTimeTicks":2130000000,"NormalizationGain":-7.5,
    "MediaSources":[{"Container":"flac","Bitrate":900000,
    "MediaStreams":[{"Type":"Audio","Codec":"flac"}]}]\#(more)}
    """#
  }

  static func items(_ members: String...) -> HTTPTransportResponse {
    .text(
      #"""
      {"Items":[\#(members.joined(separator: ","))],"TotalRecordCount":\#(members.count)}
      """#
    )
  }

  static let user = HTTPTransportResponse.text(#"{"Id":"u1","Name":"ann"}"#)

  static func client(
    _ transport: StubTransport,
    at address: String = "http://127.0.0.1:8096/jf",
    credentials: JellyfinCredentials? = .token(token),
    allowsPlainPassword: Bool = false
  ) throws -> JellyfinClient {
    JellyfinClient(
      server: try JellyfinServer(URL(string: address) ?? URL(filePath: "/"), id: "home"),
      credentials: credentials,
      allowsPlainPassword: allowsPlainPassword,
      configuration: ClientConfiguration(
        transport: transport,
        clock: ManualClock(dateOfOrigin: Date(), skipsWaits: true)
      )
    )
  }

  /// Answers a request for an item by a song with its id, unless it is `missing`.
  static func transport(_ more: [String: HTTPTransportResponse] = [:]) -> StubTransport {
    StubTransport { call in
      let path = String(call.path.dropFirst("/jf".count))
      if let reply = more[path] { return reply }
      switch path {
      case "/Users/Me": return user
      case "/Items":
        let id = call.value("ids") ?? ""
        return id == "missing" ? items() : items(song(id))
      default: return .empty(404)
      }
    }
  }
}

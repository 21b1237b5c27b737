import Foundation
import HTTPTypes
import PlayerKit
import PlayerKitServices

/// Asks the user's own Jellyfin server, or an Emby server, which answers most of the same requests.
///
/// A value whose copies share their transport and their sign-in. May be used on any thread, any
/// number of times at once. Each call throws `CatalogError`, or `CancellationError` soon after its
/// task is cancelled. Missing items throw `notFound`.
///
/// A password is sent once, and exchanged for a token, which each request carries in a header
/// field. Passwords and tokens are only sent over private connections (https, this machine), unless
/// you allow others.
public struct JellyfinClient: Sendable {
  /// The server. If `nil`, each call throws.
  public let server: JellyfinServer?
  let requester: ServiceRequester
  let account: JellyfinAccount
  let clock: any PlaybackClock

  /// Creates a client. Checks and sends nothing yet.
  ///
  /// - Parameters:
  ///   - configuration: How the client reaches the service.
  ///   - server: The server. The configuration's base URL is not used.
  ///   - credentials: Used if the store has no session. If `nil`, only a stored session is used.
  ///   - sessions: Stores the session of a sign-in. Only one client should use it at a time.
  ///   - allowsPlainPassword: Whether to send passwords and tokens over http.
  ///   - app: The app's name at the server.
  public init(
    server: JellyfinServer?,
    credentials: JellyfinCredentials? = nil,
    sessions: any JellyfinSessionStore = JellyfinMemorySessionStore(),
    allowsPlainPassword: Bool = false,
    app: JellyfinApp = JellyfinApp(),
    configuration: ClientConfiguration = ClientConfiguration()
  ) {
    self.server = server
    clock = configuration.clock
    var configuration = configuration
    configuration.baseURL = server?.url
    var requester = ServiceRequester(
      policy: .jellyfin,
      host: server?.url.host() ?? "",
      configuration: configuration
    )
    let account = JellyfinAccount(
      server: server,
      credentials: credentials,
      store: sessions,
      maySendSecret: server?.own.isPrivate == true || allowsPlainPassword,
      app: app,
      requester: requester,
      clock: configuration.clock
    )
    requester.exchange = { request, send in
      let session = try await account.session()
      let reply = try await send(request, [.authorization: account.authorization(session)])
      guard reply.response.status.code == 401 else { return reply }
      account.refuse(session)
      let next = try await account.session()
      return try await send(request, [.authorization: account.authorization(next)])
    }
    self.account = account
    self.requester = requester
  }

  /// Returns the answer to any request, for requests without their own function.
  public func value<Value: Decodable>(
    of request: CatalogRequest,
    as type: Value.Type = Value.self
  ) async throws -> Value {
    guard server != nil else { throw Self.noServer }
    return try await requester.value(of: request, as: type)
  }

  /// Sends a request whose answer has no content.
  func send(_ request: CatalogRequest) async throws {
    guard server != nil else { throw Self.noServer }
    _ = try await requester.reply(to: request)
  }

  /// Returns what the server states about itself. Needs no sign-in, and checks none.
  public func serverInfo() async throws -> Jellyfin.ServerInfo {
    guard server != nil else { throw Self.noServer }
    var requester = requester
    requester.exchange = { try await $1($0, [:]) }
    return try await requester.value(of: CatalogRequest("/System/Info/Public"))
  }

  /// Returns the user that is signed in, after checking it at the server.
  public func user() async throws -> Jellyfin.User {
    let id = try await userID()
    return try await value(of: CatalogRequest(segments: ["Users", id]))
  }

  /// Returns the id of the user that is signed in. Signs in if necessary.
  func userID() async throws -> String { try await account.session().userID }

  /// Returns the page of the server's web client that shows an item; `nil` without a server.
  public func page(of id: String) -> URL? {
    server.flatMap { URL(string: "\($0.url.absoluteString)/web/#/details?id=\(Self.escaped(id))") }
  }

  /// Returns the address of a path, for fetching bytes. It contains no secret.
  func url(_ segments: [String], _ query: [(String, String?)]) throws -> URL {
    guard let server else { throw Self.noServer }
    let request = CatalogRequest(segments: segments, query: Self.parameters(query))
    return try server.own.base.request(.get, requester.completed(request).path).checkedURL()
  }

  static func parameters(_ query: [(String, String?)]) -> [URLQueryItem] {
    query.map { URLQueryItem(name: $0.0, value: $0.1) }
  }

  static func escaped(_ id: String) -> String { PercentEncoding.segment(id) }

  /// Whether a text has the form of an id: letters, digits, and hyphens.
  static func isID(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= RequestBounds.identity
      && text.unicodeScalars.allSatisfy { $0.isASCIIAlphanumeric || $0 == "-" }
  }

  static func checked(_ id: String) throws(CatalogError) -> String {
    guard isID(id) else {
      throw CatalogError(
        .invalidArgument,
        "An id of the server has letters, digits, and hyphens.",
        service: .jellyfin
      )
    }
    return id
  }

  static let noServer = CatalogError(
    .missingCredential,
    "No server is set up, or its address is not valid. Set its URL.",
    service: .jellyfin
  )
}

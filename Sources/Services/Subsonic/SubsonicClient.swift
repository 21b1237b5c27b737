import Foundation
import HTTPTypes
import PlayerKitSystem
import PlayerKitServices

/// Asks a Subsonic or OpenSubsonic server of one's own.
///
/// A value; copies share their transport, and what they learned of the server. May be used on any thread,
/// any number of times at once. Each call throws `CatalogError`, or `CancellationError` soon after its task
/// is cancelled. What the server does not have is `notFound`; what it does not know how to do is
/// `unavailable`.
///
/// The password is not sent: a digest with a new salt is. Some servers can't check that. They get the
/// password itself. A key is always sent itself. Both go out only where nobody on the way sees them
/// (https, this machine), or where it is allowed.
public struct SubsonicClient: Sendable {
  /// The server; `nil` where none was named: then each call fails.
  public let server: SubsonicServer?
  let requester: ServiceRequester
  let signer: SubsonicSigner
  private let name: String
  private let knowledge = Locked(Knowledge())

  /// What the server said of itself.
  private struct Knowledge {
    var extensions: Subsonic.Extensions?
    var mayDownload: Bool?
  }

  /// Makes a client. Nothing is checked or sent yet.
  ///
  /// - Parameters:
  ///   - server: where it is. The configuration's base is not used.
  ///   - allowsPlainPassword: whether a key, or the password of a server that takes nothing else, is sent
  ///     itself over http.
  ///   - name: what the server calls this client.
  ///   - salt: gives a new salt each time, on any thread; by default one of 64 random bits.
  public init(
    server: SubsonicServer?,
    credentials: SubsonicCredentials?,
    allowsPlainPassword: Bool = false,
    name: String = "PlayerKit",
    configuration: ClientConfiguration = ClientConfiguration(),
    salt: @escaping @Sendable () -> String = { SubsonicClient.randomSalt() }
  ) {
    self.server = server
    self.name = name
    signer = SubsonicSigner(
      credentials: credentials,
      maySendSecret: server?.isPrivate == true || allowsPlainPassword,
      makeSalt: salt
    )
    var configuration = configuration
    configuration.baseURL = server?.url
    var requester = ServiceRequester(
      policy: .subsonic,
      host: server?.url.host() ?? "",
      configuration: configuration
    )
    requester.commonParameters = Self.common(name)
    requester.failure = { [clock = configuration.clock] in
      SubsonicReply.failure(in: $0, now: clock.date)
    }
    requester.exchange = { [signer] request, send in
      // Servers answer this one to anybody.
      let teaches = !request.path.hasPrefix("/rest/getOpenSubsonicExtensions")
      return try await signer.exchange(request, teaches: teaches, send)
    }
    self.requester = requester
  }

  /// A salt that nobody can guess.
  public static func randomSalt() -> String { SubsonicSigner.randomSalt() }

  /// The answer to a method, for what the client has none of its own for.
  ///
  /// - Parameters:
  ///   - method: as the documentation names it, such as `getAlbum`.
  ///   - query: names and values, not encoded; those without a value are left out.
  /// - Throws: `CatalogError`, also for errors that come with the status 200.
  public func answer(
    to method: String,
    _ query: [(String, String?)] = []
  ) async throws -> Subsonic.Answer {
    let document: Subsonic.Document = try await requester.value(of: try request(method, query))
    let answer = document.answer
    if let error = answer.error { throw SubsonicReply.failure(error.code ?? 0, error.message) }
    if answer.status == "failed" { throw SubsonicReply.failure(0, nil) }
    return answer
  }

  /// Whether server and credentials are right.
  ///
  /// - Throws: `CatalogError` where they are not.
  public func ping() async throws { _ = try await answer(to: "ping") }

  /// What the server can do beyond Subsonic. It is asked once. Empty for servers without OpenSubsonic.
  public func extensions() async throws -> Subsonic.Extensions {
    if let known = knowledge.withLock(\.extensions) { return known }
    var found = Subsonic.Extensions([])
    do {
      let answer = try await answer(to: "getOpenSubsonicExtensions")
      found = Subsonic.Extensions(answer.extensions.map(Array.init) ?? [])
    } catch let error as CatalogError where error.isAboutMethod {}
    knowledge.withLock { $0.extensions = found }
    return found
  }

  /// Whether the server sends transcodes from a later second on, as far as it was asked.
  var hasTimeOffsets: Bool {
    knowledge.withLock { $0.extensions?.contains("transcodeOffset") == true }
  }

  /// Whether the user may fetch files as they are: asked for once. Where the server does not say, no.
  func mayDownload() async throws -> Bool {
    if let known = knowledge.withLock(\.mayDownload) { return known }
    guard case .password(let user, _) = signer.credentials else { return false }
    var isAllowed = false
    do {
      isAllowed = try await answer(to: "getUser", [("username", user)]).user?.downloadRole ?? false
    } catch let error as CatalogError where !error.isRetryable {}
    knowledge.withLock { $0.mayDownload = isAllowed }
    return isAllowed
  }

  /// The signed address of a method, for one who fetches bytes: it is a secret.
  func signedURL(_ method: String, _ query: [(String, String?)]) throws -> URL {
    guard let server else { throw Self.noServer }
    var target = try requester.completed(try request(method, query)).path
    for (name, value) in try signer.parameters() { target.append(item: name, value) }
    return try RequestURL.url(of: server.base.request(.get, target))
  }

  private func request(
    _ method: String,
    _ query: [(String, String?)]
  ) throws(CatalogError) -> CatalogRequest {
    guard server != nil else { throw Self.noServer }
    guard !method.isEmpty, method.unicodeScalars.allSatisfy(\.isASCIIAlphanumeric) else {
      throw CatalogError(.invalidArgument, "A method has a name.", service: .subsonic)
    }
    return CatalogRequest(
      "/rest/\(method).view",
      query: query.map { URLQueryItem(name: $0.0, value: $0.1) }
    )
  }

  private static func common(_ name: String) -> [URLQueryItem] {
    [("v", "1.16.1"), ("c", name), ("f", "json")].map { URLQueryItem(name: $0.0, value: $0.1) }
  }

  private static let noServer = CatalogError(
    .missingCredential,
    "No server was named, or its address is none.",
    service: .subsonic
  )
}

extension CatalogError {
  /// Whether the server does not know the method.
  var isAboutMethod: Bool { code == .unavailable || code == .malformedReply }
}

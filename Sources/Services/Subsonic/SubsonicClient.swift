import Foundation
import HTTPTypes
import PlayerKitServices
import PlayerKitSystem

/// Asks the user's own Subsonic or OpenSubsonic server.
///
/// A value whose copies share their transport and their knowledge of the server. May be used on any
/// thread, any number of times at once. Each call throws `CatalogError`, or `CancellationError`
/// soon after its task is cancelled. Missing items throw `notFound`, and unsupported methods
/// `unavailable`.
///
/// The client does not send the password, but a digest with a new salt. Some servers cannot check
/// digests and get the password itself. An API key is always sent itself. Passwords and keys are
/// only sent over private connections (https, this machine), unless you allow others.
public struct SubsonicClient: Sendable {
  /// The server. If `nil`, each call throws.
  public let server: SubsonicServer?
  let requester: ServiceRequester
  let signer: SubsonicSigner
  private let name: String
  private let knowledge = Locked(Knowledge())

  /// The server's reported properties.
  private struct Knowledge {
    var extensions: Subsonic.Extensions?
    var mayDownload: Bool?
  }

  /// Creates a client. Checks and sends nothing yet.
  ///
  /// - Parameters:
  ///   - credentials: The user's credentials. Without them, each call throws.
  ///   - configuration: How the client reaches the service.
  ///   - server: The server. The configuration's base URL is not used.
  ///   - allowsPlainPassword: Whether to send a key, or the password of a server that cannot check
  ///     digests, over http.
  ///   - name: The client's name for the server.
  ///   - salt: Returns a new salt on any thread. The default has 64 random bits.
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
      maySendSecret: server?.own.isPrivate == true || allowsPlainPassword,
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
      // Servers answer this request without checking credentials.
      let teaches = !request.path.hasPrefix("/rest/getOpenSubsonicExtensions")
      return try await signer.exchange(request, teaches: teaches, send)
    }
    self.requester = requester
  }

  /// Returns a salt that cannot be guessed.
  public static func randomSalt() -> String { SubsonicSigner.randomSalt() }

  /// Returns the answer to any method, for methods without their own function.
  ///
  /// - Parameters:
  ///   - method: The documented name, such as `getAlbum`.
  ///   - query: Unencoded names and values. Names without a value are left out.
  /// - Throws: `CatalogError`, also for errors with status 200.
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

  /// Checks the server and the credentials.
  ///
  /// - Throws: `CatalogError` if they are not valid.
  public func ping() async throws { _ = try await answer(to: "ping") }

  /// Returns the server's extensions, with one request. Empty for servers without OpenSubsonic.
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

  /// Whether the server is known to support transcodes that start at a time offset.
  var hasTimeOffsets: Bool {
    knowledge.withLock { $0.extensions?.contains("transcodeOffset") == true }
  }

  /// Returns whether the user may download original files, with one request. `false` if the server
  /// does not state it.
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

  /// Returns the signed address of a method, for fetching bytes. It is a secret.
  func signedURL(_ method: String, _ query: [(String, String?)]) throws -> URL {
    guard let server else { throw Self.noServer }
    var target = try requester.completed(try request(method, query)).path
    for (name, value) in try signer.parameters() { target.append(item: name, value) }
    return try server.own.base.request(.get, target).checkedURL()
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
    "No server is set up, or its address is not valid. Set its URL.",
    service: .subsonic
  )
}

extension CatalogError {
  /// Whether the server does not support the method.
  var isAboutMethod: Bool { code == .unavailable || code == .malformedReply }
}

import Foundation
import PlayerKit
import PlayerKitServices
import PlayerKitLastFM
import PlayerKitListenBrainz
import PlayerKitScrobbling

/// The scrobbling services and their sign-ins.
struct ScrobbleAccounts: Sendable {
  /// The names of the services.
  static let names = [CatalogService.lastFM, .listenBrainz].map(\.rawValue)

  let environment: [String: String]
  /// The base addresses of services that are not on their own hosts, by name.
  let bases: [String: URL]
  /// Whether episodes of podcasts are scrobbled as well.
  var countsPodcasts = false
  /// Whether songs of radio stations are scrobbled as well.
  var countsRadio = false

  /// The services with a sign-in from `login`.
  func services() throws(CatalogError) -> [any ScrobbleService] {
    var services: [any ScrobbleService] = []
    if let session: LastFMSession = try read(.lastFM), let client = lastFM(session) {
      services.append(LastFMScrobbling(client))
    }
    if let token: String = try read(.listenBrainz) {
      services.append(ListenBrainzScrobbling(listenBrainz(token)))
    }
    return services
  }

  /// The reason why a signed-in service can't be used, or `nil` if there is no problem.
  var complaint: String? {
    guard lastFM() == nil, let session: LastFMSession = try? read(.lastFM) else { return nil }
    return """
      lastfm is not told, though \(session.name) is signed in: \(Self.missingKeys)
      """
  }

  static let missingKeys =
    "LASTFM_API_KEY and LASTFM_API_SECRET, the app's own, are missing in the environment."

  /// Returns `nil` if the environment lacks the app's key.
  func lastFM(_ session: LastFMSession? = nil) -> LastFMClient? {
    guard let key = value("LASTFM_API_KEY"), let secret = value("LASTFM_API_SECRET") else {
      return nil
    }
    return LastFMClient(
      key: key,
      secret: secret,
      session: session,
      configuration: configuration(of: .lastFM)
    )
  }

  func listenBrainz(_ token: String) -> ListenBrainzClient {
    ListenBrainzClient(token: token, configuration: configuration(of: .listenBrainz))
  }

  /// The account whose plays wait for a service, or `nil` if no user is signed in.
  func account(of service: CatalogService) throws(CatalogError) -> String? {
    if service == .lastFM {
      let session: LastFMSession? = try read(service)
      return session?.name
    }
    let token: String? = try read(service)
    return token.flatMap { ListenBrainzScrobbling(listenBrainz($0)).account }
  }

  /// The file in which plays wait, or `nil` if there is no folder for it.
  var outboxPath: String? { StateFolder.path(environment).map { $0 + "/scrobbles.sqlite" } }

  /// The outbox of earlier runs, or `nil` if there is none.
  func existingOutbox() throws(QueueStoreError) -> (any ScrobbleOutbox)? {
    #if SQLite
      guard let path = outboxPath, FileManager.default.fileExists(atPath: path) else { return nil }
      return try SQLiteScrobbleOutbox(path: path)
    #else
      return nil
    #endif
  }

  /// Stores a sign-in. Only the user can read the file.
  func keep(_ signIn: some Encodable, of service: CatalogService) throws(CatalogError) {
    try file(of: service).save(signIn)
  }

  /// Removes a sign-in. Does not throw if there is none.
  func forget(_ service: CatalogService) throws(CatalogError) { try file(of: service).remove() }

  private func read<SignIn: Decodable>(_ service: CatalogService) throws(CatalogError) -> SignIn? {
    try file(of: service).load()
  }

  private func file(of service: CatalogService) throws(CatalogError) -> PrivateFile {
    guard let path = StateFolder.file(ofTokensFor: service.rawValue, environment) else {
      throw CatalogError(.invalidArgument, "There is no folder for the sign-in. Set HOME.")
    }
    return try PrivateFile(URL(fileURLWithPath: path), of: service)
  }

  private func configuration(of service: CatalogService) -> ClientConfiguration {
    ClientConfiguration(
      baseURL: bases[service.rawValue],
      logger: .commandLine(environment)
    )
  }

  private func value(_ name: String) -> String? {
    environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension PlayOptions {
  /// The accounts for scrobbling, or `nil` if it is off.
  func scrobbles(at services: ServiceOptions) -> ScrobbleAccounts? {
    guard scrobble else { return nil }
    return ScrobbleAccounts(
      environment: ProcessEnvironment.variables,
      bases: services.bases,
      countsPodcasts: scrobblePodcasts,
      countsRadio: scrobbleRadio
    )
  }
}

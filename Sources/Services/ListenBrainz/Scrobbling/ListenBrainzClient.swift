import Foundation
import HTTPTypes
import PlayerKitServices
import PlayerKitSystem

/// Reports to ListenBrainz on behalf of a user: the current track, listens, and loved and hated
/// recordings.
///
/// A value that can be used on any thread. The client retries only if ListenBrainz reports too many
/// requests.
public struct ListenBrainzClient: Sendable {
  /// The maximum number of listens per ``submit(_:)`` call. ListenBrainz accepts more, up to 10 MB
  /// in all.
  public static let maximumListens = 500

  private let hasToken: Bool
  /// A digest of the token, `nil` without a token. The token cannot be recovered from it.
  package let tokenDigest: String?
  private let player: (name: String, version: String)
  private let requester: ServiceRequester

  /// Creates a client. Sends nothing.
  ///
  /// - Parameters:
  ///   - configuration: How the client reaches the service.
  ///   - token: The user's token, from the account's settings; `nil` if no user is signed in.
  ///   - userAgent: The name and version of the app, such as `Jukebox/1.2`. Each listen carries
  ///     them.
  public init(
    token: String?,
    userAgent: String = "PlayerKit/0.1",
    configuration: ClientConfiguration = ClientConfiguration()
  ) {
    hasToken = token != nil
    tokenDigest = token.map { MD5.hex("listenbrainz " + $0) }
    let words = userAgent.split(separator: "/", maxSplits: 1).map(String.init)
    player = (words.first ?? "PlayerKit", words.count > 1 ? words[1] : "0")
    requester = .listenBrainz(token: token, userAgent: userAgent, configuration: configuration)
  }

  /// Returns the name of the token's user.
  ///
  /// - Throws: `CatalogError`: `unauthorized` if the token is not valid.
  public func userName() async throws -> String {
    try checkToken()
    let answer: JSONValue = try await requester.value(of: CatalogRequest("/1/validate-token"))
    guard answer["valid"]?.bool == true, let name = answer["user_name"]?.string else {
      throw CatalogError(
        .unauthorized,
        "ListenBrainz does not know this token. Copy it again from https://listenbrainz.org/settings/.",
        service: .listenBrainz
      )
    }
    return name
  }

  /// Reports the current track. The report is only useful at that moment: do not repeat it if it
  /// fails.
  public func updateNowPlaying(_ listen: Listen) async throws {
    try await submit("playing_now", [listen.json(player: player, withDate: false)])
  }

  /// Reports listens. Takes up to ``maximumListens`` at once and ignores the rest. Either all count
  /// or none.
  ///
  /// - Throws: `CatalogError`: `badRequest` if ListenBrainz rejects one of them.
  public func submit(_ listens: [Listen]) async throws {
    let listens = listens.prefix(Self.maximumListens)
    guard !listens.isEmpty else { return }
    try await submit(
      listens.count == 1 ? "single" : "import",
      listens.map { $0.json(player: player, withDate: true) }
    )
  }

  /// Sets the user's opinion of a recording.
  ///
  /// - Parameter feeling: The opinion.
  /// - Parameter recordingID: The MusicBrainz id of the recording.
  public func setFeeling(_ feeling: ListenerFeeling, ofRecording recordingID: String) async throws {
    try checkToken()
    try await send(
      "/1/feedback/recording-feedback",
      .object(["recording_mbid": .string(recordingID), "score": .int(feeling.rawValue)])
    )
  }

  // MARK: - Parts

  private func submit(_ type: String, _ listens: [JSONValue]) async throws {
    try checkToken()
    try await send(
      "/1/submit-listens",
      .object(["listen_type": .string(type), "payload": .array(listens)])
    )
  }

  private func send(_ path: String, _ body: JSONValue) async throws {
    let request = CatalogRequest(path, method: .post, body: try JSONEncoder().encode(body))
    let answer: JSONValue = try await requester.value(of: request)
    // A hotspot's login page is no valid answer, even with a successful status.
    guard answer["status"]?.string == "ok" else {
      throw CatalogError(
        .malformedReply,
        "ListenBrainz did not confirm the request. Try again later.",
        service: .listenBrainz
      )
    }
  }

  private func checkToken() throws(CatalogError) {
    guard hasToken else {
      throw CatalogError(
        .missingCredential,
        "No user is signed in to ListenBrainz. Sign in first.",
        service: .listenBrainz
      )
    }
  }
}

import PlayerKitSystem
import Foundation
import HTTPTypes
import PlayerKitServices

/// Tells ListenBrainz in a user's name: what plays, what was heard, what is loved and hated.
///
/// A value; may be used on any thread. Nothing is tried again by itself, except where ListenBrainz says that there
/// were too many requests.
public struct ListenBrainzClient: Sendable {
  /// How many listens ``submit(_:)`` takes at once. ListenBrainz takes more, of 10 MB in all.
  public static let mostListens = 500

  /// What a user thinks of a recording.
  public enum Feeling: Int, Sendable {
    case love = 1
    case none = 0
    case hate = -1
  }

  private let hasToken: Bool
  /// Stands for the token; `nil` without one. The token can't be read from it.
  package let tokenDigest: String?
  private let player: (name: String, version: String)
  private let requester: ServiceRequester

  /// Makes a client. Sends nothing.
  ///
  /// - Parameters:
  ///   - token: the user's token, from the settings of the account; `nil`: nobody is signed in.
  ///   - userAgent: name and version of the app, such as `Jukebox/1.2`. They go with each listen.
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

  /// The name of the user whose token it is.
  ///
  /// - Throws: `CatalogError`: `unauthorized` where it is nobody's.
  public func userName() async throws -> String {
    try checkToken()
    let answer: JSONValue = try await requester.value(of: CatalogRequest("/1/validate-token"))
    guard answer["valid"]?.bool == true, let name = answer["user_name"]?.string else {
      throw CatalogError(
        .unauthorized,
        "This is nobody's token of ListenBrainz.",
        service: .listenBrainz
      )
    }
    return name
  }

  /// Tells what plays now. It is of interest once: do not repeat it where it fails.
  public func updateNowPlaying(_ listen: ListenBrainzListen) async throws {
    try await submit("playing_now", [listen.json(player: player, withDate: false)])
  }

  /// Tells what was heard: up to ``mostListens`` at once, the others are left out. All count, or none.
  ///
  /// - Throws: `CatalogError`: `badRequest` where one of them is not as ListenBrainz wants it.
  public func submit(_ listens: [ListenBrainzListen]) async throws {
    let listens = listens.prefix(Self.mostListens)
    guard !listens.isEmpty else { return }
    try await submit(
      listens.count == 1 ? "single" : "import",
      listens.map { $0.json(player: player, withDate: true) }
    )
  }

  /// Says what the user thinks of a recording.
  ///
  /// - Parameter recordingID: MusicBrainz' id of it.
  public func setFeeling(_ feeling: Feeling, ofRecording recordingID: String) async throws {
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
    // The page of a hotspot is no answer, whatever its status.
    guard answer["status"]?.string == "ok" else {
      throw CatalogError(
        .malformedReply,
        "ListenBrainz's answer does not say that it is well.",
        service: .listenBrainz
      )
    }
  }

  private func checkToken() throws(CatalogError) {
    guard hasToken else {
      throw CatalogError(
        .missingCredential,
        "Nobody is signed in to ListenBrainz.",
        service: .listenBrainz
      )
    }
  }
}

import Foundation
import HTTPTypes
import PlayerKitServices

/// Reads MusicBrainz: recordings by ISRC and id, and an artist's release groups. Needs no account
/// and no key.
///
/// A value whose copies share one request queue, which sends one request every 1.1 s. Create one
/// per app and share it. May be used on any thread, any number of times at once. Each call throws
/// `CatalogError`, or `CancellationError` soon after its task is cancelled. If MusicBrainz has no
/// match, the result is empty or `nil`, not an error.
public struct MusicBrainzClient: Sendable {
  /// The number of release groups per page.
  private static let page = 100
  /// The maximum size of an answer in bytes.
  private static let largestReply = 4 << 20

  private let requester: ServiceRequester

  /// Creates a client. Sends nothing.
  ///
  /// - Parameters:
  ///   - agent: The app's identification.
  ///   - configuration: How to reach the service. Answers of more than 4 MiB are refused, even if
  ///     the configuration allows more.
  public init(
    agent: MusicBrainz.Agent,
    configuration: ClientConfiguration = ClientConfiguration()
  ) {
    var configuration = configuration
    configuration.maximumReplySize = min(configuration.maximumReplySize, Self.largestReply)
    var requester = ServiceRequester(
      policy: .musicBrainz,
      host: "musicbrainz.org",
      configuration: configuration
    )
    requester.prepare = { $0.headerFields[.userAgent] = agent.text }
    self.requester = requester
  }

  /// Returns the recordings of an ISRC in any spelling, without codes, releases and pages. Returns
  /// none for an invalid code.
  public func recordings(isrc: String) async throws -> [MusicBrainz.Recording] {
    guard let code = RecordingCode.normal(isrc) else { return [] }
    let answer = try await answer(["isrc", code], ["inc": "artist-credits"])
    guard let answer else { return [] }
    return try Self.members(answer, "recordings").compactMap(MusicBrainz.Recording.init)
  }

  /// Returns a recording with codes, releases and pages at services; `nil` for an invalid id. For a
  /// merged recording, returns the recording it was merged into.
  public func recording(id: String) async throws -> MusicBrainz.Recording? {
    guard let id = MusicBrainzID.normal(id) else { return nil }
    let answer = try await answer(
      ["recording", id],
      ["inc": "isrcs artist-credits releases url-rels"]
    )
    guard let answer else { return nil }
    guard let recording = MusicBrainz.Recording(answer) else { throw Self.malformed }
    return recording
  }

  /// Returns the release groups of an artist with genres and tags, in no particular order. Returns
  /// none for an invalid id. Sends one request per hundred groups.
  ///
  /// - Parameter id: The id at the service.
  /// - Parameter most: The maximum number of groups.
  public func releaseGroups(
    ofArtist id: String,
    most: Int = 500
  ) async throws -> [MusicBrainz.ReleaseGroup] {
    guard let id = MusicBrainzID.normal(id) else { return [] }
    var found: [MusicBrainz.ReleaseGroup] = []
    var seen: Set<String> = []
    var next: Int? = 0
    while let offset = next, found.count < most {
      let page = try await releaseGroups(ofArtist: id, from: offset)
      let new = page.groups.filter { seen.insert($0.id).inserted }
      found += new
      // Stop, or a server that repeats a page would keep this loop running forever.
      next = new.isEmpty ? nil : page.next
    }
    return Array(found.prefix(max(most, 0)))
  }

  /// Returns a page of an artist's release groups, and the offset of the next page if there is one.
  /// Sends one request.
  ///
  /// - Parameter id: An id in its normal form.
  func releaseGroups(
    ofArtist id: String,
    from offset: Int
  ) async throws -> (groups: [MusicBrainz.ReleaseGroup], next: Int?) {
    let answer = try await answer(
      ["release-group"],
      [
        "artist": id, "inc": "genres tags", "limit": String(Self.page), "offset": String(offset),
      ]
    )
    guard let answer else { return ([], nil) }
    let members = try Self.members(answer, "release-groups")
    let next = offset + members.count
    let isMore = !members.isEmpty && next < answer["release-group-count"]?.int ?? 0
    return (members.compactMap(MusicBrainz.ReleaseGroup.init), isMore ? next : nil)
  }

  /// Returns the decoded answer to any request, for endpoints without a method. A path begins with
  /// `/ws/2/`. Asks for JSON if the request names no format.
  public func value<Value: Decodable>(
    of request: CatalogRequest,
    as type: Value.Type = Value.self
  ) async throws -> Value {
    var request = request
    if !request.query.contains(where: { $0.name == "fmt" }) {
      request.query.append(URLQueryItem(name: "fmt", value: "json"))
    }
    return try await requester.value(of: request, as: type)
  }

  // MARK: - Parts

  /// Returns an answer; `nil` if MusicBrainz has none.
  func answer(_ path: [String], _ query: KeyValuePairs<String, String>) async throws -> JSONValue? {
    let request = CatalogRequest(
      segments: ["ws", "2"] + path,
      query: query.map { URLQueryItem(name: $0.key, value: $0.value) }
    )
    do {
      return try await value(of: request, as: JSONValue.self)
    } catch let error as CatalogError where error.code == .notFound {
      return nil
    }
  }

  private static func members(
    _ answer: JSONValue,
    _ name: String
  ) throws(CatalogError) -> [JSONValue] {
    guard let members = answer[name]?.array else { throw malformed }
    return Array(members.prefix(page))
  }

  private static let malformed = CatalogError(
    .malformedReply,
    CatalogError.Code.malformedReply.explanation,
    service: .musicBrainz
  )
}

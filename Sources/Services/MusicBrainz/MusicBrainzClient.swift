import Foundation
import HTTPTypes
import PlayerKitServices

/// Reads MusicBrainz: recordings by ISRC and id, an artist's release groups. No account, no key.
///
/// A value; copies share their line, in which one request goes in 1.1 s. Make one for an app, and give it to all who
/// ask MusicBrainz. May be used on any thread, any number of times at once. Each call throws `CatalogError`, or
/// `CancellationError` soon after its task is cancelled. What MusicBrainz does not have is nothing, and no error.
public struct MusicBrainzClient: Sendable {
  /// How many release groups one page has.
  private static let page = 100
  /// How many bytes an answer may have.
  private static let largestReply = 4 << 20

  private let requester: ServiceRequester

  /// Makes a client. Sends nothing.
  ///
  /// - Parameters:
  ///   - agent: who asks.
  ///   - configuration: how the service is reached. An answer of more than 4 MiB is refused, whatever it allows.
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

  /// The recordings of an ISRC in any spelling, without codes, releases and pages; none for what is no code.
  public func recordings(isrc: String) async throws -> [MusicBrainz.Recording] {
    guard let code = RecordingCode.normal(isrc) else { return [] }
    let answer = try await answer(["isrc", code], ["inc": "artist-credits"])
    guard let answer else { return [] }
    return try Self.members(answer, "recordings").compactMap(MusicBrainz.Recording.init)
  }

  /// A recording with codes, releases and pages at services; `nil` for what is no id. The id may be that of a
  /// recording that was merged into another one, which is what comes then.
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

  /// The release groups of an artist with genres and tags, in no order; none for what is no id. One request for each
  /// hundred.
  ///
  /// - Parameter most: how many at most.
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
      // A server that says the same again would do so for ever.
      next = new.isEmpty ? nil : page.next
    }
    return Array(found.prefix(max(most, 0)))
  }

  /// A page of the release groups of an artist, and where the next one begins, if there is one: one request.
  ///
  /// - Parameter id: an id in its normal form.
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

  /// The answer to any request, decoded: for what the client has no method for. A path begins with `/ws/2/`; JSON is
  /// asked for where the request names no format.
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

  /// An answer; `nil` where MusicBrainz has no such thing.
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

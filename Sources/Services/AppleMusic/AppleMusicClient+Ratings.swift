import Foundation
import MusicCatalog

extension AppleMusic {
  /// What a user thinks of something.
  public struct RatingValue: RawRepresentable, Hashable, Sendable {
    /// The service's number.
    public let rawValue: Int
    /// Makes it from the service's number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The user loves it.
    public static let love = Self(rawValue: 1)
    /// The user wants less of it.
    public static let dislike = Self(rawValue: -1)
  }
}

// Each of these needs a user token.
extension AppleMusicClient {
  /// What the user thinks of a resource; `nil` where the user has not said.
  ///
  /// - Parameter type: its type, of the catalog or the library.
  public func rating(
    of id: String,
    type: AppleMusic.TypeName
  ) async throws -> AppleMusic.RatingValue? {
    do {
      let request = AppleMusic.DataRequest(try path(type, id))
      return try await requester.list(request, of: AppleMusic.Rating.self).first?.given
    } catch let error as CatalogError where error.code == .notFound {
      return nil
    }
  }

  /// What the user thinks of resources; those not rated are left out.
  public func ratings(
    of ids: [String],
    type: AppleMusic.TypeName
  ) async throws -> [String: AppleMusic.RatingValue] {
    for id in ids { try RequestChecks.identity(id) }
    let path = try path(type)
    let chunks = RequestChunks.of(ids, count: min(RequestLimits.identities(type.rawValue), 100))
    let answers = try await mapInOrder(chunks) { [requester] chunk in
      do {
        return try await requester.members(
          of: AppleMusic.DataRequest(path),
          chunk,
          as: AppleMusic.Ratings.self
        ).members
      } catch let error as CatalogError where error.code == .notFound {
        return []
      }
    }
    let given = answers.joined().compactMap { rating in rating.given.map { (rating.id, $0) } }
    return Dictionary(given) { first, _ in first }
  }

  /// Says what the user thinks of a resource, in place of what was said before.
  public func rate(
    _ id: String,
    type: AppleMusic.TypeName,
    as value: AppleMusic.RatingValue
  ) async throws {
    _ = try await reply(
      to: AppleMusic.DataRequest(
        try path(type, id),
        method: .put,
        body: try RequestBody.json(RatingBody(attributes: .init(value: value.rawValue)))
      )
    )
  }

  /// Takes back what the user said. Of a resource that is not rated: no effect.
  public func removeRating(of id: String, type: AppleMusic.TypeName) async throws {
    do {
      _ = try await reply(to: AppleMusic.DataRequest(try path(type, id), method: .delete))
    } catch let error as CatalogError where error.code == .notFound {
      return
    }
  }

  private func path(_ type: AppleMusic.TypeName, _ id: String? = nil) throws -> String {
    try RequestChecks.name(type.rawValue)
    if let id { try RequestChecks.identity(id) }
    return AppleMusic.DataRequest.path(
      ["me", "ratings", type.rawValue] + (id.map { [$0] } ?? [])
    )
  }
}

extension AppleMusic.Resource<AppleMusic.Ratings> {
  fileprivate var given: AppleMusic.RatingValue? {
    attributes?.value.map(AppleMusic.RatingValue.init)
  }
}

private struct RatingBody: Encodable {
  struct Attributes: Encodable {
    var value: Int
  }

  var type = "rating"
  var attributes: Attributes
}

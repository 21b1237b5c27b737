import Foundation
import MusicCatalog

/// The members of all pages of a list.
struct GatheredMembers<Element: AppleMusic.Member>: Sendable {
  var members: [Element] = []
  var unreadable: [AppleMusic.UnreadableMember] = []
  /// For each code of a filter, the identities that it stands for.
  var matches: [String: [AppleMusic.Identifier]] = [:]
}

extension Requester {
  /// The resources of `ids`, however many pages the answer has.
  func members<Kind>(
    of request: AppleMusic.DataRequest,
    _ ids: [String],
    as kind: Kind.Type
  ) async throws -> GatheredMembers<AppleMusic.Resource<Kind>> {
    guard request.query.contains(where: { $0.name == "views" }) else {
      var request = request
      request.query.append(URLQueryItem(name: "ids", value: ids.joined(separator: ",")))
      return try await members(of: request, as: AppleMusic.Resource<Kind>.self)
    }
    // The service documents views for the path of one resource alone.
    let answers = try await mapInOrder(ids) { id in
      var request = request
      request.path += "/" + PercentEncoding.segment(id)
      do {
        return try await members(of: request, as: AppleMusic.Resource<Kind>.self)
      } catch let error as CatalogError where error.code == .notFound {
        return GatheredMembers()
      }
    }
    return GatheredMembers(
      members: answers.flatMap(\.members),
      unreadable: answers.flatMap(\.unreadable)
    )
  }

  /// The members of all pages of a list of which the size is bounded by what was asked for.
  ///
  /// - Throws: ``CatalogError/Code/malformedReply`` where there are more than a hundred pages: an
  ///   answer to a bounded question that never ends, and of which nobody could tell what is missing.
  func members<Element: AppleMusic.Member>(
    of request: AppleMusic.DataRequest,
    as type: Element.Type
  ) async throws -> GatheredMembers<Element> {
    var gathered = GatheredMembers<Element>()
    var page: AppleMusic.Collection<Element>? = try await list(request, of: type)
    var pages = 0
    while let present = page {
      pages += 1
      guard pages <= 100 else { throw Self.endless }
      gathered.members += present.members
      gathered.unreadable += present.unreadable
      gathered.matches.merge(present.filterMatches) { $0 + $1 }
      page = try await present.nextBatch()
    }
    return gathered
  }

  private static let endless = CatalogError(
    .malformedReply,
    "The answer has more pages than what was asked for can fill.",
    service: .appleMusic
  )

  /// The first page of a list.
  ///
  /// - Throws: ``CatalogError/Code/malformedReply`` where the answer holds no list.
  func list<Element: AppleMusic.Member>(
    _ request: AppleMusic.DataRequest,
    of type: Element.Type
  ) async throws -> AppleMusic.Collection<Element> {
    try await value(of: request, as: AppleMusic.PageDocument<Element>.self).page()
  }

  /// The first page of a list that may be empty by an error: 404 with the code for that.
  func listOrNone<Element: AppleMusic.Member>(
    _ request: AppleMusic.DataRequest,
    of type: Element.Type
  ) async throws -> AppleMusic.Collection<Element> {
    do {
      return try await list(request, of: type)
    } catch let error as CatalogError where error.meansNoMembers {
      return AppleMusic.Collection(href: request.path)
    }
  }
}

extension AppleMusic.Collection {
  /// For each code of a filter, the identities that it stands for, from `meta.filters`.
  fileprivate var filterMatches: [String: [AppleMusic.Identifier]] {
    (meta?["filters"]?.object ?? [:]).keys.reduce(into: [:]) { all, filter in
      all.merge(matches(of: filter)) { $0 + $1 }
    }
  }
}

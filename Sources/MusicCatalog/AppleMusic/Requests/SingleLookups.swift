import Foundation
import Locking

/// Collects look-ups of single resources into requests for many, apart for each list of the service
/// and each set of parameters. May be used on any thread.
final class SingleLookups: Sendable {
  typealias Collector<Kind: AppleMusic.ResourceKind> =
    LookupCollector<String, Result<AppleMusic.Resource<Kind>, CatalogError>>

  private struct Key: Hashable {
    var kind: ObjectIdentifier
    var list: String
  }

  /// Enough for every kind in several stores; a client that asks in ever new ways keeps no more.
  private static let limit = 64

  // A box for each kind: what is filed under a kind is a collector of that kind.
  private let collectors = Locked<[Key: any Sendable]>([:])
  private let clock: any CatalogClock
  private let window: Duration

  init(clock: any CatalogClock, window: Duration) {
    self.clock = clock
    self.window = window
  }

  /// The resource of `id` in the list that `request` asks for.
  ///
  /// - Throws: ``CatalogError/Code/notFound`` where the list does not have it.
  func resource<Kind>(
    _ id: String,
    of kind: Kind.Type,
    in request: AppleMusic.DataRequest,
    by requester: Requester
  ) async throws -> AppleMusic.Resource<Kind> {
    let key = Key(
      kind: ObjectIdentifier(kind),
      list: try request.target(language: requester.language)
    )
    let fresh = collector(kind, request, requester)
    let collector = collectors.withLock { collectors in
      if let present = collectors[key] as? Collector<Kind> { return present }
      if collectors.count >= Self.limit { collectors.removeAll() }
      collectors[key] = fresh
      return fresh
    }
    return try await collector.value(for: id).get()
  }

  private func collector<Kind>(
    _ kind: Kind.Type,
    _ request: AppleMusic.DataRequest,
    _ requester: Requester
  ) -> Collector<Kind> {
    Collector<Kind>(
      batchSize: RequestLimits.identities(kind.name),
      window: window,
      service: .appleMusic,
      clock: clock
    ) { ids in
      let pages = try await requester.members(of: request, ids, as: kind)
      var found: [String: Result<AppleMusic.Resource<Kind>, CatalogError>] = [:]
      for lost in pages.unreadable {
        if let id = lost.id { found[id] = .failure(.unreadable(lost)) }
      }
      for resource in pages.members { found[resource.id] = .success(resource) }
      return found
    }
  }
}

extension CatalogError {
  /// That a resource came in a form that cannot be read.
  static func unreadable(_ member: AppleMusic.UnreadableMember) -> CatalogError {
    CatalogError(
      .malformedReply,
      "The resource cannot be read: \(member.reason).",
      service: .appleMusic
    )
  }
}

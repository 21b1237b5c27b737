import Foundation
import Locking
import MusicCatalog

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

  private struct Entry {
    /// A ``Collector`` of the kind in its key.
    let collector: any Sendable
    let gatheredCount: @Sendable () -> Int
  }

  private let collectors = Locked<[Key: Entry]>([:])
  private let clock: any CatalogClock
  private let window: Duration

  init(clock: any CatalogClock, window: Duration) {
    self.clock = clock
    self.window = window
  }

  /// How many look-ups wait for their request to be sent. For tests.
  var gatheredCount: Int {
    let entries = collectors.withLock { Array($0.values) }
    return entries.reduce(0) { $0 + $1.gatheredCount() }
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
      if let present = collectors[key]?.collector as? Collector<Kind> { return present }
      // What is under way goes on: who waits for it holds it.
      if collectors.count >= Self.limit { collectors.removeAll() }
      collectors[key] = Entry(collector: fresh) { fresh.gatheredCount }
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
      // As many as fit in a request by their number may be too long for its address.
      let chunks = RequestChunks.of(ids, count: RequestLimits.identities(kind.name))
      let answers = try await mapInOrder(chunks) { chunk in
        try await Self.found(chunk, of: kind, in: request, by: requester)
      }
      return answers.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
    }
  }

  /// What became of each of `ids`; what is absent was not found. A failure that is not one key's
  /// is that of these ids, not of those in other requests.
  private static func found<Kind>(
    _ ids: [String],
    of kind: Kind.Type,
    in request: AppleMusic.DataRequest,
    by requester: Requester
  ) async throws -> [String: Result<AppleMusic.Resource<Kind>, CatalogError>] {
    var found: [String: Result<AppleMusic.Resource<Kind>, CatalogError>] = [:]
    do {
      let pages = try await requester.members(of: request, ids, as: kind)
      for lost in pages.unreadable {
        if let id = lost.id { found[id] = .failure(.unreadable(lost)) }
      }
      for resource in pages.members { found[resource.id] = .success(resource) }
    } catch let error as CatalogError where !Collector<Kind>.mayBeOneKeysFault(error) {
      for id in ids { found[id] = .failure(error) }
    }
    return found
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

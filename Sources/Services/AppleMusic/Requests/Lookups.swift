import Foundation
import PlayerKit
import PlayerKitServices
import PlayerKitSystem

extension AppleMusic {
  /// The result of looking up many ids.
  public struct Lookup<Kind: ResourceKind>: Hashable, Sendable {
    /// The resources in the order of the request, including duplicates.
    public var resources: [Resource<Kind>]
    /// The ids that the catalog does not have, without duplicates, in the order of the request.
    public var missing: [String]
    /// The resources that could not be read. They are not in ``missing``.
    public var unreadable: [UnreadableMember]

    /// The resource with an id. `nil` if it was not found. Searches linearly.
    public subscript(id: String) -> Resource<Kind>? { resources.first { $0.id == id } }
  }

  /// The result of looking up codes: ISRCs, UPCs, or ids of another storefront. A code may match
  /// several resources, and a resource several codes.
  public struct Matches<Kind: ResourceKind>: Hashable, Sendable {
    /// All resources without duplicates, in the service's order.
    public var resources: [Resource<Kind>] = []
    /// The resources for each code that was found. If the service sent only a resource's id, it has
    /// no attributes.
    public var byCode: [String: [Resource<Kind>]] = [:]
    /// The codes without a resource, without duplicates, in the order of the request.
    public var missing: [String] = []
    /// The resources that could not be read.
    public var unreadable: [UnreadableMember] = []

    /// The resources of a code in any spelling. Empty if it was not found.
    public subscript(code: String) -> [Resource<Kind>] {
      byCode[code] ?? byCode[RequestChecks.normalized(code: code)] ?? []
    }
  }

  /// The result of looking up several types at once.
  public struct MixedLookup: Hashable, Sendable {
    /// The resources in the service's order.
    public var items: [Item]
    /// The identifiers that the catalog does not have.
    public var missing: [Identifier]
    /// The resources that could not be read. They are not in ``missing``.
    public var unreadable: [UnreadableMember]
  }
}

/// The members of all pages of a list.
struct GatheredMembers<Element: AppleMusic.Member>: Sendable {
  var members: [Element] = []
  var unreadable: [UnreadableMember] = []
  /// The ids for each value of a filter.
  var matches: [String: [AppleMusic.Identifier]] = [:]
}

extension ServiceRequester {
  /// Returns the resources of `ids` from all pages of the reply.
  func members<Kind>(
    of request: CatalogRequest,
    _ ids: [String],
    as kind: Kind.Type
  ) async throws -> GatheredMembers<AppleMusic.Resource<Kind>> {
    guard request.query.contains(where: { $0.name == "views" }) else {
      var request = request
      request.query.append(URLQueryItem(name: "ids", value: ids.joined(separator: ",")))
      return try await members(of: request, as: AppleMusic.Resource<Kind>.self)
    }
    // The service documents views only for the path of a single resource.
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

  /// Returns the members of all pages of a list whose size is limited by the request.
  ///
  /// - Throws: ``CatalogError/Code/malformedReply`` if there are more than a hundred pages. A reply
  ///   to a limited request must end, and a truncated one would hide missing members.
  func members<Element: AppleMusic.Member>(
    of request: CatalogRequest,
    as type: Element.Type
  ) async throws -> GatheredMembers<Element> {
    var gathered = GatheredMembers<Element>()
    var page: AppleMusic.Collection<Element>? = try await value(of: request)
    var pages = 0
    while let present = page {
      pages += 1
      guard pages <= 100 else { throw CatalogError.endless }
      gathered.members += present.members
      gathered.unreadable += present.unreadable
      gathered.matches.merge(present.matches) { $0 + $1 }
      page = try await present.nextBatch()
    }
    return gathered
  }
}

/// Combines lookups of single resources into batch requests, separately for each list of the
/// service and each set of parameters. May be used on any thread.
final class SingleLookups: Sendable {
  typealias Collector<Kind: AppleMusic.ResourceKind> =
    BatchLoader<String, Result<AppleMusic.Resource<Kind>, CatalogError>>

  private struct Key: Hashable {
    var kind: ObjectIdentifier
    var list: String
  }

  /// Enough for every kind in several storefronts. Bounds the memory for clients with ever new
  /// parameters.
  private static let limit = 64

  private struct Entry {
    /// A ``Collector`` of the key's kind.
    let collector: any Sendable
    let gatheredCount: @Sendable () -> Int
  }

  private let collectors = Locked<[Key: Entry]>([:])
  private let clock: any PlaybackClock
  private let window: Duration

  init(clock: any PlaybackClock, window: Duration) {
    self.clock = clock
    self.window = window
  }

  /// The number of lookups waiting for their request to be sent. For tests.
  var gatheredCount: Int {
    let entries = collectors.withLock { Array($0.values) }
    return entries.reduce(0) { $0 + $1.gatheredCount() }
  }

  /// Returns the resource with `id` in the list that `request` requests.
  ///
  /// - Throws: ``CatalogError/Code/notFound`` if the list does not have it.
  func resource<Kind>(
    _ id: String,
    of kind: Kind.Type,
    in request: CatalogRequest,
    by requester: ServiceRequester
  ) async throws -> AppleMusic.Resource<Kind> {
    let key = Key(
      kind: ObjectIdentifier(kind),
      list: try requester.completed(request).path
    )
    let fresh = collector(kind, request, requester)
    let collector = collectors.withLock { collectors in
      if let present = collectors[key]?.collector as? Collector<Kind> { return present }
      // Pending lookups continue: their callers keep the collector alive.
      if collectors.count >= Self.limit { collectors.removeAll() }
      collectors[key] = Entry(collector: fresh) { fresh.gatheredCount }
      return fresh
    }
    return try await collector.value(for: id).get()
  }

  private func collector<Kind>(
    _ kind: Kind.Type,
    _ request: CatalogRequest,
    _ requester: ServiceRequester
  ) -> Collector<Kind> {
    Collector<Kind>(
      batchSize: RequestLimits.identities(kind.name),
      window: window,
      service: .appleMusic,
      clock: clock
    ) { ids in
      // A full batch may still be too long for one URL.
      let chunks = RequestChunks.of(ids, count: RequestLimits.identities(kind.name))
      let answers = try await mapInOrder(chunks) { chunk in
        try await Self.found(chunk, of: kind, in: request, by: requester)
      }
      return answers.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
    }
  }

  /// Returns the result for each of `ids`; missing ones are absent. A failure not caused by one key
  /// applies to these ids only, not to those in other requests.
  private static func found<Kind>(
    _ ids: [String],
    of kind: Kind.Type,
    in request: CatalogRequest,
    by requester: ServiceRequester
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
  fileprivate static let endless = CatalogError.appleMusic(
    .malformedReply,
    "The answer has more pages than what was asked for can fill."
  )

  /// Makes an error for a resource that could not be read.
  static func unreadable(_ member: UnreadableMember) -> CatalogError {
    CatalogError.appleMusic(.malformedReply, "The resource cannot be read: \(member.reason).")
  }
}

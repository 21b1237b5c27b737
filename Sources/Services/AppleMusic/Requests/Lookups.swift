import Foundation
import PlayerKitSystem
import PlayerKitServices

extension AppleMusic {
  /// What a look-up of many identities found.
  public struct Lookup<Kind: ResourceKind>: Hashable, Sendable {
    /// The resources in the order of the request; one that was asked for twice stands twice.
    public var resources: [Resource<Kind>]
    /// The identities that the catalog does not have, each once, in the order of the request.
    public var missing: [String]
    /// The resources that came in a form that cannot be read. They are not among the missing.
    public var unreadable: [UnreadableMember]

    /// The resource of an identity; `nil` where it was not found. Goes through the list.
    public subscript(id: String) -> Resource<Kind>? { resources.first { $0.id == id } }
  }

  /// What a look-up of codes found: of ISRCs, UPCs, or identities of another store. One code may
  /// stand for many resources, and one resource may be found by several codes.
  public struct Matches<Kind: ResourceKind>: Hashable, Sendable {
    /// All resources, each once, in the service's order.
    public var resources: [Resource<Kind>] = []
    /// For each code that was found, its resources. A resource of which the service sent the
    /// identity alone has no attributes.
    public var byCode: [String: [Resource<Kind>]] = [:]
    /// The codes without a resource, each once, in the order of the request.
    public var missing: [String] = []
    /// The resources that came in a form that cannot be read.
    public var unreadable: [UnreadableMember] = []

    /// The resources of a code, in any spelling of it; empty where it was not found.
    public subscript(code: String) -> [Resource<Kind>] {
      byCode[code] ?? byCode[CatalogCode.normalized(code)] ?? []
    }
  }

  /// What a look-up of several types at once found.
  public struct MixedLookup: Hashable, Sendable {
    /// The resources in the service's order.
    public var items: [Item]
    /// What the catalog does not have.
    public var missing: [Identifier]
    /// The resources that came in a form that cannot be read. They are not among the missing.
    public var unreadable: [UnreadableMember]
  }
}

/// The members of all pages of a list.
struct GatheredMembers<Element: AppleMusic.Member>: Sendable {
  var members: [Element] = []
  var unreadable: [UnreadableMember] = []
  /// For each code of a filter, the identities that it stands for.
  var matches: [String: [AppleMusic.Identifier]] = [:]
}

extension ServiceRequester {
  /// The resources of `ids`, however many pages the answer has.
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
      // What is under way goes on: who waits for it holds it.
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

  /// That a resource came in a form that cannot be read.
  static func unreadable(_ member: UnreadableMember) -> CatalogError {
    CatalogError.appleMusic(.malformedReply, "The resource cannot be read: \(member.reason).")
  }
}

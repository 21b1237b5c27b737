import Foundation
import HTTPTypes
import PlayerKitServices
import PlayerKit

/// Asks the Internet Archive: concerts, albums, old records, whole and free. It needs no key.
///
/// A value; copies share their place in the line. May be used on any thread, any number of times at once. Each
/// call throws `CatalogError`, or `CancellationError` soon after its task is cancelled.
public struct InternetArchiveClient: Sendable {
  private static let host = "archive.org"

  let requester: ServiceRequester
  private let base: String

  /// Makes a client. Sends nothing.
  ///
  /// - Parameters:
  ///   - userAgent: name and version of the app, such as `Jukebox/1.2`, so that the archive knows whom to ask.
  ///   - configuration: its base takes the place of `https://archive.org`, also for audio.
  public init(
    userAgent: String = "PlayerKit/0.1",
    configuration: ClientConfiguration = ClientConfiguration()
  ) {
    var requester = ServiceRequester(
      policy: .internetArchive,
      host: Self.host,
      configuration: configuration
    )
    requester.prepare = { $0.headerFields[.userAgent] = userAgent }
    self.requester = requester
    var base = configuration.baseURL?.absoluteString ?? "https://" + Self.host
    while base.hasSuffix("/") { base.removeLast() }
    self.base = base
  }

  /// An item with its files.
  ///
  /// - Throws: `notFound` where there is none, `unavailable` where it was taken away.
  public func item(_ id: String) async throws -> InternetArchive.Item {
    guard ArchiveRule.isID(id) else {
      throw CatalogError(.invalidArgument, "This is no item.", service: .internetArchive)
    }
    var item: InternetArchive.Item = try await value(
      of: CatalogRequest(segments: ["metadata", id])
    )
    if item.isDark == true {
      throw CatalogError(.unavailable, "The item was taken away.", service: .internetArchive)
    }
    guard item.metadata != nil else {
      throw CatalogError(.notFound, "There is no such item.", service: .internetArchive)
    }
    // Tracks are known by it: it is the one that leads to the item.
    item.metadata?.identifier = InternetArchive.Texts([id])
    return item
  }

  /// The recordings that a query names.
  public func search(_ query: InternetArchiveQuery) async throws -> InternetArchive.Results {
    guard let items = query.items else {
      throw CatalogError(
        .invalidArgument,
        "There is nothing to look for.",
        service: .internetArchive
      )
    }
    return try await value(of: CatalogRequest("/advancedsearch.php", query: items))
  }

  /// The answer to any request, for what there is no method for.
  public func value<Value: Decodable>(
    of request: CatalogRequest,
    as type: Value.Type = Value.self
  ) async throws -> Value {
    try await requester.value(of: request, as: type)
  }

  /// Where a file is; it leads on to the machine that has it.
  func address(of item: String, _ name: String) -> URL? {
    URL(string: base + "/download/" + ArchiveRule.path(item, name))
  }
}

extension InternetArchive {
  /// A page of what was found.
  public struct Results: Codable, Hashable, Sendable {
    private var response: Response

    private struct Response: Codable, Hashable, Sendable {
      var numFound: Int?
      var docs: LossyArray<Summary>
    }

    /// The items of the page.
    public var items: LossyArray<Summary> { response.docs }
    /// How many there are in all.
    public var total: Int? { response.numFound }
  }
}

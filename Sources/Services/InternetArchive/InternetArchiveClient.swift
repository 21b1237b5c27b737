import Foundation
import HTTPTypes
import PlayerKit
import PlayerKitServices

/// A client of the Internet Archive: concerts, albums and old records, complete and free. It needs
/// no key.
///
/// A value. Copies share the rate limit. May be used on any thread, any number of times at once.
/// Each call throws `CatalogError`, or `CancellationError` soon after its task is canceled.
public struct InternetArchiveClient: Sendable {
  private static let host = "archive.org"

  let requester: ServiceRequester
  private let base: String

  /// Makes a client. Sends nothing.
  ///
  /// - Parameters:
  ///   - userAgent: The app's name and version, such as `Jukebox/1.2`, so the archive knows whom to
  ///     contact.
  ///   - configuration: Its base URL replaces `https://archive.org`, including for audio.
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

  /// Returns an item with its files.
  ///
  /// - Throws: `notFound` if there is none, `unavailable` if it was removed.
  public func item(_ id: String) async throws -> InternetArchive.Item {
    guard ArchiveRule.isID(id) else {
      throw CatalogError(.invalidArgument, "This is not an item.", service: .internetArchive)
    }
    var item: InternetArchive.Item = try await value(
      of: CatalogRequest(segments: ["metadata", id])
    )
    if item.isDark == true {
      throw CatalogError(.unavailable, "The item was taken away.", service: .internetArchive)
    }
    guard item.metadata != nil else {
      throw CatalogError(.notFound, "The item does not exist.", service: .internetArchive)
    }
    // Tracks use this identifier, since it leads to the item.
    item.metadata?.identifier = InternetArchive.Texts([id])
    return item
  }

  /// Returns the recordings that match a query.
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

  /// Sends any request and decodes the reply, for endpoints without a method.
  public func value<Value: Decodable>(
    of request: CatalogRequest,
    as type: Value.Type = Value.self
  ) async throws -> Value {
    try await requester.value(of: request, as: type)
  }

  /// Returns the URL of a file. It redirects to the machine that has the file.
  func address(of item: String, _ name: String) -> URL? {
    URL(string: base + "/download/" + ArchiveRule.path(item, name))
  }
}

extension InternetArchive {
  /// A page of search results.
  public struct Results: Codable, Hashable, Sendable {
    private var response: Response

    private struct Response: Codable, Hashable, Sendable {
      var numFound: Int?
      var docs: LossyArray<Summary>
    }

    /// The items of the page.
    public var items: LossyArray<Summary> { response.docs }
    /// The total number of results.
    public var total: Int? { response.numFound }
  }
}

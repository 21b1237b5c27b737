import Foundation
import HTTPTypes

/// Reads Deezer's catalog: no account, no token.
///
/// May be used on any thread, any number of times at once. Each call throws ``CatalogError``, or
/// `CancellationError` soon after its task is cancelled. What the service does not have is
/// ``CatalogError/Code/notFound``, also where it says so with the status 200.
///
/// The service allows 50 requests in 5 s from one address. ``ServicePolicy/deezer`` keeps to that:
/// share one transport among the clients of an app. Addresses of previews expire; see
/// ``Deezer/Track/previewURL``.
public final class DeezerClient: Sendable {
  /// Where and how to ask.
  public let configuration: Configuration
  let requester: DeezerRequester

  /// Makes a client that sends over `transport`; without one, over a pace, a cache and a network of
  /// its own.
  ///
  /// - Parameter clock: what a date in `Retry-After` is compared with.
  public init(
    configuration: Configuration = Configuration(),
    transport: any HTTPTransport = ServiceTransport(URLSessionTransport(), policy: .deezer),
    clock: any CatalogClock = SystemCatalogClock()
  ) {
    self.configuration = configuration
    requester = DeezerRequester(
      base: ServiceBase(configuration.baseURL, of: .deezer),
      language: configuration.language,
      transport: transport,
      clock: clock
    )
  }

  /// Where and how a client asks.
  public struct Configuration: Hashable, Sendable {
    /// Stands for `https://api.deezer.com`; paths are joined to it, its own path kept. One that is
    /// no http(s) URL of a host fails each call.
    public var baseURL: URL
    /// The language of names of genres, as `Accept-Language` has it; `nil`: the service's choice,
    /// by the address.
    public var language: String?

    /// Makes a configuration; Deezer's own host where no base is given.
    public init(baseURL: URL? = nil, language: String? = nil) {
      var parts = URLComponents()
      parts.scheme = "https"
      parts.host = DeezerTarget.host
      // Never the latter: parts that are plain letters make a URL.
      self.baseURL = baseURL ?? parts.url ?? URL(filePath: "/")
      self.language = language
    }
  }
}

/// Sends requests, and pages for lists.
struct DeezerRequester: DeezerPager {
  let base: ServiceBase?
  let language: String?
  let transport: any HTTPTransport
  let clock: any CatalogClock

  func get<Answer: Decodable>(
    _ path: String,
    _ parameters: [DeezerTarget.Parameter] = []
  ) async throws -> Answer {
    try await get(target: DeezerTarget.target(path, parameters))
  }

  func page<Element: Deezer.Member>(
    at next: String,
    of type: Element.Type
  ) async throws -> Deezer.List<Element> {
    guard let base else { throw Self.unusableBase }
    return try await get(target: DeezerTarget.next(next, base: base))
  }

  private func get<Answer: Decodable>(target: String) async throws -> Answer {
    guard let base else { throw Self.unusableBase }
    var request = base.request(.get, target)
    request.headerFields[.accept] = "application/json"
    request.headerFields[.acceptLanguage] = language
    do {
      let reply = try await transport.send(HTTPCall(request))
      return try DeezerReply.decode(Answer.self, from: reply, pager: self, now: clock.date)
    } catch var error as CatalogError {
      error.service = error.service ?? .deezer
      throw error
    }
  }

  private static let unusableBase = CatalogError.deezerArgument(
    "The base URL is no http(s) URL of a host."
  )
}

import Foundation
import PlayerKitHTTP
import HTTPTypes

extension HTTPTransportRequest {
  /// The maximum number of redirects.
  private static let maximumRedirects = 5

  /// Returns the call for the redirect in a reply. `nil` if the reply is not a redirect.
  ///
  /// - Parameter count: The number of redirects followed so far.
  /// - Throws: ``CatalogError/Code/blockedRedirect`` if it leads to another origin, or if there are
  ///   too many.
  func redirected(by reply: HTTPTransportResponse, count: Int) throws -> HTTPTransportRequest? {
    let fetch = HTTPFetchRequest(
      try RequestURL.url(of: request),
      method: request.method,
      fields: request.headerFields,
      body: body,
      maximumRedirects: Self.maximumRedirects
    )
    let head = HTTPResponseHead(
      status: reply.response.status.code,
      fields: reply.response.headerFields,
      url: fetch.url,
      reach: fetch.reach
    )
    let next: HTTPFetchRequest?
    do {
      next = try RedirectRule.next(fetch, after: head, count: count)
    } catch {
      throw CatalogError(error)
    }
    guard let next else { return nil }
    var bare = HTTPRequest(method: next.method, scheme: nil, authority: nil, path: nil)
    bare.headerFields = next.fields
    // The allowed targets of another origin's server are not known here.
    guard next.url.hasSameOrigin(as: fetch.url),
      let request = RequestURL.request(bare, at: next.url)
    else { throw CatalogError(.blockedRedirect, "The server redirected to another host.") }
    var call = self
    call.request = request
    call.body = next.body
    return call
  }
}

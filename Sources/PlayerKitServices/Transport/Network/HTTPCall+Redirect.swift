import Foundation
import PlayerKitHTTP
import HTTPTypes

extension HTTPCall {
  /// The maximum number of redirects.
  private static let mostRedirects = 5

  /// Returns the call for the redirect in a reply. `nil` if the reply is not a redirect.
  ///
  /// - Parameter count: The number of redirects followed so far.
  /// - Throws: ``CatalogError/Code/blockedRedirect`` if it leads to another origin, or if there are
  ///   too many.
  func led(by reply: HTTPReply, count: Int) throws -> HTTPCall? {
    let fetch = HTTPFetch(
      try RequestURL.url(of: request),
      method: request.method,
      fields: request.headerFields,
      body: body,
      mostRedirects: Self.mostRedirects
    )
    let head = HTTPAnswer(
      status: reply.response.status.code,
      fields: reply.response.headerFields,
      url: fetch.url,
      reach: fetch.reach
    )
    let next: HTTPFetch?
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

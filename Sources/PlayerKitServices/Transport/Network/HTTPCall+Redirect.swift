import Foundation
import PlayerKitHTTP
import HTTPTypes

extension HTTPCall {
  /// How often a call is led on.
  private static let mostRedirects = 5

  /// The call to go on with where an answer leads elsewhere; `nil` where it is the end.
  ///
  /// - Parameter count: how often the call was led on before.
  /// - Throws: ``CatalogError/Code/blockedRedirect`` where it leads to another origin, or too often.
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
    // What another origin's server may lead to isn't known here.
    guard next.url.hasSameOrigin(as: fetch.url),
      let request = RequestURL.request(bare, at: next.url)
    else { throw CatalogError(.blockedRedirect, "The server led to another host.") }
    var call = self
    call.request = request
    call.body = next.body
    return call
  }
}

import Foundation
import HTTPTypes

/// Says where a server may lead a call, and what goes along. Pure.
///
/// URLSession is not asked to follow: on Linux it takes `Authorization` along to any host.
enum RedirectRule {
  /// What may leave the origin that a call was made for. All else may be a secret.
  static let harmless: Set<HTTPField.Name> = [
    .accept, .acceptLanguage, .cacheControl, .contentType, .userAgent,
  ]

  /// The call to go on with; `nil` where the reply is the end.
  ///
  /// - Parameter url: the address of `call`.
  static func next(
    _ call: HTTPCall,
    at url: URL,
    after response: HTTPResponse
  ) throws(CatalogError) -> HTTPCall? {
    guard [301, 302, 303, 307, 308].contains(response.status.code),
      let location = response.headerFields[.location]
    else { return nil }
    guard let target = URL(string: location, relativeTo: url)?.absoluteURL,
      let request = RequestURL.request(call.request, at: target)
    else { throw blocked("The server led to an address that is neither http nor https.") }
    if url.scheme?.lowercased() == "https", request.scheme != "https" {
      throw blocked("The server led from https to http.")
    }
    var next = call
    next.request = request
    useGet(&next, after: response.status.code)
    if !RequestURL.isSameOrigin(url, target) {
      guard next.body == nil else { throw blocked("The server led a body to another host.") }
      next.request.headerFields = HTTPFields(
        next.request.headerFields.filter { harmless.contains($0.name) }
      )
    }
    return next
  }

  /// As browsers do: 303 always, 301 and 302 of a POST.
  private static func useGet(_ call: inout HTTPCall, after status: Int) {
    let isGet = status == 303 || ([301, 302].contains(status) && call.request.method == .post)
    guard isGet, call.request.method != .head else { return }
    call.request.method = .get
    call.body = nil
    call.request.headerFields[.contentType] = nil
  }

  static let tooMany = blocked("The server led from one place to the next too often.")

  private static func blocked(_ message: String) -> CatalogError {
    CatalogError(.blockedRedirect, message)
  }
}

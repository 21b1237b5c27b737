extension HTTPTransportRequest {
  /// Returns the call for the redirect in a reply. `nil` if the reply is not a redirect.
  ///
  /// - Parameter count: The number of redirects followed so far.
  /// - Throws: ``CatalogError/Code/blockedRedirect`` if it leads to another origin, or if there are
  ///   too many.
  func redirected(
    by reply: HTTPTransportResponse,
    count: Int
  ) throws(CatalogError) -> HTTPTransportRequest? {
    var call = self
    call.url = try request.checkedURL()
    call.maximumRedirects = 5
    guard var next = try RedirectRule.next(call, after: reply, count: count) else { return nil }
    // The allowed targets of another origin's server are not known here.
    guard let from = call.url, let to = next.url, from.hasSameOrigin(as: to) else {
      throw CatalogError(.blockedRedirect, "The server redirected to another host.")
    }
    next.reach = reach
    next.maximumRedirects = maximumRedirects
    return next
  }
}

import MusicCatalog

/// Asks for the further pages of the lists in one answer, as those lists see the client.
struct SpotifyPageLoader: Spotify.Pager {
  let requester: SpotifyRequester
  /// The path and query that the answer was asked for by.
  let first: String

  func page<Element: Codable & Hashable & Sendable>(
    at next: String,
    group: String?,
    of type: Element.Type
  ) async throws -> Spotify.Page<Element> {
    guard let base = requester.base else {
      throw SpotifyChecks.invalid("The base of the service is not an http or https address.")
    }
    var target = try base.target(next: next)
    let present = RequestQuery.names(in: target)
    // Without its market the list would go on with tracks of another.
    for item in RequestQuery.items(in: first)
    where ["market", "additional_types"].contains(item.name) && !present.contains(item.name) {
      target.append(part: String(item.text))
    }
    let reply = try await requester.reply(to: target)
    let document = try requester.decode(
      Spotify.PageDocument<Element>.self,
      from: reply,
      to: target,
      group: group
    )
    return document.page
  }
}

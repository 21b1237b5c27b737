import MusicCatalog

/// Asks for the further pages of the lists in one answer, as those lists see the client.
struct PageLoader: AppleMusic.CollectionPager {
  let requester: Requester
  /// The path and query that the answer was asked for by.
  let first: String
  let sendsUserToken: Bool

  func page<Element: AppleMusic.Member>(
    at next: String,
    limit: Int?,
    of type: Element.Type
  ) async throws -> AppleMusic.Collection<Element> {
    guard let base = requester.base else { throw Requester.unusableBase }
    let target = NextPage.target(next: try base.target(next: next), first: first, limit: limit)
    let isPersonal = AppleMusic.DataRequest(target).sendsUserToken
    do {
      let reply = try await requester.reply(
        to: target,
        sendsUserToken: sendsUserToken || isPersonal
      )
      return try decode(AppleMusic.PageDocument<Element>.self, from: reply).page()
    } catch let error as CatalogError where error.meansNoMembers {
      return AppleMusic.Collection(href: next)
    }
  }

  /// Reads an answer; its lists page by this loader.
  func decode<Value: Decodable>(_ type: Value.Type, from reply: HTTPReply) throws -> Value {
    try ReplyDecoder.decode(type, from: reply, of: .appleMusic, userInfo: [.appleMusicPager: self])
  }
}

extension AppleMusic.PageDocument {
  /// The page.
  ///
  /// - Throws: ``CatalogError/Code/malformedReply`` where the answer holds no list.
  func page() throws -> AppleMusic.Collection<Element> {
    guard collection.isIncluded else {
      throw CatalogError(.malformedReply, "The answer holds no list.", service: .appleMusic)
    }
    return collection
  }
}

extension CatalogError {
  /// Whether the service says by an error that a list is empty.
  var meansNoMembers: Bool {
    code == .notFound && details.contains { $0.code == ReplyFailure.noRelatedResources }
  }
}

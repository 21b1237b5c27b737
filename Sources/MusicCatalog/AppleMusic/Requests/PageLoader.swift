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
      return try decode(PageAnswer<Element>.self, from: reply).page(of: target)
    } catch let error as CatalogError where error.meansNoMembers {
      return AppleMusic.Collection(href: next)
    }
  }

  /// Reads an answer; its lists page by this loader.
  func decode<Value: Decodable>(_ type: Value.Type, from reply: HTTPReply) throws -> Value {
    try ReplyDecoder.decode(type, from: reply, userInfo: [.appleMusicPager: self])
  }
}

/// One page, in any of the forms in which the service sends one: a list by itself, a group of a
/// search, a chart.
struct PageAnswer<Element: AppleMusic.Member>: Decodable {
  private typealias Page = AppleMusic.Collection<Element>

  private enum Form {
    case list(Page)
    case groups([String: [Page]])
  }

  private enum Key: CodingKey {
    case results
  }

  private let form: Form

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    guard fields.contains(.results) else {
      form = .list(try Page(from: decoder))
      return
    }
    let results = try fields.nestedContainer(keyedBy: GroupKey.self, forKey: .results)
    var groups: [String: [Page]] = [:]
    for key in results.allKeys {
      // A group of another type than this list's is none of its pages.
      groups[key.stringValue] =
        (try? results.decode([Page].self, forKey: key))
        ?? (try? results.decode(Page.self, forKey: key)).map { [$0] }
    }
    form = .groups(groups)
  }

  /// The page that `target` asks for. A group that has no key has no members.
  ///
  /// - Throws: ``CatalogError/Code/malformedReply`` where there is no list at all.
  func page(of target: String) throws -> AppleMusic.Collection<Element> {
    switch form {
    case .list(let page):
      guard page.isIncluded else { throw Self.noList }
      return page
    case .groups(let groups):
      let types = RequestQuery.items(in: target).first { $0.name == "types" }
      let names = types.map { $0.value.split(separator: ",") } ?? []
      let pages = names.lazy.compactMap { groups[String($0)] }.first
      return pages?.first ?? AppleMusic.Collection()
    }
  }

  private static var noList: CatalogError {
    CatalogError(.malformedReply, "The answer holds no list.", service: .appleMusic)
  }
}

/// Any key of an object.
struct GroupKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension CatalogError {
  /// Whether the service says by an error that a list is empty.
  var meansNoMembers: Bool {
    code == .notFound && details.contains { $0.code == ReplyFailure.noRelatedResources }
  }
}

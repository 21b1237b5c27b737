import Foundation
import Locking
import MusicCatalog
import PlayerKitAppleMusic

/// Decodes an answer written in a test.
func decoded<Model: Decodable>(
  _ type: Model.Type = Model.self,
  _ json: String,
  pager: (any AppleMusic.CollectionPager)? = nil
) throws -> Model {
  let decoder = JSONDecoder()
  if let pager { decoder.userInfo[.appleMusicPager] = pager }
  return try decoder.decode(type, from: Data(json.utf8))
}

/// What a model is encoded as.
func encoded(_ model: some Encodable) throws -> JSONValue {
  try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(model))
}

/// A pager that answers from a table and remembers what was asked.
final class StubPager: AppleMusic.CollectionPager {
  struct Ask: Hashable {
    var next: String
    var limit: Int?
  }

  private let pages: [String: String]
  private let log = Locked<[Ask]>([])

  init(_ pages: [String: String]) { self.pages = pages }

  var asked: [Ask] { log.withLock { $0 } }

  func page<Element: AppleMusic.Member>(
    at next: String,
    limit: Int?,
    of type: Element.Type
  ) async throws -> AppleMusic.Collection<Element> {
    log.withLock { $0.append(Ask(next: next, limit: limit)) }
    guard let json = pages[next] else { throw CatalogError(.notFound, "no page") }
    return try decoded(AppleMusic.PageDocument<Element>.self, json, pager: self).collection
  }
}

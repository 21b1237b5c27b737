import Foundation
import PlayerKitAppleMusic
import PlayerKitServices
import PlayerKitSystem

/// Decodes an answer written in a test.
func decoded<Model: Decodable>(
  _ type: Model.Type = Model.self,
  _ json: String,
  pager: (any ListPager)? = nil
) throws -> Model {
  let decoder = JSONDecoder()
  if let pager { decoder.userInfo[.listPager] = pager }
  return try decoder.decode(type, from: Data(json.utf8))
}

/// The encoded form of a model.
func encoded(_ model: some Encodable) throws -> JSONValue {
  try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(model))
}

/// A pager that answers from a table and records the requests.
final class StubPager: ListPager {
  struct Ask: Hashable {
    var next: String
    var limit: Int?
  }

  private let pages: [String: String]
  private let log = Locked<[Ask]>([])

  init(_ pages: [String: String]) { self.pages = pages }

  var asked: [Ask] { log.withLock { $0 } }

  func page<Page: CatalogList>(
    at next: String,
    after paging: ListPaging,
    as type: Page.Type
  ) async throws -> Page {
    log.withLock { $0.append(Ask(next: next, limit: paging.limit)) }
    guard let json = pages[next] else { throw CatalogError(.notFound, "no page") }
    return try decoded(type, json, pager: self)
  }
}

/// `/search`, `/search/hints`, `/search/suggestions`.
extension CatalogEndpoints {
  func search(_ rest: [String]) throws(AppleMusicFailure) -> JSON {
    switch rest {
    case []: return try results()
    case ["hints"]: return try hints()
    case ["suggestions"]: return try suggestions()
    default: throw .notFound
    }
  }

  private func term() throws(AppleMusicFailure) -> [String] {
    guard let term = query.value("term"), !term.isEmpty else {
      throw .missing("No term supplied on the request", parameter: "term")
    }
    return CatalogText.words(term)
  }

  /// `types`, of which each must be one of the known.
  private func kinds(_ known: [ResourceKind]) throws(AppleMusicFailure) -> [ResourceKind] {
    guard let names = query.list("types"), !names.isEmpty else {
      throw .missing("No types supplied on the request", parameter: "types")
    }
    var kinds: [ResourceKind] = []
    for name in names {
      guard let kind = ResourceKind(rawValue: name), known.contains(kind) else {
        throw .invalid("Unknown resource type '\(name)'", parameter: "types")
      }
      if !kinds.contains(kind) { kinds.append(kind) }
    }
    return kinds
  }

  private func results() throws(AppleMusicFailure) -> JSON {
    let words = try term()
    let kinds = try kinds(ResourceKind.searchable)
    let page = try query.page(standard: 5, maximum: 25)
    var results = JSONObject()
    let found = kinds.map { (kind: $0, hits: store.hits($0, words)) }.filter { !$0.hits.isEmpty }
    if query.list("with")?.contains("topResults") == true, !found.isEmpty {
      let top = store.best(of: found.map(\.hits)).prefix(page.limit)
      results["topResults"] = ["data": try writer.resources(top.map(\.reference), .listed)]
    }
    for (kind, hits) in found {
      results[kind.rawValue] = try group(kind, hits.map(\.reference), page)
    }
    let order =
      (results["topResults"] == nil ? [] : ["topResults"])
      + store.ordered(found.map { (name: $0.kind.rawValue, hits: $0.hits) })
    return [
      "results": .object(results),
      "meta": ["results": ["order": .strings(order), "rawOrder": .strings(order)]],
    ]
  }

  private func group(
    _ kind: ResourceKind,
    _ hits: [ResourceReference],
    _ page: Page
  ) throws(AppleMusicFailure) -> JSON {
    var object = JSONObject()
    let here =
      [(name: "limit", value: String(page.limit))]
      + (page.offset > 0 ? [(name: "offset", value: String(page.offset))] : [])
    let kept = query.pairs.filter { $0.name != "limit" && $0.name != "offset" }.map {
      (name: $0.name, value: $0.name == "types" ? kind.rawValue : $0.value)
    }
    object["href"] = .string(path + "?" + AppleMusicQuery.encoded(here + kept))
    object["next"] = page.nextOffset(of: hits.count).map {
      .string(path + "?" + query.continuation(offset: $0, replacing: ["types": kind.rawValue]))
    }
    object["data"] = try writer.resources(page.slice(of: hits), .listed)
    return .object(object)
  }

  private func hints() throws(AppleMusicFailure) -> JSON {
    let words = try term()
    let page = try query.page(standard: 10, maximum: 25)
    return ["results": ["terms": .strings(store.terms(words).prefix(page.limit).map { $0.term })]]
  }

  private func suggestions() throws(AppleMusicFailure) -> JSON {
    let words = try term()
    guard let wanted = query.list("kinds"), !wanted.isEmpty else {
      throw .missing("No kinds supplied on the request", parameter: "kinds")
    }
    for kind in wanted where kind != "terms" && kind != "topResults" {
      throw .invalid("Unknown suggestion kind '\(kind)'", parameter: "kinds")
    }
    let page = try query.page(standard: 5, maximum: 10)
    var suggestions: [JSON] = []
    if wanted.contains("terms") {
      suggestions = store.terms(words).prefix(page.limit).map {
        ["kind": "terms", "searchTerm": .string($0.term), "displayTerm": .string($0.display)]
      }
    }
    if wanted.contains("topResults") {
      let hits = try kinds(ResourceKind.searchable).map { store.hits($0, words) }
      for hit in store.best(of: hits).prefix(page.limit) {
        suggestions.append(
          ["kind": "topResults", "content": try writer.resource(hit.reference, .listed)])
      }
    }
    return ["results": ["suggestions": .array(suggestions)]]
  }
}

/// `/search`, `/search/hints`, `/search/suggestions`.
extension CatalogEndpoints {
  func search(_ rest: [String]) throws -> JSON {
    switch rest {
    case []: return try results()
    case ["hints"]: return try hints()
    case ["suggestions"]: return try suggestions()
    default: throw AppleMusicFailure.notFound
    }
  }

  private func term() throws -> [String] {
    guard let term = query["term"], !term.isEmpty else { throw AppleMusicFailure.missing("term") }
    return CatalogText.words(term)
  }

  /// The value of `types`. Each type must be known.
  private func kinds() throws -> [ResourceKind] {
    try query.wanted("types").reduce(into: []) { kinds, name in
      guard let kind = ResourceKind(rawValue: name), ResourceKind.searchable.contains(kind) else {
        throw AppleMusicFailure.unknownType(name, parameter: "types")
      }
      if !kinds.contains(kind) { kinds.append(kind) }
    }
  }

  private func results() throws -> JSON {
    let words = try term()
    let kinds = try kinds()
    let page = try query.page(standard: 5, maximum: 25)
    var results: JSON = [:]
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
      + store.ordered(found)
    return [
      "results": results,
      "meta": ["results": ["order": .strings(order), "rawOrder": .strings(order)]],
    ]
  }

  private func group(
    _ kind: ResourceKind,
    _ hits: [ResourceReference],
    _ page: Page
  ) throws -> JSON {
    let type = kind.rawValue
    let place = [(name: "limit", value: page.limit), (name: "offset", value: page.offset)]
    let here = place.filter { $0.value > 0 }.map { (name: $0.name, value: String($0.value)) }
    let kept = query.without("limit", "offset").map {
      (name: $0.name, value: $0.name == "types" ? type : $0.value)
    }
    let list = try query.list(hits, page, at: path, replacing: ["types": type]) {
      try writer.resources($0, .listed)
    }
    return ["href": .string(path + "?" + Query.encoded(here + kept))] + list
  }

  private func hints() throws -> JSON {
    let words = try term()
    let page = try query.page(standard: 10, maximum: 25)
    return ["results": ["terms": .strings(store.terms(words).prefix(page.limit).map { $0.term })]]
  }

  private func suggestions() throws -> JSON {
    let words = try term()
    let wanted = try query.wanted("kinds")
    for kind in wanted where kind != "terms" && kind != "topResults" {
      throw AppleMusicFailure.invalid("Unknown suggestion kind '\(kind)'", parameter: "kinds")
    }
    let page = try query.page(standard: 5, maximum: 10)
    let terms = wanted.contains("terms") ? store.terms(words) : []
    let hits = wanted.contains("topResults") ? try kinds().map { store.hits($0, words) } : []
    let suggestions =
      terms.prefix(page.limit).map { term -> JSON in
        [
          "kind": "terms", "searchTerm": .string(term.term), "displayTerm": .string(term.display),
        ]
      }
      + (try store.best(of: hits).prefix(page.limit).map {
        ["kind": "topResults", "content": try writer.resource($0.reference, .listed)]
      })
    return ["results": ["suggestions": .array(suggestions)]]
  }
}

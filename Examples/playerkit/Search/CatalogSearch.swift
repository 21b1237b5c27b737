import PlayerKitServices

/// Searches the services.
struct CatalogSearch: Sendable {
  /// The results and the failures of a search.
  struct Result: Sendable {
    var rows: [SearchRow] = []
    var failures: [String] = []
  }

  let services: MusicServices
  let type: SearchType
  let limit: Int

  /// Returns the results of one service, or the merged results of all services that support the
  /// type.
  func search(_ term: String, in choice: ServiceChoice) async -> Result {
    let asked = services.searchable.filter { choice.includes($0, for: type.kind) }
    let found = await withTaskGroup(of: (Int, Result).self) { group in
      for (index, service) in asked.enumerated() {
        group.addTask { (index, await search(term, in: service)) }
      }
      return await group.reduce(into: [Int: Result]()) { $0[$1.0] = $1.1 }
    }
    let results = asked.indices.compactMap { found[$0] }
    if case .one = choice, let only = results.first { return only }
    return Result(
      rows: RowMerger.merged(results.map(\.rows), for: term),
      failures: results.flatMap(\.failures)
    )
  }

  /// The barcode in a search term, or `nil` if the term contains words.
  static func code(in term: String) -> ProductCode? {
    let links = LinkRecognizers([BarcodeLinks()])
    guard case .link(let link) = MusicReference(term, recognizers: links) else { return nil }
    return ProductCode(link.id)
  }

  /// Returns the results of one service, page by page. A failed page only loses its own results.
  private func search(_ term: String, in service: any SearchableService) async -> Result {
    let name = Swift.type(of: service).name
    var result = Result()
    var unreadable = 0
    do {
      if let code = Self.code(in: term) {
        let album = try await (service as? any BarcodeService)?.album(of: code)
        result.rows = album.map { [SearchRow(service: name, type: type, entry: $0)] } ?? []
        return result
      }
      var page: CatalogPage? = try await service.catalog.search(term, for: type.kind, limit: limit)
      while let current = page, result.rows.count < limit {
        let rows = current.entries.prefix(limit - result.rows.count)
        result.rows += rows.map { SearchRow(service: name, type: type, entry: $0) }
        unreadable += current.unreadableCount
        page = result.rows.count < limit ? try await current.next() : nil
      }
    } catch let error as CatalogError where error.code == .notFound && Self.code(in: term) != nil {
      return result
    } catch {
      result.failures.append("\(error)\(KnownService.advice(error))")
    }
    if unreadable > 0 { result.failures.append("results that could not be read: \(unreadable)") }
    return result
  }
}

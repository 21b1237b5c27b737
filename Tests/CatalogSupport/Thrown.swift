import MusicCatalog

/// Everything that Swift would print of a value.
package func everythingShown(of value: Any) -> String {
  var dumped = ""
  dump(value, to: &dumped)
  let children = Mirror(reflecting: value).children.map { "\($0)" }
  return ([dumped, "\(value)", String(reflecting: value), "\([value])"] + children)
    .joined(separator: "\n")
}

/// The code of what `body` throws; `nil` where it throws nothing, or something else.
package func codeThrown(by body: () async throws -> Void) async -> CatalogError.Code? {
  do {
    try await body()
    return nil
  } catch {
    return (error as? CatalogError)?.code
  }
}

import PlayerKitServices

/// Everything that Swift would print for a value.
package func everythingShown(of value: Any) -> String {
  var dumped = ""
  dump(value, to: &dumped)
  let children = Mirror(reflecting: value).children.map { "\($0)" }
  return ([dumped, "\(value)", String(reflecting: value), "\([value])"] + children)
    .joined(separator: "\n")
}

/// The `CatalogError` that `body` throws, or `nil` if it throws nothing or another error.
package func catalogError(_ body: () async throws -> some Sendable) async -> CatalogError? {
  do {
    _ = try await body()
    return nil
  } catch {
    return error as? CatalogError
  }
}

/// The code of the `CatalogError` that `body` throws, or `nil` if it throws nothing or another
/// error.
package func codeThrown(by body: () async throws -> Void) async -> CatalogError.Code? {
  await catalogError(body)?.code
}

import Foundation

/// Paths below a client's base.
struct DeezerTarget {
  typealias Parameter = (name: String, value: String?)

  static let host = "api.deezer.com"

  /// The path with its parameters; those without a value are left out.
  static func target(_ path: String, _ parameters: [Parameter]) -> String {
    let query = parameters.compactMap { name, value in
      value.map { "\(name)=\($0.encodedForLink)" }
    }
    return path + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
  }

  /// The parameters of a page.
  ///
  /// - Throws: ``CatalogError/Code/invalidArgument`` for a limit outside of 1 … 100, or an index
  ///   below 0.
  static func page(limit: Int?, index: Int?) throws(CatalogError) -> [Parameter] {
    guard (1...100).contains(limit ?? 1) else {
      throw .deezerArgument("The limit is not within 1 … 100.")
    }
    guard (index ?? 0) >= 0 else { throw .deezerArgument("The index is below 0.") }
    return [("limit", limit.map(String.init)), ("index", index.map(String.init))]
  }

  /// The path and query, below `base`, that `next` of an answer means.
  ///
  /// Only they are taken over: scheme, host and prefix are those of the base, since the service
  /// names pages by `http` too, and a client that is pointed elsewhere must stay there.
  ///
  /// - Throws: ``CatalogError/Code/malformedReply`` where it lies on neither the service's nor the
  ///   base's host, or above the base.
  static func next(_ next: String, base: ServiceBase) throws(CatalogError) -> String {
    let elsewhere = CatalogError(
      .malformedReply,
      "The next page lies elsewhere, and was not asked for.",
      service: .deezer
    )
    var rest = next.prefix { $0 != "#" }
    if let start = rest.range(of: "://") {
      let authority = rest[start.upperBound...].prefix { $0 != "/" && $0 != "?" }
      let scheme = rest[..<start.lowerBound].lowercased()
      let isOwn = [host, base.authority.lowercased()].contains(authority.lowercased())
      guard isOwn, ["http", "https"].contains(scheme) else { throw elsewhere }
      rest = rest[authority.endIndex...]
    }
    if !base.prefix.isEmpty, rest.hasPrefix(base.prefix + "/") {
      rest = rest.dropFirst(base.prefix.count)
    }
    let target = PercentEncoding.mended(String(rest))
    guard target.hasPrefix("/"), !target.hasPrefix("//"), !ServiceBase.climbs(target) else {
      throw elsewhere
    }
    return target
  }
}

extension CatalogError {
  static func deezerArgument(_ message: String) -> CatalogError {
    CatalogError(.invalidArgument, message, service: .deezer)
  }
}

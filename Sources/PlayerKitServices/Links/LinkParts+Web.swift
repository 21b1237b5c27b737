extension LinkParts {
  /// The host and the path behind it, where the host is one of `hosts`: of an http(s) address, of
  /// one without a scheme that begins with `//`, or of text that begins with the host itself.
  public func web(_ hosts: Set<String>) -> (host: String, path: [String])? {
    if let host {
      let isWeb = scheme == nil || scheme == "http" || scheme == "https"
      return isWeb && hosts.contains(host) ? (host, path) : nil
    }
    // A path of a file that begins so must be written `./open.spotify.com`.
    guard scheme == nil, !hasAuthority, !text.hasPrefix("/"),
      let first = path.first?.lowercased(), hosts.contains(first)
    else { return nil }
    return (first, Array(path.dropFirst()))
  }

  /// What follows the scheme, up to a query, cut at the colons: of `spotify:track:…`.
  public var colonParts: [String] {
    guard let scheme, !hasAuthority else { return [] }
    let rest = text.unicodeScalars.dropFirst(scheme.unicodeScalars.count + 1)
      .prefix { $0 != "?" && $0 != "#" }
    return rest.split(separator: ":", omittingEmptySubsequences: false).map { String($0) }
  }
}

extension LinkParts {
  /// Returns the host and the path after it if the host is one of `hosts`. Accepts HTTP and HTTPS
  /// URLs, URLs without a scheme that begin with `//`, and text that begins with the host.
  public func web(_ hosts: Set<String>) -> (host: String, path: [String])? {
    if let host {
      let isWeb = scheme == nil || scheme == "http" || scheme == "https"
      return isWeb && hosts.contains(host) ? (host, path) : nil
    }
    // A file path that begins with such a host must be written `./open.spotify.com`.
    guard scheme == nil, !hasAuthority, !text.hasPrefix("/"),
      let first = path.first?.lowercased(), hosts.contains(first)
    else { return nil }
    return (first, Array(path.dropFirst()))
  }

  /// The text after the scheme and before any query, split at colons, as in `spotify:track:…`.
  public var colonParts: [String] {
    guard let scheme, !hasAuthority else { return [] }
    let rest = text.unicodeScalars.dropFirst(scheme.unicodeScalars.count + 1)
      .prefix { $0 != "?" && $0 != "#" }
    return rest.split(separator: ":", omittingEmptySubsequences: false).map { String($0) }
  }
}

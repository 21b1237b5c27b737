#if canImport(PlayerKitCCurl)
  import PlayerKitSystem

  /// The environment's proxies, as libcurl interprets them.
  enum EnvironmentProxies {
    /// Returns whether a URL is requested through a proxy.
    static func lead(to url: URL, _ settings: CurlSettings) -> Bool {
      let own = url.isHTTPS ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
      guard
        settings.proxy != nil
          || (own + ["all_proxy", "ALL_PROXY"]).contains(where: { value($0) != nil })
      else {
        return false
      }
      let list = settings.proxyExceptions ?? value("no_proxy") ?? value("NO_PROXY")
      return !ProxyExceptions(list ?? "").hold(url.plainHost)
    }

    private static func value(_ name: String) -> String? {
      getenv(name).flatMap { $0.pointee == 0 ? nil : String(cString: $0) }
    }
  }
#endif

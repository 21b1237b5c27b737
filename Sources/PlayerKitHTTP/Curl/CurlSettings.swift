#if canImport(PlayerKitCCurl)
  import PlayerKitCCurl

  /// What is the same for all requests of a fetcher.
  struct CurlSettings: Sendable {
    /// The address of a proxy for all requests; `nil`: as the environment says.
    var proxy: String?
    /// What is excepted from proxies; `nil`: as the environment says.
    var proxyExceptions: String?
    /// Whether libcurl asks what to do with a body when it comes, and not when its head does.
    var isAskedLate = Self.isVersionOfOld

    /// Before 8.0 it looked at that option with each piece of a body.
    private static let isVersionOfOld =
      (curl_version_info(CURLVERSION_FIRST)?.pointee.version_num ?? .max) < 0x080000
  }
#endif

#if canImport(PlayerKitCCurl)
  import PlayerKitCCurl

  /// The settings for all requests of a fetcher.
  struct CurlSettings: Sendable {
    /// The address of a proxy for all requests; `nil` to use the environment's proxies.
    var proxy: String?
    /// The hosts reached without a proxy; `nil` to use the environment's list.
    var proxyExceptions: String?
    /// Whether libcurl checks the option for decoding when the body arrives, and not when the head
    /// does.
    var isAskedLate = Self.isVersionOfOld

    /// Before 8.0, libcurl checked the option with each piece of a body.
    private static let isVersionOfOld =
      (curl_version_info(CURLVERSION_FIRST)?.pointee.version_num ?? .max) < 0x080000
  }
#endif

#if Server
  /// The parts of a request that a sign-in needs.
  struct RedirectRequest: Sendable, Hashable {
    /// The maximum size of a head, in bytes. A browser may send cookies of other servers on this
    /// machine.
    static let largest = 64 << 10

    let method: String
    /// The percent-encoded path, without the query.
    let path: String
    /// The percent-encoded query, or an empty string if there is none.
    let query: String

    /// Parses the first line. Returns `nil` if it is not HTTP.
    init?(_ head: some Sequence<UInt8>) {
      let line = String(decoding: head.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
      let parts = line.split(separator: " ", omittingEmptySubsequences: false)
      guard parts.count == 3, parts[1].hasPrefix("/"), parts[2].hasPrefix("HTTP/1.") else {
        return nil
      }
      let target = parts[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
      method = String(parts[0])
      path = String(target[0])
      query = target.count > 1 ? String(target[1]) : ""
    }

    /// Whether the bytes contain a complete head.
    ///
    /// - Parameter known: The number of bytes that were searched before.
    static func isWhole(_ bytes: [UInt8], known: Int) -> Bool {
      let end: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]
      let start = max(0, known - 3)
      guard bytes.count - start >= 4 else { return false }
      return (start...bytes.count - 4).contains { bytes[$0..<$0 + 4].elementsEqual(end) }
    }
  }
#endif

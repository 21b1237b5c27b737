/// One version of a resource, as its server identifies it.
struct MediaVersion: Sendable, Equatable {
  /// The length in bytes.
  var total: Int64
  /// The server's identifier of this version: an ETag, otherwise the time of the last change.
  var validator: String
  /// The time of the last change, as the server writes it.
  var lastModified: String?
  /// Whether the server supports range requests for it.
  var servesParts: Bool
  /// For how many seconds the server need not be asked again; `nil` if not stated. Not in a file's
  /// header, as it changes with each response.
  var lifetime: Int64?

  /// Returns whether both identify the same bytes.
  func isSame(as other: MediaVersion) -> Bool {
    total == other.total && validator == other.validator
  }
}

/// The first page of a cache file.
struct CacheHeader: Sendable, Equatable {
  static let length = 4_096
  static let blockLength = 32 << 10
  private static let checksumOffset = 2_040
  private static let magic = Array("PKMEDIA1".utf8)

  /// The digest of the key, 32 bytes.
  let key: [UInt8]
  /// A random seed of this file, so that no block of another file passes its checks.
  let seed: UInt64
  let version: MediaVersion

  var blockCount: Int {
    Int((version.total + Int64(Self.blockLength) - 1) / Int64(Self.blockLength))
  }

  /// The start of the media: after this page and the checksums of the blocks.
  var dataOffset: Int64 {
    let table = (Int64(blockCount) * 8 + 4_095) / 4_096 * 4_096
    return Int64(Self.length) + table
  }

  /// The length of the file.
  var fileLength: Int64 { dataOffset + version.total }

  /// - Returns: `nil` if a validator is too long to store.
  func encoded() -> [UInt8]? {
    var page = Self.magic
    page.append(number: seed)
    page.append(number: UInt64(version.total))
    page.append(number: UInt64(Self.blockLength))
    page.append(number: version.servesParts ? 1 : 0)
    page += key
    for text in [version.validator, version.lastModified ?? ""] {
      page.append(number: UInt64(text.utf8.count))
      page += Array(text.utf8)
    }
    guard page.count <= Self.checksumOffset else { return nil }
    page += [UInt8](repeating: 0, count: Self.checksumOffset - page.count)
    page.append(number: page.withUnsafeBytes { BlockChecksum.of($0, seed: seed) })
    return page + [UInt8](repeating: 0, count: Self.length - page.count)
  }

  init(key: [UInt8], seed: UInt64, version: MediaVersion) {
    self.key = key
    self.seed = seed
    self.version = version
  }

  /// - Returns: `nil` if the bytes are not a complete page.
  init?(_ page: [UInt8]) {
    guard page.count >= Self.checksumOffset + 8, page.starts(with: Self.magic) else { return nil }
    var rest = page[8..<Self.checksumOffset]
    guard let seed = rest.takeNumber() else { return nil }
    let sum = page[..<Self.checksumOffset].withUnsafeBytes { BlockChecksum.of($0, seed: seed) }
    var tail = page[Self.checksumOffset...]
    guard tail.takeNumber() == sum, let total = rest.takeNumber(), total > 0,
      total <= UInt64(MediaResponseHead.greatestLength),
      rest.takeNumber() == UInt64(Self.blockLength),
      let flags = rest.takeNumber(), let key = rest.take(32), let validator = rest.takeText(),
      let lastModified = rest.takeText()
    else { return nil }
    self.init(
      key: Array(key),
      seed: seed,
      version: MediaVersion(
        total: Int64(total),
        validator: validator,
        lastModified: lastModified.isEmpty ? nil : lastModified,
        servesParts: flags & 1 == 1
      )
    )
  }
}

extension [UInt8] {
  mutating func append(number: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
    }
  }
}

extension ArraySlice<UInt8> {
  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= self.count else { return nil }
    defer { removeFirst(count) }
    return prefix(count)
  }

  mutating func takeNumber() -> UInt64? {
    take(8)?.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  mutating func takeText() -> String? {
    guard let count = takeNumber(), count <= UInt64(self.count), let bytes = take(Int(count)) else {
      return nil
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

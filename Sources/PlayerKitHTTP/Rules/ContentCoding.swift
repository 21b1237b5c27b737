/// The meaning of a `Content-Encoding` field. Pure.
package enum ContentCoding {
  /// The codings that change the bytes of a body. Not all of them can be decoded.
  private static let real: Set<Substring> = [
    "br", "bzip2", "compress", "dcb", "dcz", "deflate", "exi", "gzip", "lz4", "lzma",
    "pack200-gzip",
    "sdch", "x-bzip2", "x-compress", "x-gzip", "xz", "zstd",
  ]
  /// The codings that libcurl rightly ignores.
  private static let none: Set<Substring> = ["identity", "none"]

  private static func names(_ field: String?) -> [Substring] {
    (field ?? "").lowercased().split(whereSeparator: { ", \t".contains($0) })
  }

  /// Returns whether the body is unencoded. Servers also put character sets and other values there
  /// that change no byte.
  package static func isNone(_ field: String?) -> Bool {
    names(field).allSatisfy { !real.contains($0) }
  }

  /// Returns whether the field is invalid and would make libcurl refuse the body.
  static func isNonsense(_ field: String?) -> Bool {
    isNone(field) && names(field).contains { !none.contains($0) }
  }
}

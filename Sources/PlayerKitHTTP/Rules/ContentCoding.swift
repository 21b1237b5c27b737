/// What `Content-Encoding` says of a body. Pure.
package enum ContentCoding {
  /// What makes other bytes of a body. Not all of these can be undone.
  private static let real: Set<Substring> = [
    "br", "bzip2", "compress", "dcb", "dcz", "deflate", "exi", "gzip", "lz4", "lzma",
    "pack200-gzip",
    "sdch", "x-bzip2", "x-compress", "x-gzip", "xz", "zstd",
  ]
  /// What libcurl takes for nothing, as it should.
  private static let none: Set<Substring> = ["identity", "none"]

  private static func names(_ field: String?) -> [Substring] {
    (field ?? "").lowercased().split(whereSeparator: { ", \t".contains($0) })
  }

  /// Whether the bytes are those of the resource. Servers also name character sets there, and how
  /// something was once sent to them: that changes no byte.
  package static func isNone(_ field: String?) -> Bool {
    names(field).allSatisfy { !real.contains($0) }
  }

  /// Whether it is nonsense for which libcurl would refuse the body.
  static func isNonsense(_ field: String?) -> Bool {
    isNone(field) && names(field).contains { !none.contains($0) }
  }
}

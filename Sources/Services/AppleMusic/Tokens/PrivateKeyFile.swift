#if Crypto
  import MusicCatalog
  import Foundation

  /// Reads a private key's file without showing anything of it.
  enum PrivateKeyFile {
    /// A `.p8` has about 260 bytes; whatever is much longer is another file.
    private static let largestSize = 16 << 10

    /// The file's text.
    ///
    /// - Throws: `missingCredential` where there is no such file, `invalidCredential` where it cannot
    ///   be read, is too long or is not text.
    static func text(at url: URL) throws(CatalogError) -> String {
      guard url.isFileURL else { throw failure(.invalidArgument, "is not named by a file URL") }
      let path = url.path(percentEncoded: false)
      guard FileManager.default.fileExists(atPath: path) else {
        throw failure(.missingCredential, "does not exist")
      }
      let data: Data
      do {
        let file = try FileHandle(forReadingFrom: url)
        defer { try? file.close() }
        data = try file.read(upToCount: largestSize + 1) ?? Data()
      } catch {
        throw failure(.invalidCredential, "cannot be read")
      }
      guard data.count <= largestSize, let text = String(data: data, encoding: .utf8) else {
        throw failure(.invalidCredential, "is not a PEM file")
      }
      return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private static func failure(_ code: CatalogError.Code, _ fault: String) -> CatalogError {
      CatalogError(code, "The private key's file \(fault)", service: .appleMusic)
    }
  }
#endif

import Locking
import MediaLoading
import PlayerKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Names media in the keys of its pictures, and finds it again.
///
/// Threads: any.
final class PicturePlaces: Sendable {
  private struct Remembered {
    var sources: [String: MediaSource] = [:]
    var order: [String] = []
  }

  private static let mostRemembered = 512
  private let remembered = Locked(Remembered())

  /// The name of media. That of a source which may be signed leads back only as long as it is remembered.
  func name(of source: MediaSource) -> String {
    switch source.location {
    case .file(let path): return "file:" + Self.absolute(path)
    case .remote(let url):
      if Self.isPublic(url, source) { return "url:" + url.absoluteString }
      return remember(source, as: source.cacheKey ?? "address:" + url.absoluteString)
    case .bytes(let bytes):
      let key =
        source.cacheKey
        ?? "bytes:\(ObjectIdentifier(type(of: bytes)))\(UInt64.random(in: 0 ... .max))"
      return remember(source, as: key)
    }
  }

  /// What a name leads to; `nil`: it is not remembered.
  func source(named name: String) -> MediaSource? {
    if name.hasPrefix("file:") { return MediaSource(.file(path: String(name.dropFirst(5)))) }
    if name.hasPrefix("url:") {
      return URL(string: String(name.dropFirst(4))).map { MediaSource(.remote($0)) }
    }
    return remembered.withLock { $0.sources[name] }
  }

  /// Whether a name leads back only as long as it is remembered.
  static func isRemembered(_ name: String) -> Bool { name.hasPrefix("key:") }

  /// A key's id: the number of the picture, and the media.
  static func id(_ number: Int, of media: String) -> String { "\(number):\(media)" }

  static func place(of id: String) -> (number: Int, media: String)? {
    let parts = id.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, let number = Int(parts[0]), number >= 0 else { return nil }
    return (number, String(parts[1]))
  }

  /// A stored queue may be read by a process with another current folder.
  static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }

  /// Whether the address suffices to fetch it, and holds no secret. Addresses that users name are such.
  private static func isPublic(_ url: URL, _ source: MediaSource) -> Bool {
    source.headers.isEmpty && source.reach == nil && source.allowsCaching
      && source.cacheKey?.hasPrefix("url:") != false && source.renewal == nil
      && url.query() == nil && url.user() == nil && url.password() == nil && url.fragment() == nil
  }

  private func remember(_ source: MediaSource, as key: String) -> String {
    let name =
      "key:"
      + SHA256.digest(of: key).map { byte in
        String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
      }.joined()
    remembered.withLock { remembered in
      if remembered.sources.updateValue(source, forKey: name) == nil {
        remembered.order.append(name)
      }
      if remembered.order.count > Self.mostRemembered {
        remembered.sources[remembered.order.removeFirst()] = nil
      }
    }
    return name
  }
}

import PlayerKit
import PlayerKitMedia
import PlayerKitSystem

/// Names media in the keys of its pictures, and finds the media by name.
///
/// Safe on any thread.
final class PicturePlaces: Sendable {
  private struct Remembered {
    var sources: [String: MediaSource] = [:]
    /// The last used name comes last.
    var order: [String] = []

    mutating func use(_ name: String) -> MediaSource? {
      guard let source = sources[name] else { return nil }
      order.removeAll { $0 == name }
      order.append(name)
      return source
    }

    mutating func add(_ source: MediaSource, _ name: String) {
      sources[name] = source
      _ = use(name)
      while order.count > PicturePlaces.maximumRemembered { forget(order[0]) }
      let held = order.filter { sources[$0]?.isInMemory == true }
      for name in held.dropLast(PicturePlaces.maximumInMemory) { forget(name) }
    }

    private mutating func forget(_ name: String) {
      sources[name] = nil
      order.removeAll { $0 == name }
    }
  }

  private static let maximumRemembered = 512
  /// Bytes from an app may be whole files.
  private static let maximumInMemory = 16
  private let remembered = Locked(Remembered())

  /// Returns the name of media. The name of a source that may be signed works only as long as it is
  /// remembered. The name of a file changes with the file, so that caches by name get the new
  /// pictures.
  func name(of source: MediaSource) -> String {
    switch source.location {
    case .file(let path): return "file:" + Self.version(of: path) + Self.absolute(path)
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

  /// Returns the source for a name; `nil` if it is not remembered. Finds a file by its path,
  /// regardless of its version.
  func source(named name: String) -> MediaSource? {
    if name.hasPrefix("file:") {
      return name.firstIndex(of: "/").map { MediaSource(.file(path: String(name[$0...]))) }
    }
    if name.hasPrefix("url:") {
      return URL(string: String(name.dropFirst(4))).map { MediaSource(.remote($0)) }
    }
    return remembered.withLock { $0.use(name) }
  }

  /// Whether a name works only as long as it is remembered.
  static func isRemembered(_ name: String) -> Bool { name.hasPrefix("key:") }

  /// Returns the id of a key: the number of the picture, and the media.
  static func id(_ number: Int, of media: String) -> String { "\(number):\(media)" }

  static func place(of id: String) -> (number: Int, media: String)? {
    let parts = id.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, let number = Int(parts[0]), number >= 0 else { return nil }
    return (number, String(parts[1]))
  }

  /// Makes a path absolute, because a process with another current folder may read a stored queue.
  static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }

  /// Whether the address suffices to fetch the media and holds no secret, as for addresses that
  /// users enter.
  private static func isPublic(_ url: URL, _ source: MediaSource) -> Bool {
    source.headers.isEmpty && source.reach == nil && source.allowsCaching
      && source.cacheKey?.hasPrefix("url:") != false && source.renewal == nil
      && url.query() == nil && url.user() == nil && url.password() == nil && url.fragment() == nil
  }

  private func remember(_ source: MediaSource, as key: String) -> String {
    let name = "key:" + Hexadecimal.text(SHA256Digest.digest(of: key))
    remembered.withLock { $0.add(source, name) }
    return name
  }

  /// Returns the modification time and length of a file; empty if unknown.
  private static func version(of path: String) -> String {
    var status = stat()
    guard stat(path, &status) == 0 else { return "" }
    let changed = status.st_mtimespec
    return "\(changed.tv_sec).\(changed.tv_nsec)-\(status.st_size):"
  }
}

extension MediaSource {
  fileprivate var isInMemory: Bool { if case .bytes = location { true } else { false } }
}

import Foundation
import PlayerKit
import PlayerKitSystem
import TestSupport

@testable import PlayerKitMedia

/// A server with one piece of media, a cache, and players of both.
final class CacheStage: Sendable {
  struct Media: Sendable {
    var body: Data
    var headers: [String: String] = ["ETag": "\"1\""]
    var servesParts = true
  }

  let scratch = ScratchFolder()
  let server: LoopbackServer
  let media: Locked<Media>
  /// The server's answer instead of the media, or `nil` for the media.
  let reply: Locked<@Sendable (LoopbackServer.Request) -> LoopbackServer.Reply?>
  let opener: SourceOpener
  let cache: MediaCache

  init(length: Int = 1_000_000, limit: Int64 = 100 << 20) throws {
    let media = Locked(Media(body: Self.bytes(length)))
    let reply = Locked<@Sendable (LoopbackServer.Request) -> LoopbackServer.Reply?> { _ in nil }
    (self.media, self.reply) = (media, reply)
    server = try LoopbackServer { request in
      if let reply = reply.withLock({ $0 })(request) { return reply }
      let media = media.withLock { $0 }
      let names = [media.headers["ETag"], media.headers["Last-Modified"]].compactMap(\.self)
      let held = request.headers["if-none-match"] ?? request.headers["if-modified-since"]
      if let held, names.contains(held) { return .status(304, media.headers) }
      let ifRange = request.headers["if-range"]
      guard media.servesParts, request.range != nil, ifRange.map(names.contains) ?? true
      else { return .init(headers: media.headers, body: media.body) }
      var reply = LoopbackServer.Reply.part(media.body, request)
      reply.headers["ETag"] = nil
      reply.headers.merge(media.headers) { $1 }
      return reply
    }
    cache = MediaCache(folder: scratch.path("cache"), limit: limit)
    opener = SourceOpener(LoadingSettings(networkTimeout: .seconds(10), cache: cache))
  }

  deinit {
    opener.close()
    server.stop()
    scratch.remove()
  }

  static func bytes(_ count: Int, seed: UInt64 = 1) -> Data {
    var state = seed
    return Data(
      (0..<count).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 33)
      }
    )
  }

  var folder: String { scratch.path("cache/media-1") }

  func source(_ key: String? = "a", at target: String = "/a") -> MediaSource {
    MediaSource(.remote(server.url(target)), cacheKey: key)
  }

  func track(_ target: String = "/a") -> URLTrack { URLTrack(url: server.url(target)) }

  /// Another engine with the same cache, and without the memory of the first one.
  func otherOpener() -> SourceOpener {
    SourceOpener(LoadingSettings(networkTimeout: .seconds(10), cache: cache))
  }

  /// Reads ranges of a source, one after another, as a new engine does.
  func hear(_ source: MediaSource? = nil, _ ranges: Range<Int64>...) throws -> [Data] {
    let opener = otherOpener()
    defer { opener.close() }
    let stream = opener.open(source ?? self.source()).makeStream()
    defer { stream.close() }
    return try ranges.map { range in
      try stream.seek(to: range.lowerBound)
      return try stream.read(upTo: range.count)
    }
  }

  func hearAll(_ source: MediaSource? = nil) throws -> Data {
    let opener = otherOpener()
    defer { opener.close() }
    return try hearAll(source, by: opener)
  }

  /// Reads a whole source, as an earlier engine does.
  func hearAll(_ source: MediaSource? = nil, by opener: SourceOpener) throws -> Data {
    let stream = opener.open(source ?? self.source()).makeStream()
    defer { stream.close() }
    return try stream.read(upTo: .max)
  }

  /// The requested ranges after this number of requests.
  func ranges(since count: Int) -> [ClosedRange<Int>] {
    server.requests.dropFirst(count).compactMap(\.range)
  }

  /// Answers some requests differently from now on.
  func answer(_ body: @escaping @Sendable (LoopbackServer.Request) -> LoopbackServer.Reply?) {
    reply.withLock { $0 = body }
  }

  /// Puts another version on the server.
  func change() {
    media.withLock { media in
      media.body = Self.bytes(media.body.count, seed: 2)
      media.headers["ETag"] = "\"2\""
    }
  }

  func path(of key: String) -> String { "\(folder)/\(CacheFolder.Name(key: key).text)" }

  /// Damages a file as an accident does.
  func overwrite(_ key: String = "a", at offset: UInt64, _ data: Data) throws {
    guard let handle = FileHandle(forWritingAtPath: path(of: key)) else {
      throw NeverHappened(what: "the file is there")
    }
    try handle.seek(toOffset: offset)
    try handle.write(contentsOf: data)
    try handle.close()
  }

  func body() -> Data { media.withLock(\.body) }
  func file(_ key: String = "a") -> CacheFile? { cache.files.find(CacheFolder.Name(key: key)) }
}

extension ByteStream {
  /// Reads this number of bytes, or up to the end.
  func read(upTo count: Int) throws(PlayerError) -> Data {
    var data = Data()
    while data.count < count {
      var piece = [UInt8](repeating: 0, count: min(10_000, count - data.count))
      let read = try read(into: &piece)
      if read == 0 { break }
      data.append(contentsOf: piece.prefix(read))
    }
    return data
  }
}

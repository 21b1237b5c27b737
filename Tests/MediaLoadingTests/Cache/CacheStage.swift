import Foundation
import HTTPTestSupport
import Locking
import PlayerKit
import TestSupport

@testable import MediaLoading

/// A server with one piece of media, a cache, and what plays from both.
final class CacheStage: Sendable {
  struct Media: Sendable {
    var body: Data
    var headers: [String: String] = ["ETag": "\"1\""]
    var servesParts = true
  }

  let scratch = ScratchFolder()
  let server: LoopbackServer
  let media: Locked<Media>
  let opener: SourceOpener
  let cache: MediaCache

  init(length: Int = 1_000_000, limit: Int64 = 100 << 20) throws {
    let media = Locked(Media(body: Self.bytes(length)))
    self.media = media
    server = try LoopbackServer { request in
      let media = media.withLock { $0 }
      let isSame = request.headers["if-none-match"].map { $0 == media.headers["ETag"] }
      if isSame == true { return .status(304, media.headers) }
      let ifRange = request.headers["if-range"]
      guard media.servesParts, request.range != nil,
        ifRange == nil || ifRange == media.headers["ETag"]
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

  /// Another engine with the same cache: it remembers nothing of the first one.
  func otherOpener() -> SourceOpener {
    SourceOpener(LoadingSettings(networkTimeout: .seconds(10), cache: cache))
  }

  /// Reads stretches of a source, one after another, as a new engine does.
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
    let stream = opener.open(source ?? self.source()).makeStream()
    defer { stream.close() }
    return try stream.read(upTo: .max)
  }

  /// The ranges that the server was asked for since so many requests.
  func ranges(since count: Int) -> [ClosedRange<Int>] {
    server.requests.dropFirst(count).compactMap(\.range)
  }

  func body() -> Data { media.withLock(\.body) }
  func file(_ key: String = "a") -> CacheFile? { cache.files.find(CacheFolder.Name(key: key)) }
}

extension ByteStream {
  /// Reads until so many bytes are here, or the end.
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

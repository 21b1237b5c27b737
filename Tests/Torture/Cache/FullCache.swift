import Foundation
import PlayerKit
import PlayerKitMedia
import TestSupport

/// Plays from a cache whose files cannot grow.
struct FullCache {
  let folder: String

  func run() async throws {
    let media = InventedMedia(track: 5, version: 0)
    let server = try LoopbackServer { request in
      var reply = LoopbackServer.Reply.part(media.body, request)
      reply.headers["ETag"] = media.validator
      return reply
    }
    defer { server.stop() }
    let cache = MediaCache(folder: folder, limit: InventedMedia.limit)
    // Less than the first page, so that no file can be made.
    try limit(1_000)
    try await play(media, cache, server.port)
    // The file exists, and the disk is full in the middle of a block.
    try limit(nil)
    _ = try hear(100_000, cache, server.port)
    try limit(8_192 + 300_000)
    try await play(media, cache, server.port)
    try limit(nil)
    try await play(media, cache, server.port)
  }

  private func play(_ media: InventedMedia, _ cache: MediaCache, _ port: UInt16) async throws {
    say(try hear(.max, cache, port) == media.body ? "plays" : "wrong")
    say("\(cache.usage().bytes / 100_000)00 kB")
    do throws(PlayerError) {
      try await cache.keep(URLTrack(path: "5"), by: Resolver(port: port))
      say("kept")
    } catch {
      say(error.code.rawValue)
    }
  }

  private func hear(_ count: Int, _ cache: MediaCache, _ port: UInt16) throws -> Data {
    let opener = SourceOpener(LoadingSettings(networkTimeout: .seconds(10), cache: cache))
    defer { opener.close() }
    let stream = opener.open(InventedMedia.source(5, port: port, hearing: "")).makeStream()
    defer { stream.close() }
    var pieces = [Piece(offset: 0)]
    try stream.read(count, into: &pieces)
    return pieces[0].bytes
  }

  private func limit(_ length: Int?) throws {
    guard FileSizeLimit.set(length) else { throw POSIXError(.EINVAL) }
  }
}

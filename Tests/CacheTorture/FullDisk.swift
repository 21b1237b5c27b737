import Foundation
import HTTPTestSupport
import MediaLoading
import PlayerKit
import TestSupport

/// Plays where no file may grow.
struct FullDisk {
  let folder: String

  func run() async throws {
    let media = Media(track: 5, version: 0)
    let server = try LoopbackServer { request in
      var reply = LoopbackServer.Reply.part(media.body, request)
      reply.headers["ETag"] = media.validator
      return reply
    }
    defer { server.stop() }
    let cache = MediaCache(folder: folder, limit: Media.limit)
    // Less than the first page: no file can be made.
    try limit(1_000)
    try await play(media, cache, server.port)
    // The file is there, and can't be filled: in the middle of a block the disk is full.
    try limit(nil)
    _ = try hear(100_000, cache, server.port)
    try limit(8_192 + 300_000)
    try await play(media, cache, server.port)
    try limit(nil)
    try await play(media, cache, server.port)
  }

  private func play(_ media: Media, _ cache: MediaCache, _ port: UInt16) async throws {
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
    let stream = opener.open(Media.source(5, port: port, hearing: "")).makeStream()
    defer { stream.close() }
    var pieces = [Piece(offset: 0)]
    try stream.read(count, into: &pieces)
    return pieces[0].bytes
  }

  private func limit(_ length: Int?) throws {
    guard FileSizeLimit.set(length) else { throw POSIXError(.EINVAL) }
  }
}

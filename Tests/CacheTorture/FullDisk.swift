import Foundation
import HTTPTestSupport
import MediaLoading
import PlayerKit

/// Plays where no file may grow: the nearest to a full disk that a process can have by itself.
struct FullDisk {
  let folder: String

  func run() async throws {
    signal(SIGXFSZ, SIG_IGN)
    let media = Media(track: 5, version: 0)
    let server = try LoopbackServer { request in
      var reply = LoopbackServer.Reply.part(media.body, request)
      reply.headers["ETag"] = media.validator
      return reply
    }
    defer { server.stop() }
    let cache = MediaCache(folder: folder, limit: Media.limit)
    // As much as the first page and the table take; then less than the first page.
    for limit in [8_192 + 100_000, 1_000] {
      try setLimit(limit)
      let opener = SourceOpener(LoadingSettings(networkTimeout: .seconds(10), cache: cache))
      let stream = opener.open(Media.source(5, port: server.port)).makeStream()
      var (bytes, piece) = (Data(), [UInt8](repeating: 0, count: 50_000))
      while true {
        let count = try stream.read(into: &piece)
        if count == 0 { break }
        bytes.append(contentsOf: piece.prefix(count))
      }
      stream.close()
      opener.close()
      say(bytes == media.body ? "plays" : "wrong")
      do throws(PlayerError) {
        try await cache.keep(URLTrack(path: "5"), by: Resolver(port: server.port))
        say("kept")
      } catch {
        say(error.code.rawValue)
      }
    }
  }

  private func setLimit(_ size: Int) throws {
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    #else
      let resource = RLIMIT_FSIZE
    #endif
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { throw POSIXError(.EINVAL) }
    limit.rlim_cur = rlim_t(size)
    guard setrlimit(resource, &limit) == 0 else { throw POSIXError(.EINVAL) }
  }
}

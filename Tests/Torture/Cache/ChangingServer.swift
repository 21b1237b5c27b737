import Foundation
import PlayerKitSystem
import TestSupport

/// Serves all tracks, each in one version at a time, and remembers which playbacks asked for media.
struct ChangingServer {
  private let server: LoopbackServer
  private let versions: Locked<[Int]>
  /// The playbacks that asked for media.
  private let asked: Locked<Set<String>>

  init() throws {
    let versions = Locked([Int](repeating: 0, count: InventedMedia.count))
    let asked = Locked<Set<String>>([])
    let bodies = Locked<[String: Data]>([:])
    (self.versions, self.asked) = (versions, asked)
    server = try LoopbackServer { request in
      let parts = request.target.dropFirst().split(separator: "?")
      let track = parts.first.flatMap { Int($0) } ?? 0
      let media = InventedMedia(track: track, version: versions.withLock { $0[track] })
      let fields = ["ETag": media.validator, "Cache-Control": "max-age=0"]
      if request.headers["if-none-match"] == media.validator { return .status(304, fields) }
      // A request for the version is not one for media.
      if request.range != 0...0, let hearing = parts.last {
        _ = asked.withLock { $0.insert(String(hearing)) }
      }
      let body = bodies.withLock { bodies in
        let body = bodies[media.validator] ?? media.body
        // At most two versions of a track are requested at a time.
        if bodies.count > 4 * InventedMedia.count { bodies = [:] }
        bodies[media.validator] = body
        return body
      }
      let ifRange = request.headers["if-range"]
      guard track != InventedMedia.whole, request.range != nil,
        ifRange == nil || ifRange == media.validator
      else { return .init(headers: fields, body: body) }
      var reply = LoopbackServer.Reply.part(body, request)
      reply.headers.merge(fields) { $1 }
      return reply
    }
  }

  var port: UInt16 { server.port }

  func version(of track: Int) -> Int { versions.withLock { $0[track] } }

  func change(_ track: Int) { versions.withLock { $0[track] += 1 } }

  func wasAsked(by hearing: Substring) -> Bool { asked.withLock { $0.contains(String(hearing)) } }

  func stop() { server.stop() }
}

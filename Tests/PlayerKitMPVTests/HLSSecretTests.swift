import Foundation
import PlayerKit
import PlayerKitMPV
import PlayerKitTesting
import TestSupport
import Testing

extension EngineTests.HLSTests {
  @Test("Header fields go only to the origin of the playlist")
  func headersGoOriginPlaylist() async throws {
    let other = try serve { _ in nil }
    let parts = (0..<5).map { "#EXTINF:1,\n\(other.url("/ts/index\($0).ts"))\n" }.joined()
    let list = Data("#EXTM3U\n#EXT-X-TARGETDURATION:1\n\(parts)#EXT-X-ENDLIST\n".utf8)
    let server = try LoopbackServer { _ in .whole(list) }
    let source = MediaSource(
      .remote(server.url("/list")),
      headers: ["X-Secret": "s", "User-Agent": "u"]
    )
    let result = try await played(source)
    #expect(result.end == .ended(followedBy: nil))
    #expect(server.requests.allSatisfy { $0.headers["x-secret"] == "s" })
    #expect(other.requests.count == 5)
    #expect(other.requests.allSatisfy { $0.headers["x-secret"] == nil })
    #expect(other.requests.allSatisfy { $0.headers["user-agent"] == "u" })
  }

  @Test("Keys, initializations, and lists elsewhere get no header fields either")
  func noKeyInitializationOr() async throws {
    let key = Data("0123456789abcdef".utf8)
    let other = try serve { $0.target == "/key" ? .whole(key) : nil }
    let list = String(decoding: try Fixture.data("hls/aes/index.m3u8"), as: UTF8.self)
      .replacing("key.bin", with: other.url("/aes/key.bin").absoluteString)
    let server = try serve { request in
      switch request.target {
      case "/led": .status(302, ["Location": other.url("/ts/index.m3u8").absoluteString])
      case "/mapped": .whole(Self.mapped(to: other))
      case "/aes/index.m3u8": .whole(Data(list.utf8))
      default: nil
      }
    }
    for target in ["/aes/index.m3u8", "/mapped", "/led"] {
      let source = MediaSource(.remote(server.url(target)), headers: ["X-Secret": "s"])
      let result = try await played(source)
      #expect(result.end == .ended(followedBy: nil))
      #expect(try await difference(result.output, whole()) == nil)
    }
    #expect(server.requests.allSatisfy { $0.headers["x-secret"] == "s" })
    #expect(server.requests.count >= 9)
    let targets = Set(other.requests.map(\.target))
    #expect(
      targets.isSuperset(of: ["/aes/key.bin", "/mp4/index.m4s", "/ts/index.m3u8", "/ts/index0.ts"])
    )
    #expect(other.requests.allSatisfy { $0.headers["x-secret"] == nil })
  }

  /// A list of fragments whose initialization section is elsewhere.
  private static func mapped(to server: LoopbackServer) -> Data {
    let list = (try? Fixture.data("hls/mp4/index.m3u8")) ?? Data()
    let text = String(decoding: list, as: UTF8.self)
    let url = server.url("/mp4/index.m4s").absoluteString
    return Data(
      text.replacing("URI=\"index.m4s\"", with: "URI=\"\(url)\"")
        .replacing("\nindex.m4s", with: "\n/mp4/index.m4s").utf8
    )
  }

  @Test("A renewed address gets the header fields of its renewal")
  func renewedAddressGetsFields() async throws {
    let new = try serve { _ in nil }
    let old = try LoopbackServer { _ in .status(403) }
    let source = MediaSource(.remote(old.url("/list")), headers: ["X-Secret": "old"]) {
      MediaSource(.remote(new.url("/ts/index.m3u8")), headers: ["X-Secret": "new"])
    }
    let result = try await played(source)
    #expect(result.end == .ended(followedBy: nil))
    #expect(old.requests.allSatisfy { $0.headers["x-secret"] == "old" })
    #expect(new.requests.allSatisfy { $0.headers["x-secret"] == "new" })
  }
}

import Foundation
import PlayerKit
import PlayerKitHTTP
import PlayerKitSystem
import TestSupport
import Testing

@testable import PlayerKitMedia

@Suite("The reach of a source", .tags(.local))
struct ReachTests {
  private func failure(
    _ server: LoopbackServer,
    engine: MediaSource.Reach,
    source: MediaSource.Reach?
  ) -> PlayerError? {
    let opener = SourceOpener(LoadingSettings(networkTimeout: .seconds(5), reach: engine))
    defer { opener.close() }
    let bytes = opener.open(MediaSource(.remote(server.url("/a")), reach: source))
    let stream = bytes.makeStream()
    defer { stream.close() }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 3, alignment: 1)
    defer { buffer.deallocate() }
    do throws(PlayerError) {
      _ = try stream.read(into: buffer)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "is the narrower one of its own and the engine's",
    arguments: [
      (MediaSource.Reach.publicAfterRedirect, nil, true), (.everywhere, nil, true),
      (.publicAfterRedirect, .everywhere, true), (.publicAlone, nil, false),
      (.publicAlone, .everywhere, false), (.everywhere, .publicAlone, false),
      (.publicAfterRedirect, .publicAlone, false),
    ] as [(MediaSource.Reach, MediaSource.Reach?, Bool)]
  )
  func narrower(engine: MediaSource.Reach, source: MediaSource.Reach?, isReached: Bool) throws {
    let server = try LoopbackServer { _ in .whole(Data("abc".utf8)) }
    let failure = failure(server, engine: engine, source: source)
    #expect(failure?.code == (isReached ? nil : .blockedURL))
    #expect(isReached || server.connectionsTaken == 0)
  }

  @Test("is kept when its address is renewed")
  func renewed() async throws {
    let url = try #require(URL(string: "http://127.0.0.1/"))
    let source = MediaSource(.remote(url), reach: .publicAlone) {
      MediaSource(.remote(url), reach: .everywhere)
    }
    let address = HTTPAddress(source, url, LoadingSettings())
    let renewal = try #require(address.renewal)
    #expect(try await address.renewed(by: renewal).get().reach == .publicAlone)
  }
}

import Foundation
import PlayerKit
import PlayerKitMPV
import TestSupport
import Testing

extension EngineTests {
  @Suite(.tags(.local), .timeLimit(.minutes(5)))
  struct TrustTests {
    @Test(
      "A self-signed certificate is not trusted",
      .enabled(if: SelfSignedServer.openssl != nil, "needs openssl, to make a certificate"),
      arguments: [true, false]
    )
    func certificateNobodySignedUntrusted(isNext: Bool) async throws {
      var stage = try Stage(.driven)
      let server = try SelfSignedServer()
      let (a, b) = (stage.nextLoad(), stage.nextLoad())
      let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/a.wav"))
      let load = stage.log.makeLoad(b, MediaSource(.remote(url)))
      if isNext {
        stage.engine.load(stage.log.makeLoad(a, try stage.wav(.sweep(frames: 44_100))))
        stage.engine.setNext(load, after: a)
      } else {
        stage.engine.load(load)
      }
      let failure = try await stage.end(of: b).failure
      #expect(failure?.code == .untrusted)
      #expect(failure?.isRetryable == false)
      #expect(failure?.message.contains("127.0.0.1") == false)
      await stage.close()
    }
  }
}

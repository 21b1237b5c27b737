import Foundation
import HTTPTypes
import PlayerKitServices
import TestSupport
import Testing

@Suite("The network transport and certificates", .tags(.local), .timeLimit(.minutes(3)))
struct NetworkTrustTests {
  @Test(
    "A self-signed certificate is untrusted, and nothing is sent",
    .enabled(if: SelfSignedServer.openssl != nil, "needs openssl, to make a certificate")
  )
  func selfSigned() async throws {
    let server = try SelfSignedServer()
    let request = HTTPRequest(
      method: .get,
      scheme: "https",
      authority: "127.0.0.1:\(server.port)",
      path: "/"
    )
    let error = await catalogError {
      try await NetworkTransport().send(HTTPTransportRequest(request))
    }
    #expect(error?.code == .untrusted)
    #expect(error?.isRetryable == false)
  }
}

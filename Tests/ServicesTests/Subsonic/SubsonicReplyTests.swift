import Foundation
import HTTPTypes
import Logging
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSubsonic
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@Suite("Answers of Subsonic servers", .tags(.pure))
struct SubsonicReplyTests {
  private func failure(_ reply: HTTPTransportResponse) async throws -> CatalogError? {
    let client = try SubsonicFixture.client(
      StubTransport { _ in reply },
      credentials: .apiKey(SubsonicFixture.key)
    )
    return await #expect(throws: CatalogError.self) { try await client.ping() }
  }

  @Test(
    "An error with the status 200 is an error",
    arguments: [
      (0, CatalogError.Code.serverError), (10, .badRequest), (20, .unavailable), (30, .unavailable),
      (40, .unauthorized), (41, .unauthorized), (42, .unauthorized), (43, .invalidCredential),
      (44, .unauthorized), (50, .forbidden), (60, .unavailable), (70, .notFound),
      (99, .serverError),
    ]
  )
  func codes(_ number: Int, _ code: CatalogError.Code) async throws {
    let error = try await failure(SubsonicFixture.error(number))
    #expect(error?.code == code)
    #expect(error?.details.first?.code == String(number))
    #expect(error?.isRetryable == false)
    #expect(error?.service == .subsonic)
  }

  @Test("So is one in XML, one with a code as text, and one without a code")
  func otherForms() async throws {
    let xml = #"""
      <?xml version="1.0"?><subsonic-response status="failed" xmlns="http://subsonic.org/restapi">
      <error message="Wrong &lt;x&gt;" code="40"/></subsonic-response>
      """#
    #expect(try await failure(.text(xml, contentType: "text/xml"))?.code == .unauthorized)
    let text = #"{"subsonic-response":{"status":"failed","error":{"code":"70"}}}"#
    #expect(try await failure(.text(text))?.code == .notFound)
    let none = #"{"subsonic-response":{"status":"failed"}}"#
    #expect(try await failure(.text(none))?.code == .serverError)
  }

  @Test("A long error is one, too")
  func longError() async throws {
    let words = String(repeating: "x", count: 20_000)
    let text =
      #"{"subsonic-response":{"status":"failed","error":{"code":50,"message":"\#(words)"}}}"#
    #expect(try await failure(.text(text))?.code == .forbidden)
  }

  @Test("A method that the server does not know is unavailable, in every form of the answer")
  func unknownMethods() async throws {
    #expect(try await failure(SubsonicFixture.error(0, status: .notFound))?.code == .unavailable)
    for status in [404, 410, 501] {
      let page = HTTPTransportResponse.text(
        "<html>",
        status: .init(code: status),
        contentType: "text/html"
      )
      #expect(try await failure(page)?.code == .unavailable)
    }
    // A missing item is `notFound`, even with the status 404.
    #expect(try await failure(SubsonicFixture.error(70, status: .notFound))?.code == .notFound)
  }

  @Test("A malformed answer is malformed, and never accepted")
  func malformed() async throws {
    for body in [
      "<html><body>Welcome</body></html>", "", "[]", "{}", #"{"subsonic-response":1}"#, "{",
    ] {
      #expect(try await failure(.text(body))?.code == .malformedReply, "\(body)")
    }
  }

  @Test("No error, description or dump contains a secret")
  func secrets() async throws {
    let password = SubsonicFixture.password
    let transport = StubTransport { _ in SubsonicFixture.error(40) }
    let credentials = SubsonicCredentials.password(user: "ann-17", password: password)
    let client = try SubsonicFixture.client(transport, credentials: credentials)
    let error = await #expect(throws: CatalogError.self) { try await client.ping() }
    var text = "\(credentials) \(String(reflecting: credentials)) \(client)"
    dump(credentials, to: &text)
    dump(error, to: &text)
    if let error { text += "\(error) \(String(reflecting: error)) \(error.localizedDescription)" }
    for call in transport.calls {
      text += "\(call)"
      for secret in ["t", "s"].flatMap({ call.values($0) }) { #expect(!text.contains(secret)) }
    }
    #expect(!text.contains(password))
    #expect(!text.contains("ann-17"))
  }

  @Test("No log contains a secret, at any level")
  func log() async throws {
    let lines = Recorded<String>()
    var logger = Logger(label: "test") { _ in NotedLog(lines) }
    logger.logLevel = .trace
    let clock = ManualClock()
    let transport = StubTransport { call in
      call.values("p").isEmpty ? SubsonicFixture.error(10) : SubsonicFixture.error(70)
    }
    let client = SubsonicClient(
      server: try SubsonicFixture.server(),
      credentials: .password(user: "ann-17", password: SubsonicFixture.password),
      configuration: ClientConfiguration(
        transport: ServiceTransport(transport, policy: .subsonic, clock: clock, logger: logger),
        clock: clock
      )
    )
    await #expect(throws: CatalogError.self) { _ = try await client.song("7") }
    let text = lines.elements.joined(separator: "\n")
    #expect(text.contains("/music/rest/getSong.view?id=…&v=…&c=…&f=…&u=…&t=…&s=…"))
    #expect(text.contains("&p=…"))
    let secrets = transport.calls.flatMap { call in ["u", "t", "s", "p"].flatMap(call.values) }
    #expect(secrets.count == 5)
    for secret in secrets { #expect(!text.contains(secret)) }
  }
}

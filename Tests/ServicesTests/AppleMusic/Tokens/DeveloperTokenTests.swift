import Foundation
import PlayerKitAppleMusic
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@Suite("A developer token", .tags(.pure))
struct DeveloperTokenTests {
  @Test("is read without a key")
  func readsClaims() throws {
    let payload = #"{"iss":"T","iat":1763712000,"exp":1779400000.5,"origin":["https://a.example"]}"#
    let token = try DeveloperToken("\n" + SampleToken.text(payload: payload) + " ")
    #expect(token.keyID == "SAMPLEKEY1")
    #expect(token.teamID == "T")
    #expect(token.issuedAt == Date(timeIntervalSince1970: 1_763_712_000))
    #expect(token.expiresAt == Date(timeIntervalSince1970: 1_779_400_000.5))
    #expect(token.origins == ["https://a.example"])
    #expect(token.secret == SampleToken.text(payload: payload))
    #expect(!token.isExpired(at: token.expiresAt - 1))
    #expect(token.isExpired(at: token.expiresAt))
  }

  static let malformed: [String] = [
    "", "token", "a.b", "a.b.c", "...", "..", SampleToken.text() + ".x",
    SampleToken.text().replacing(".", with: "=."),
    SampleToken.text() + "\u{e9}",
    String(repeating: "a", count: 100_000),
    SampleToken.text(header: #"{"alg":"HS256","kid":"SAMPLEKEY1"}"#),
    SampleToken.text(header: #"{"alg":"ES256"}"#),
    SampleToken.text(header: "[]"),
    SampleToken.text(payload: "not JSON"),
    SampleToken.text(payload: #"{"iss":"T","iat":1}"#),
    SampleToken.text(payload: #"{"iss":"T","iat":1,"exp":"tomorrow"}"#),
    SampleToken.text(payload: #"{"iss":7,"iat":1,"exp":2}"#),
    String(SampleToken.text().dropLast(4)),
    SampleToken.text() + "A",
  ]

  @Test("that is malformed is a typed error that does not quote it", arguments: malformed)
  func refusesMalformed(text: String) {
    let error = #expect(throws: CatalogError.self) { try DeveloperToken(text) }
    #expect(error?.code == .invalidCredential)
    #expect(error?.underlying == nil)
    if text.count > 8 {
      #expect(error.map { everythingShown(of: $0) }?.contains(text.prefix(8)) == false)
    }
  }

  @Test("with extreme dates is read, and does not trap")
  func readsAbsurdDates() throws {
    let payload = #"{"iss":"T","iat":-1e300,"exp":1e300}"#
    let token = try DeveloperToken(SampleToken.text(payload: payload))
    #expect(!token.isExpired(at: .distantFuture))
    #expect(!token.description.isEmpty)
  }

  @Test("appears in no description, reflection or dump")
  func isRedacted() throws {
    struct Holder {
      var token: DeveloperToken
      var maybe: DeveloperToken?
    }
    let token = try SampleToken.make(200)
    let parts = token.secret.split(separator: ".")
    for shown in [
      everythingShown(of: token), everythingShown(of: Holder(token: token, maybe: token)),
      everythingShown(of: StaticDeveloperTokenProvider(token)),
    ] {
      #expect(shown.contains("SAMPLEKEY1"))
      for part in parts { #expect(!shown.contains(part)) }
    }
  }

  @Test("from a setting is used while it is valid")
  func staticGivesToken() async throws {
    let clock = ManualClock()
    let provider = StaticDeveloperTokenProvider(SampleToken.text(lifetime: 60), clock: clock)
    #expect(try await provider.token().keyID == "SAMPLEKEY1")
    clock.advance(by: .seconds(60))
    #expect(await codeThrown { _ = try await provider.token() } == .invalidCredential)
  }

  @Test("from a setting that is malformed is a typed error when it is requested")
  func staticRefusesMalformed() async {
    let provider = StaticDeveloperTokenProvider("nonsense")
    #expect(await codeThrown { _ = try await provider.token() } == .invalidCredential)
  }

  @Test("from a setting stays the same after a refusal, so that it is not retried")
  func staticStays() async throws {
    let token = try SampleToken.make()
    let provider = StaticDeveloperTokenProvider(token, clock: ManualClock())
    await provider.refused(token)
    #expect(try await provider.token() == token)
  }
}

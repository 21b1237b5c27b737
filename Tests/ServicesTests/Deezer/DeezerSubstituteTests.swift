import PlayerKitDeezer
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@Suite("A substitute from Deezer", .tags(.pure))
struct DeezerSubstituteTests {
  @Test("is found by the recording's code, and never by an invalid code")
  func code() async throws {
    let answer = """
      {"id":1,"title":"Z","isrc":"USXX12100001","duration":200,"preview":"https://m.example/z",
      "artist":{"id":2,"name":"Y"}}
      """
    let transport = StubTransport { _ in .text(answer) }
    let substitute = DeezerSubstitute(DeezerClient(configuration: .init(transport: transport)))
    var wanted = Recording(
      title: "Z",
      artists: ["Y"],
      duration: .seconds(200),
      isrc: "USXX12100001"
    )
    #expect(try await substitute.preview(of: wanted)?.url.path() == "/z")
    wanted.isrc = "no code at all!"
    #expect(try await substitute.preview(of: wanted) == nil)
    #expect(transport.calls.count == 1)
  }
}

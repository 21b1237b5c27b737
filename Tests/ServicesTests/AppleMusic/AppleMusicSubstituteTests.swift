import Foundation
import PlayerKitAppleMusic
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@Suite("A substitute from Apple Music", .tags(.pure))
struct AppleMusicSubstituteTests {
  @Test("is not another song with an equal code")
  func takesNoOtherSong() async throws {
    let answer = """
      {"data":[{"id":"1","type":"songs","attributes":{"name":"Z","artistName":"Y",
      "isrc":"USXX12100001","durationInMillis":400000,"previews":[{"url":"https://m.example/z"}]}}],
      "meta":{"filters":{"isrc":{"USXX12100001":[{"id":"1","type":"songs"}]}}}}
      """
    let apple = AppleMusicClient(
      developerTokens: FakeDeveloperTokenProvider(),
      storefront: "us",
      configuration: .init(transport: StubTransport { _ in .text(answer) })
    )
    let wanted = Recording(
      title: "A",
      artists: ["B"],
      duration: .seconds(200),
      isrc: "USXX12100001"
    )
    #expect(try await AppleMusicSubstitute(apple).preview(of: wanted) == nil)
    var same = wanted
    same.title = "Z"
    same.artists = ["Y"]
    same.duration = .seconds(400)
    #expect(try await AppleMusicSubstitute(apple).preview(of: same)?.url.path() == "/z")
    same.isrc = "no code at all!"
    #expect(try await AppleMusicSubstitute(apple).preview(of: same) == nil)
  }
}

import Foundation
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitServices

@Suite("The driver of the renewal", .tags(.local))
struct TokenRefresherDriverTests {
  private let clock = ManualClock()
  private let pace = RenewalPace(
    leeway: .seconds(60),
    firstPause: .seconds(1),
    longestPause: .seconds(300)
  )

  @Test("keeps nothing of a fetch that began before a reset")
  func forgetsOldFetch() async throws {
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let fetches = Recorded<Bool>()
    let old = OAuthAccessToken("old", expiresAt: clock.date + 3600)
    let renewal = TokenRefresher<OAuthAccessToken>(pace: pace, clock: clock) {
      fetches.append(true)
      for await _ in gate { break }
      return .success(old)
    }
    let waiting = Task { try await renewal.token() }
    try await fetches.wait(for: "the fetch") { $0.count == 1 }
    let next = OAuthAccessToken("next", expiresAt: clock.date + 3600)
    renewal.reset(to: next)
    #expect(try await renewal.token() == next)
    open.yield()
    #expect(try await waiting.value == old)
    #expect(try await renewal.token() == next)
    #expect(fetches.elements.count == 1)
  }

  @Test("fetches at once after a reset, even if the earlier fetch failed")
  func forgetsPause() async throws {
    let fetches = Recorded<Bool>()
    let renewal = TokenRefresher<OAuthAccessToken>(pace: pace, clock: clock) {
      fetches.append(true)
      return .failure(CatalogError(.unreachable, "down"))
    }
    for _ in 1...3 {
      #expect(await codeThrown { _ = try await renewal.token() } == .unreachable)
    }
    #expect(fetches.elements.count == 1)
    renewal.reset(to: nil)
    #expect(await codeThrown { _ = try await renewal.token() } == .unreachable)
    #expect(fetches.elements.count == 2)
  }
}

import Foundation
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@Suite("Background threads", .tags(.local))
struct BackgroundThreadTests {
  @Test("A background thread is separate, has a name, and takes no signals of the app")
  func own() async throws {
    let ids = Recorded<BackgroundThread.ID>()
    let blocked = Recorded<Bool>()
    let isStarted = BackgroundThread.start("a name that is too long for Linux") {
      var mask = sigset_t()
      pthread_sigmask(SIG_BLOCK, nil, &mask)
      blocked.append(sigismember(&mask, SIGPIPE) == 1 && sigismember(&mask, SIGSEGV) == 0)
      #if os(Linux)
        let name = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
        blocked.append(name == "a name that is \n")
      #endif
      ids.append(.current)
    }
    #expect(isStarted)
    let id = try #require(try await ids.wait(for: "the thread") { !$0.isEmpty }.first)
    #expect(id != .current)
    #expect(blocked.elements.allSatisfy { $0 })
  }
}

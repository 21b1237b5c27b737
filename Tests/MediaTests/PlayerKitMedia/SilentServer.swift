import Foundation
import PlayerKitSystem
import TestSupport
import Testing

@testable import PlayerKitMedia

/// Waits until a stream with this timeout gives up a server that is silent from now on.
func waitForSilence(longerThan timeout: Duration) async throws {
  let address = HTTPAddress(url: try #require(URL(string: "http://silent.test/a")))
  let server = FakeServer { _ in .silence }
  let stream = HTTPByteStream(address, fetcher: server, timeout: timeout)
  let isGivenUp = Locked(false)
  Thread.detachNewThread {
    _ = try? stream.readAll(upTo: 1)
    isGivenUp.withLock { $0 = true }
  }
  try await eventually("the silent server is given up") { isGivenUp.withLock(\.self) }
  stream.close()
}

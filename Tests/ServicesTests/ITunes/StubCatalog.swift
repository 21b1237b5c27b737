import Foundation
import PlayerKitITunes
import PlayerKitServices
import PlayerKitSystem

/// A catalog that answers from a closure and records the requests.
final class StubCatalog: AppleMusicPreviewCatalog {
  typealias Answer = @Sendable (String, String?) async throws -> StreamURL?

  private let answer: Answer
  private let log = Locked<[String]>([])

  init(_ answer: @escaping Answer) {
    self.answer = answer
  }

  /// The requested ids, in order.
  var asked: [String] { log.withLock { $0 } }

  func preview(ofSong id: String, storefront: String?) async throws -> StreamURL? {
    log.withLock { $0.append(storefront.map { "\($0)/\(id)" } ?? id) }
    return try await answer(id, storefront)
  }
}

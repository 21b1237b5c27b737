import Locking
import MusicCatalog
import PlayerKit
import PlayerKitServices
import PlayerKitTesting

/// A substitute that answers from a closure and remembers what it was asked.
final class StubSubstitute: PreviewSubstitute {
  private let answer: @Sendable (Recording) async throws -> Preview?
  private let log = Locked<[Recording]>([])

  init(_ answer: @escaping @Sendable (Recording) async throws -> Preview?) {
    self.answer = answer
  }

  /// The recordings that it was asked for, in the order in which they came.
  var asked: [Recording] { log.withLock { $0 } }

  func preview(of recording: Recording) async throws -> Preview? {
    log.withLock { $0.append(recording) }
    return try await answer(recording)
  }
}

/// What lies at the made-up addresses of previews.
enum PreviewScripts {
  static func engine(_ clock: ManualClock) -> FakeEngine {
    FakeEngine(clock: clock) { source in
      switch source.fakeName {
      case "https://media.example/short": FakeMedia(duration: .seconds(1))
      case "https://media.example/long": FakeMedia(duration: .seconds(30))
      default: .failing(.unsupportedFormat)
      }
    }
  }
}

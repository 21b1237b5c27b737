import Foundation
import PlayerKit
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSystem
import PlayerKitTesting

/// A substitute that answers from a closure and records its requests.
package final class StubSubstitute: PreviewSubstitute {
  private let answer: @Sendable (Recording) async throws -> StreamURL?
  private let log = Locked<[Recording]>([])

  package init(_ answer: @escaping @Sendable (Recording) async throws -> StreamURL?) {
    self.answer = answer
  }

  /// The requested recordings, in order.
  package var asked: [Recording] { log.withLock { $0 } }

  package func preview(of recording: Recording) async throws -> StreamURL? {
    log.withLock { $0.append(recording) }
    return try await answer(recording)
  }
}

/// The media at the made-up addresses of previews.
package enum PreviewScripts {
  package static func engine(_ clock: ManualClock) -> FakeEngine {
    FakeEngine(clock: clock) { source in
      switch source.fakeName {
      case "https://media.example/short": FakeMedia(duration: .seconds(1))
      case "https://media.example/long": FakeMedia(duration: .seconds(30))
      default: .failing(.unsupportedFormat)
      }
    }
  }
}

extension StreamURL {
  /// A preview at a made-up address.
  package init(at path: String, expiring expiration: Date? = nil) throws {
    guard let url = URL(string: "https://media.example/\(path)") else {
      throw CocoaError(.fileReadInvalidFileName)
    }
    self.init(url: url, expiration: expiration)
  }
}

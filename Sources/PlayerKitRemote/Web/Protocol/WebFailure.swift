import PlayerKit
import PlayerKitServices
import PlayerKitSystem

/// The reason why a request of a page failed.
struct WebFailure: Sendable, Equatable, Encodable {
  /// A stable name. The page's message files have a text for it, as `error.` and the name.
  var code: String
  /// A description in English. The page shows it as a detail.
  var message: String
}

extension WebFailure {
  /// The failures of the server itself.
  enum Own: String, Sendable, CaseIterable {
    case badMessage, tooManyLookups, answerTooLong, unwritable, cancelled, failed
    case cannotSearch, noSuchLists, noSuchService, noSuchTrack
    case nothingInside, nothingToPlay, notOpen, alreadyLoading, queueFull
    case noRoomServer, noSuchRoom, roomFailed

    /// The description in English.
    var message: String {
      switch self {
      case .badMessage: "The request of this page is malformed."
      case .tooManyLookups: "Too much is being looked up already."
      case .answerTooLong: "The answer is too long."
      case .unwritable: "The answer could not be written."
      case .cancelled: "It was canceled."
      case .failed: "It failed."
      case .cannotSearch: "No service can look for that."
      case .noSuchLists: "No service has such lists."
      case .noSuchService: "There is no such service."
      case .noSuchTrack: "There is no such track."
      case .nothingInside: "There is nothing inside."
      case .nothingToPlay: "There is nothing to be played."
      case .notOpen: "This is no longer open."
      case .alreadyLoading: "More of this is being looked up already."
      case .queueFull: "The queue is full."
      case .noRoomServer: "There are no rooms to control."
      case .noSuchRoom: "There is no such room."
      case .roomFailed: "The room could not be changed."
      }
    }
  }

  /// Makes a failure of the server itself.
  ///
  /// - Parameter message: A more exact description. `nil` for the usual one.
  init(_ own: Own, _ message: String? = nil) {
    self.init(code: own.rawValue, message: message ?? own.message)
  }

  /// Makes the failure of a lookup. Our own errors contain no secrets; the text of other errors is
  /// not shown.
  init(_ error: any Error) {
    let (code, message): (String, String) =
      switch error {
      case let error as CatalogError: (error.code.rawValue, error.message)
      case let error as PlayerError: (error.code.rawValue, error.message)
      case let error as QueueError: (error.code.rawValue, error.message)
      default: ("", "")
      }
    guard let code = code.cleaned, let message = message.cleaned else {
      self.init(.failed)
      return
    }
    self.init(code: code, message: message)
  }
}

import Foundation
import PlayerKit
import PlayerKitScrobbling
import PlayerKitServices

/// What becomes of the plays that still wait for a service when its user signs out.
enum WaitingPlays {
  enum Choice: Sendable, Equatable {
    /// Asks on a terminal; elsewhere, keeps them.
    case ask
    case keep
    case remove
  }

  /// Settles the plays that wait for a service and the account that is signed in to it.
  ///
  /// - Parameter ask: shows a question, and returns the answer; `nil` if there is nobody to answer.
  /// - Returns: a sentence about these plays; `nil` if none wait.
  /// - Throws: `CatalogError` if plays should be removed and could not be. The user should then stay
  ///   signed in.
  static func settle(
    for service: any ScrobbleService,
    in outbox: () throws(QueueStoreError) -> (any ScrobbleOutbox)?,
    _ choice: Choice,
    ask: (String) -> String?
  ) throws(CatalogError) -> String? {
    guard let account = service.account else { return nil }
    let name = type(of: service).name
    do {
      guard let outbox = try outbox() else { return nil }
      let waiting = try outbox.waiting(for: name, account: account, limit: .max)
      guard !waiting.isEmpty else { return nil }
      let plays = waiting.count == 1 ? "1 play waits" : "\(waiting.count) plays wait"
      let removes =
        switch choice {
        case .ask: isYes(ask("playerkit: \(plays) for \(name). Delete? [y/N] "))
        case .keep: false
        case .remove: true
        }
      guard removes else { return "\(plays) for the next sign-in with the same account." }
      try outbox.remove(waiting.map(\.number))
      return "Deleted plays that waited: \(waiting.count)."
    } catch {
      let isLocked = (error as? QueueStoreError)?.code == .locked
      let reason = isLocked ? "Another run uses them. End it first." : "They can't be read."
      guard choice == .remove else { return "Waiting plays are kept. \(reason)" }
      throw CatalogError(.invalidArgument, "The waiting plays were not deleted. \(reason)")
    }
  }

  /// Asks on the terminal, if there is one.
  static func askOnTerminal(_ question: String) -> String? {
    guard Descriptors.isTerminal(STDIN_FILENO), Descriptors.isTerminal(STDERR_FILENO) else {
      return nil
    }
    ConsoleWriter.standardError.write(question)
    return readLine()
  }

  private static func isYes(_ answer: String?) -> Bool {
    ["y", "yes"].contains(answer?.trimmingCharacters(in: .whitespaces).lowercased())
  }
}

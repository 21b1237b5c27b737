import Foundation
import PlayerKitSystem

/// The servers of the directory, starting with the one that answered last.
struct RadioMirrors: Sendable {
  private struct State {
    var known: [URL] = []
    /// The time from which the list of servers is due for an update; `nil` if it never is.
    var due: Duration?
  }

  /// The host name that covers all servers.
  static let all = URL(string: "https://all.api.radio-browser.info")

  private static let most = 20
  /// The lifetime of a list, and the pause after a failed update.
  private static let lifetime = Duration.seconds(3_600)
  private static let pause = Duration.seconds(300)
  private static let domain = ".api.radio-browser.info"

  private let state: Locked<State>
  private let mixed: @Sendable ([URL]) -> [URL]

  /// - Parameters:
  ///   - fixed: The directory's servers; `nil` to ask the directory.
  ///   - mixed: Returns the servers in another order.
  init(fixed: [URL]?, mixed: @escaping @Sendable ([URL]) -> [URL]) {
    self.mixed = mixed
    state = Locked(State(known: fixed ?? [], due: fixed == nil ? .zero : nil))
  }

  /// Whether to ask the directory for its servers. If several callers find the list outdated, only
  /// one gets `true`.
  func isDue(at now: Duration) -> Bool {
    state.withLock { state in
      guard let due = state.due, now >= due else { return false }
      if !state.known.isEmpty { state.due = now + Self.pause }
      return true
    }
  }

  /// The servers, in the order to try them.
  var list: [URL] {
    let known = state.withLock(\.known)
    return known.isEmpty ? [Self.all].compactMap(\.self) : known
  }

  /// Updates the servers from the directory's list. Ignores hosts outside of its domain, because a
  /// false list would redirect all later requests.
  func learn(_ servers: [RadioBrowser.Server], at now: Duration) {
    let names = Set(servers.prefix(100).compactMap { $0.name?.lowercased() }).filter { name in
      name.hasSuffix(Self.domain) && name.utf8.count <= 253
        && name.utf8.allSatisfy { [0x2D, 0x2E].contains($0) || Self.isPlain($0) }
    }
    let urls = names.sorted().compactMap { URL(string: "https://" + $0) }
    let order = Array(mixed(urls).prefix(Self.most))
    state.withLock { state in
      guard state.due != nil else { return }
      // Without an answer, the old servers or the shared host name stay in use.
      state.due = now + (order.isEmpty ? Self.pause : Self.lifetime)
      guard !order.isEmpty else { return }
      // The server that answered last stays first.
      let first = state.known.first.map { first in order.filter { $0 == first } } ?? []
      state.known = first + order.filter { !first.contains($0) }
    }
  }

  /// Marks the list as outdated after all servers failed.
  func allFailed() {
    state.withLock { if $0.due != nil { $0.due = .zero } }
  }

  /// Moves a failed server to the end of the list.
  func failed(_ url: URL) {
    state.withLock { state in
      guard let index = state.known.firstIndex(of: url) else { return }
      state.known.append(state.known.remove(at: index))
    }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
  }
}

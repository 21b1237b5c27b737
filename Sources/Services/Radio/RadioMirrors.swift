import Foundation
import PlayerKitSystem

/// The servers of the directory, the one that answered last first.
struct RadioMirrors: Sendable {
  private struct State {
    var known: [URL] = []
    /// From then on the directory is asked for its servers; `nil`: never.
    var due: Duration?
  }

  /// The name that stands for all of them.
  static let all = URL(string: "https://all.api.radio-browser.info")

  private static let most = 20
  /// How long a list counts, and how long it takes to ask again where there was none.
  private static let lifetime = Duration.seconds(3_600)
  private static let pause = Duration.seconds(300)
  private static let domain = ".api.radio-browser.info"

  private let state: Locked<State>
  private let mixed: @Sendable ([URL]) -> [URL]

  /// - Parameters:
  ///   - fixed: where the directory is; `nil`: it is asked for its servers.
  ///   - mixed: gives the servers in another order.
  init(fixed: [URL]?, mixed: @escaping @Sendable ([URL]) -> [URL]) {
    self.mixed = mixed
    state = Locked(State(known: fixed ?? [], due: fixed == nil ? .zero : nil))
  }

  /// Whether the directory is to be asked for its servers. Of several who ask for a list that became old, one
  /// is sent.
  func isDue(at now: Duration) -> Bool {
    state.withLock { state in
      guard let due = state.due, now >= due else { return false }
      if !state.known.isEmpty { state.due = now + Self.pause }
      return true
    }
  }

  /// The servers, in the order in which they are to be tried.
  var list: [URL] {
    let known = state.withLock(\.known)
    return known.isEmpty ? [Self.all].compactMap(\.self) : known
  }

  /// Takes in what the directory says of its servers. Names outside of its domain are left out: who gives
  /// a false list would be asked for everything from then on.
  func learn(_ servers: [RadioBrowser.Server], at now: Duration) {
    let names = Set(servers.prefix(100).compactMap { $0.name?.lowercased() }).filter { name in
      name.hasSuffix(Self.domain) && name.utf8.count <= 253
        && name.utf8.allSatisfy { [0x2D, 0x2E].contains($0) || Self.isPlain($0) }
    }
    let urls = names.sorted().compactMap { URL(string: "https://" + $0) }
    let order = Array(mixed(urls).prefix(Self.most))
    state.withLock { state in
      guard state.due != nil else { return }
      // Without an answer the old ones go on to be asked, or the name that stands for all.
      state.due = now + (order.isEmpty ? Self.pause : Self.lifetime)
      guard !order.isEmpty else { return }
      // Who answered last stays the first.
      let first = state.known.first.map { first in order.filter { $0 == first } } ?? []
      state.known = first + order.filter { !first.contains($0) }
    }
  }

  /// No server answered: the list may be wrong.
  func allFailed() {
    state.withLock { if $0.due != nil { $0.due = .zero } }
  }

  /// A server failed: the others are tried before it.
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

import Foundation
import Locking

/// The servers of the directory, the one that answered last first.
struct RadioMirrors: Sendable {
  private struct State {
    var known: [URL] = []
    var isAsked = false
  }

  /// The name that stands for all of them.
  static let all = URL(string: "https://all.api.radio-browser.info")

  private static let most = 20
  private static let domain = ".api.radio-browser.info"

  private let state: Locked<State>
  private let mixed: @Sendable ([URL]) -> [URL]

  /// - Parameters:
  ///   - fixed: where the directory is; `nil`: it is asked for its servers.
  ///   - mixed: gives the servers in another order.
  init(fixed: [URL]?, mixed: @escaping @Sendable ([URL]) -> [URL]) {
    self.mixed = mixed
    state = Locked(State(known: fixed ?? [], isAsked: fixed != nil))
  }

  /// Whether the directory has not been asked for its servers yet.
  var isUnknown: Bool { state.withLock { !$0.isAsked } }

  /// The servers, in the order in which they are to be tried.
  var list: [URL] {
    let known = state.withLock(\.known)
    return known.isEmpty ? [Self.all].compactMap(\.self) : known
  }

  /// Takes in what the directory says of its servers. Names outside of its domain are left out: who gives
  /// a false list would be asked for everything from then on.
  func learn(_ servers: [RadioBrowser.Server]) {
    let names = Set(servers.prefix(100).compactMap { $0.name?.lowercased() }).filter { name in
      name.hasSuffix(Self.domain) && name.utf8.count <= 253
        && name.utf8.allSatisfy { [0x2D, 0x2E].contains($0) || Self.isPlain($0) }
    }
    let urls = names.sorted().compactMap { URL(string: "https://" + $0) }
    let order = Array(mixed(urls).prefix(Self.most))
    state.withLock { state in
      // Once is enough, also where nothing came of it: the name that stands for all goes on to be asked.
      if !state.isAsked { state = State(known: order, isAsked: true) }
    }
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

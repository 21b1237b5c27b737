import PlayerKit
import PlayerKitSystem

/// The results of the latest inspections, shared by requests for tags, lyrics and pictures. A
/// request that comes during an inspection of the same media waits for its result.
///
/// Safe on any thread.
final class InspectionCache: Sendable {
  private struct State {
    var looks: [String: Look] = [:]
    /// The latest comes last.
    var order: [String] = []
    var size = 0
    /// The ends of running inspections.
    var running: [String: Promise<Void>] = [:]
  }

  private enum Place {
    case known(Look)
    case first
    case behind(Promise<Void>)
  }

  private static let maximumLooks = 32
  private static let largest = 4 << 20

  private let state = Locked(State())

  /// Returns the known result for media.
  func look(named name: String) -> Look? { state.withLock { $0.looks[name] } }

  /// Stores a result and replaces an older one.
  func remember(_ look: Look, as name: String) {
    state.withLock { state in
      if let old = state.looks.removeValue(forKey: name) {
        state.size -= old.size
        state.order.removeAll { $0 == name }
      }
      guard look.size <= Self.largest else { return }
      state.looks[name] = look
      state.order.append(name)
      state.size += look.size
      while state.order.count > Self.maximumLooks || state.size > Self.largest {
        state.size -= state.looks.removeValue(forKey: state.order.removeFirst())?.size ?? 0
      }
    }
  }

  /// Returns the known result for media, or else a new one.
  func look(
    named name: String,
    _ find: () async throws(PlayerError) -> Look
  ) async throws(PlayerError) -> Look {
    while true {
      switch begin(name) {
      case .known(let look): return look
      case .behind(let other):
        try? await other.value()
        if Task.isCancelled { throw InspectionFailure.cancelled }
      case .first:
        defer { end(name) }
        let look = try await find()
        remember(look, as: name)
        return look
      }
    }
  }

  private func begin(_ name: String) -> Place {
    state.withLock { state in
      if let look = state.looks[name] { return .known(look) }
      if let other = state.running[name] { return .behind(other) }
      state.running[name] = Promise()
      return .first
    }
  }

  private func end(_ name: String) {
    state.withLock { $0.running.removeValue(forKey: name) }?.finish(.success(()))
  }
}

/// The result of one inspection.
struct Look: Sendable {
  var information: MediaInformation
  /// The bytes of small pictures by number.
  var pictures: [Int: [UInt8]]

  /// The approximate size in memory.
  var size: Int {
    let lines = information.lyrics?.lines.reduce(0) { $0 + $1.text.utf8.count + 48 } ?? 0
    let text = information.metadata.details.comment?.utf8.count ?? 0
    let rest = information.metadata.chapters.count * 256 + information.pictures.count * 512
    return pictures.values.reduce(0) { $0 + $1.count } + lines + text + rest + 8_192
  }
}

import PlayerKit

/// Carries out the commands of one kind of page player on the host.
final class PageBackend: PlayerBackend {
  let capabilities: PlayerCapabilities
  private let host: PageHost
  private let kind: PagePlayerKind
  private let playerType: PlayerType
  private let item: @Sendable (any Track) throws(PlayerError) -> PageItem

  /// - Parameter item: Returns the item of a track, or throws if the player can't play it.
  init(
    _ host: PageHost,
    _ kind: PagePlayerKind,
    _ playerType: PlayerType,
    item: @escaping @Sendable (any Track) throws(PlayerError) -> PageItem
  ) {
    self.host = host
    self.kind = kind
    self.playerType = playerType
    self.item = item
    capabilities = kind.hasRate ? [.seek, .volume, .rate] : [.seek, .volume]
  }

  func perform(_ command: PlaybackCommand, for sink: ReportSink) {
    switch command {
    case .open(let request, _):
      let found = Result { () throws(PlayerError) in try item(request.track) }
      host.open(request, found, playerType, for: sink)
    case .setPlaying(let isPlaying, let load):
      host.perform { $0.setPlaying(isPlaying, load, now: $1) }
    case .seek(let position, let seek, let load):
      host.perform { $0.seek(to: position, seek, load, now: $1) }
    case .measure(let load): host.perform { $0.measure(load, now: $1) }
    case .release(let load): host.perform { $0.release(load, now: $1) }
    case .apply(let settings): host.perform { machine, _ in machine.apply(settings, to: kind) }
    // Only sent to gapless backends.
    case .preload, .beginPreloaded, .cancelPreload: break
    }
  }
}

extension PlayerError {
  /// The error for a track that a page player can't play.
  static func unplayable(by service: String) -> PlayerError {
    PlayerError(.invalidItem, "The track has no valid id of \(service).")
  }
}

extension String {
  /// Whether this can be an id of a service: letters, digits, and the given other characters.
  func isPageID(_ length: ClosedRange<Int>, with others: String = "") -> Bool {
    length.contains(utf8.count)
      && utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
          || others.utf8.contains($0)
      }
  }
}

import PlayerKit

/// The media of a simulated world. The first part of a track's id names its kind.
package enum SimulatedMedia {
  static let kinds = [
    "fine", "fine", "fine", "fine", "short", "tiny", "slow", "instant", "missing", "cut",
    "stalling", "fixed", "silent", "live", "untrusted",
  ]

  package static func media(of id: String) -> FakeMedia {
    var media = FakeMedia(duration: .seconds(20))
    switch id.split(separator: "-").first {
    case "short": media.duration = .seconds(3)
    case "tiny": media.duration = .milliseconds(300)
    case "slow":
      media.loadTime = .seconds(2)
      media.seekTime = .seconds(1)
    case "instant":
      media.loadTime = .zero
      media.seekTime = .zero
    case "missing": return .failing(.notFound)
    case "untrusted": return .failing(.untrusted)
    case "cut": media.failure = .init(at: .seconds(5), PlayerError(.interrupted, "Simulated."))
    case "stalling": media.stalls = [.init(at: .seconds(2), for: .seconds(3))]
    case "fixed": media.isSeekable = false
    case "silent": media.reportsEnd = false
    case "live":
      media.duration = nil
      media.isSeekable = false
      media.failure = .init(at: .seconds(60), PlayerError(.interrupted, "Simulated."))
    default: break
    }
    return media
  }
}

extension PlayerType {
  static let simulated = [
    PlayerType(rawValue: "simulated.a"), PlayerType(rawValue: "simulated.b"),
    PlayerType(rawValue: "simulated.c"),
  ]
}

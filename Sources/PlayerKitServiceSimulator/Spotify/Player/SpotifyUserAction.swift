import Foundation

/// An action of the user in Spotify's own app, independent of the app under test.
package enum SpotifyUserAction: Sendable, Hashable {
  case pause
  case play
  case next
  case previous
  case seek(Duration)
  /// In percent.
  case volume(Int)
  /// Plays something else.
  case takeOver
  /// Moves playback to another device.
  case move
  /// Removes the active device from the list.
  case vanish
  /// Plays an advertisement for this duration.
  case advertisement(Duration)
  /// The device claims to play but makes no progress, until a command starts it.
  case freeze
}

extension SpotifyPlayback {
  mutating func perform(_ action: SpotifyUserAction, at now: Date, _ rules: SpotifyPlaybackRules) {
    switch action {
    case .pause: pause()
    case .play: resume()
    case .next: skip(rules)
    case .previous: goBack()
    case .seek(let position): seek(position / .seconds(1), rules)
    case .volume(let percent): if let active { devices[active].volume = percent }
    case .takeOver:
      let other = catalog.songs.first { $0.isStreamable && $0.index != current && $0.index > 40 }
      active = active ?? devices.firstIndex { $0.id != nil }
      if let other { start(songs: [other.index], at: 0, context: nil, progress: 0) }
    case .move: active = devices.indices.first { $0 != active && devices[$0].id != nil }
    case .vanish:
      guard let gone = active else { return }
      active = nil
      pause()
      devices.remove(at: gone)
    case .advertisement(let length): advertise(until: now.addingTimeInterval(length / .seconds(1)))
    case .freeze: isFrozen = true
    }
  }
}

import Foundation
import PlayerKit

/// Draws the now-playing line, as a pure function of its contents and the terminal's width.
enum TerminalLine {
  /// One line of at most `width` columns. State, name, and time are always shown; the rest if there
  /// is space.
  static func render(_ playing: NowPlaying, width: Int) -> String {
    let state = glyph(playing.state)
    let time = "\(time(playing.position))/\(playing.duration.map(time) ?? "–:––")"
    let rest = width - Columns.count(state) - Columns.count(time) - 2
    let name = Columns.truncate(playing.name, to: min(max(12, width * 2 / 5), rest))
    var room = rest - Columns.count(name)
    func fit(_ part: String?) -> String? {
      guard let part, Columns.count(part) < room else { return nil }
      room -= Columns.count(part) + 1
      return part
    }
    // The parts in order of priority.
    let bar = fit(bar(playing, width: max(6, width / 8)))
    let volume = fit("vol \(Int((playing.volume * 100).rounded()))")
    let modes = [
      fit(playing.isShuffled ? "shuffle" : nil),
      fit(playing.repeatMode == .off ? nil : "repeat \(playing.repeatMode.rawValue)"),
    ]
    let service = fit(playing.service.map { "[\($0)]" })
    let next = fit(playing.next.map { Columns.truncate("next: \($0)", to: max(room - 1, 12)) })
    let parts = [state, name, service, bar, time, volume] + modes + [next]
    return Columns.truncate(parts.compactMap(\.self).joined(separator: " "), to: width)
  }

  /// Minutes and seconds, and hours if there are any.
  static func time(_ duration: Duration) -> String {
    let seconds = max(0, duration.components.seconds)
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    let tail = String(format: "%02d", Int(seconds % 60))
    return hours > 0
      ? "\(hours):\(String(format: "%02d", Int(minutes))):\(tail)" : "\(minutes):\(tail)"
  }

  private static func glyph(_ state: PlayerState) -> String {
    switch state {
    case .initial: "■"
    case .load, .loadToPlay: "…"
    case .play: "▶"
    case .pause: "‖"
    }
  }

  private static func bar(_ playing: NowPlaying, width: Int) -> String {
    let share = playing.duration.map { $0 > .zero ? playing.position / $0 : 0 } ?? 0
    let filled = Int((min(max(share, 0), 1) * Double(width)).rounded())
    return String(repeating: "━", count: filled) + String(repeating: "─", count: width - filled)
  }
}

/// The width of text on a terminal.
enum Columns {
  /// The number of columns of a text.
  static func count(_ text: String) -> Int {
    text.reduce(0) { $0 + count($1) }
  }

  /// The text, cut to this many columns. An ellipsis replaces the missing part.
  static func truncate(_ text: String, to width: Int) -> String {
    guard count(text) > width else { return text }
    guard width > 0 else { return "" }
    var result = ""
    var used = 1
    for character in text {
      used += count(character)
      if used > width { break }
      result.append(character)
    }
    return result + "…"
  }

  private static func count(_ character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    if scalar.properties.isEmojiPresentation || isWide(scalar.value) { return 2 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return 1
    }
  }

  /// Whether the character is wide: Hangul, kana, Han, fullwidth forms.
  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF,
      0x20000...0x3FFFD:
      true
    default: false
    }
  }
}

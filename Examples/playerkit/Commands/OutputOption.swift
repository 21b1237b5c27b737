import ArgumentParser
import PlayerKitMPV
import PlayerKitRooms

/// The value of `--output`.
struct OutputOption: ExpressibleByArgument, Hashable {
  /// The engine's output, or `nil` if the sound goes to ``rooms``.
  let output: MPVEngine.Output?
  /// The snapserver that plays the sound.
  let rooms: SnapcastAddress?

  init(_ output: MPVEngine.Output) {
    (self.output, rooms) = (output, nil)
  }

  init?(argument: String) {
    if argument.hasPrefix("snapcast:") {
      guard let address = SnapcastAddress(String(argument.dropFirst("snapcast:".count))) else {
        return nil
      }
      (output, rooms) = (nil, address)
      return
    }
    rooms = nil
    switch argument {
    case "auto": output = .auto
    case "null": output = .null
    default:
      if Self.drivers.contains(argument) {
        output = .device(argument)
      } else if let (kind, name) = Self.split(argument), kind == "pcm" {
        output = .pcm(path: String(name))
      } else if let (kind, name) = Self.split(argument), Self.drivers.contains(String(kind)) {
        output = .device("\(kind)/\(name)")
      } else {
        return nil
      }
    }
  }

  /// The audio systems whose devices can be named. The name alone is the default device.
  private static let drivers: Set = [
    "alsa", "audiounit", "avfoundation", "coreaudio", "jack", "openal", "oss", "pipewire", "pulse",
    "sdl", "sndio",
  ]

  /// The name of a device: its id with the first slash replaced by a colon.
  static func argument(forDevice id: String) -> String {
    guard let slash = id.firstIndex(of: "/") else { return id }
    return id[..<slash] + ":" + id[id.index(after: slash)...]
  }

  private static func split(_ argument: String) -> (kind: Substring, name: Substring)? {
    guard let colon = argument.firstIndex(of: ":") else { return nil }
    let kind = argument[..<colon]
    let name = argument[argument.index(after: colon)...]
    return name.isEmpty ? nil : (kind, name)
  }
}

import ArgumentParser
import PlayerKitMPV

/// What `--output` takes.
struct OutputOption: ExpressibleByArgument, Hashable {
  /// The engine's name for it.
  let output: MPVEngine.Output

  init(_ output: MPVEngine.Output) {
    self.output = output
  }

  init?(argument: String) {
    switch argument {
    case "auto": output = .auto
    case "null": output = .null
    default:
      guard let (kind, name) = Self.split(argument) else { return nil }
      output = kind == "pcm" ? .pcm(path: String(name)) : .device("\(kind)/\(name)")
    }
  }

  /// What names a device here: its id with the first slash as a colon.
  static func argument(forDevice id: String) -> String {
    guard let slash = id.firstIndex(of: "/") else { return id }
    return id[..<slash] + ":" + id[id.index(after: slash)...]
  }

  private static func split(_ argument: String) -> (kind: Substring, name: Substring)? {
    guard let colon = argument.firstIndex(of: ":") else { return nil }
    let kind = argument[..<colon]
    let name = argument[argument.index(after: colon)...]
    let isKind = kind.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    return isKind && !kind.isEmpty && !name.isEmpty ? (kind, name) : nil
  }
}

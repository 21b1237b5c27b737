import CLibFuzzer
import Foundation

/// Fuzzes one parser with libFuzzer:
///
///     fuzz list                          prints the names of the targets
///     fuzz seeds TARGET FIXTURES FOLDER  writes first inputs, and the dictionary `FOLDER.dict`
///     fuzz TARGET [LIBFUZZER ARGUMENT …]
@main
enum Fuzz {
  private static let targets =
    FuzzTarget.playlists + FuzzTarget.media + FuzzTarget.streams + FuzzTarget.feeds
    + FuzzTarget.remote + FuzzTarget.services + FuzzTarget.stores + FuzzTarget.databases
    + FuzzTarget.programs
  /// The target that libFuzzer calls.
  private static let chosen = target(CommandLine.arguments.dropFirst().first ?? "")

  static func main() throws {
    let arguments = CommandLine.arguments
    switch (arguments.dropFirst().first, arguments.count) {
    case ("list", 2):
      let names = targets.map { $0.name + "\n" }.joined()
      FileHandle.standardOutput.write(Data(names.utf8))
    case ("seeds", 5):
      try target(arguments[2]).writeSeeds(from: arguments[3], to: arguments[4])
    default:
      run(chosen)
    }
  }

  private static func target(_ name: String) -> FuzzTarget {
    guard let target = targets.first(where: { $0.name == name }) else {
      FileHandle.standardError.write(Data("There is no target \"\(name)\".\n".utf8))
      exit(2)
    }
    return target
  }

  private static func run(_ target: FuzzTarget) {
    // libFuzzer does not know the first argument.
    var count = CommandLine.argc - 1
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? =
      CommandLine.unsafeArgv + 1
    _ = LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
      Fuzz.chosen.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
      return 0
    }
  }
}

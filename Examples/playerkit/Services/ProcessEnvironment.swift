import Foundation

/// The environment variables of the process, with the credentials that systemd hands over.
enum ProcessEnvironment {
  private static let largestCredential = 64 << 10

  /// The variables. Reads the credentials each time.
  static var variables: [String: String] {
    addingCredentials(to: ProcessInfo.processInfo.environment)
  }

  /// Adds a variable for each file of `$CREDENTIALS_DIRECTORY` whose name could be a variable's.
  /// Variables that are set already stay as they are. A line break at the end does not count.
  static func addingCredentials(to environment: [String: String]) -> [String: String] {
    guard let folder = environment["CREDENTIALS_DIRECTORY"], folder.hasPrefix("/"),
      let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
    else { return environment }
    var environment = environment
    for name in names where isVariable(name) && environment[name]?.isEmpty ?? true {
      environment[name] = credential(at: folder + "/" + name)
    }
    return environment
  }

  private static func isVariable(_ name: String) -> Bool {
    !name.isEmpty && name.first?.isNumber == false
      && name.utf8.allSatisfy {
        (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F
      }
  }

  /// Returns `nil` if the file can't be read, is too long, or contains no text.
  private static func credential(at path: String) -> String? {
    guard let file = FileHandle(forReadingAtPath: path),
      let data = try? file.read(upToCount: largestCredential + 1),
      data.count <= largestCredential, let text = String(data: data, encoding: .utf8)
    else { return nil }
    return text.trimmingCharacters(in: .newlines)
  }
}

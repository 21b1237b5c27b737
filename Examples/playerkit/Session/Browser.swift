import Foundation
import PlayerKitServices

/// The user's browser.
struct Browser: Sendable {
  private let program: String
  private let path: String?

  /// Uses `$BROWSER`, or the system's command to open pages.
  init(environment: [String: String]) {
    let own = environment["BROWSER"].flatMap { $0.isEmpty ? nil : $0 }
    #if os(macOS)
      program = own ?? "/usr/bin/open"
    #else
      program = own ?? "xdg-open"
    #endif
    path = environment["PATH"]
  }

  /// Opens a page. Returns without waiting for the user.
  func open(_ page: URL) async throws {
    guard let executable else { throw failure }
    let process = Process()
    process.executableURL = executable
    process.arguments = [page.absoluteString]
    process.standardInput = FileHandle.nullDevice
    // The browser's messages may contain the address.
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch { throw failure }
  }

  private var executable: URL? {
    if program.contains("/") { return URL(filePath: program) }
    return (path ?? "").split(separator: ":").lazy
      .map { URL(filePath: String($0)).appending(path: program) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  private var failure: CatalogError {
    CatalogError(
      .unavailable,
      "No browser could be opened. Open the address that --show-urls prints."
    )
  }
}

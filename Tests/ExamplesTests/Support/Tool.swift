import Foundation
import PlayerKit
import PlayerKitSystem

/// Runs the built `playerkit` as a process, as a script would.
struct Tool {
  /// The result of a run.
  struct Run {
    let status: Int32
    let output: String
    let errors: String

    /// The lines of standard output.
    var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  enum Failure: Error {
    case missing(String)
    /// The test had to kill it.
    case tookTooLong(output: String, errors: String)
  }

  /// The contents of standard input.
  enum Input {
    /// Ended from the beginning.
    case none
    /// This text, then the end.
    case text(String)
    /// This text, and no end as long as the process runs.
    case open(String)
  }

  /// The time limit of a run.
  static let limit = DispatchTimeInterval.seconds(50)

  /// Processes that keep time must not starve each other, even if tests run in parallel.
  private static let turns = Turns(count: 2)

  /// Runs it to its end.
  ///
  /// - Parameter onLine: Receives each line of standard output as it arrives, on any thread.
  static func run(
    _ arguments: [String],
    input: Input = .none,
    in folder: URL? = nil,
    environment: [String: String] = [:],
    onLine: @escaping @Sendable (String, RunningTool) -> Void = { _, _ in }
  ) async throws -> Run {
    try await run(
      try executable(),
      arguments,
      input: input,
      in: folder,
      environment: environment,
      onLine: onLine
    )
  }

  /// Runs a shell script that finds the tool in `$0`.
  static func shell(_ script: String, in folder: URL) async throws -> Run {
    let shell = URL(fileURLWithPath: "/bin/sh")
    return try await run(shell, ["-c", script, try executable().path], input: .none, in: folder)
  }

  /// Runs it in a terminal to its end, and returns the status.
  ///
  /// - Parameter body: Called on its own thread, once the tool runs.
  static func run(
    _ arguments: [String],
    on terminal: PseudoTerminal,
    in folder: URL,
    body: @escaping @Sendable (RunningTool) -> Void
  ) async throws -> Int32 {
    let process = makeProcess(try executable(), arguments, in: folder)
    process.standardInput = terminal.handle
    process.standardOutput = terminal.handle
    process.standardError = FileHandle.nullDevice
    return try await supervise(process) { tool in
      Thread.detachNewThread { body(tool) }
      return ("", "")
    }.status
  }

  private static func run(
    _ executable: URL,
    _ arguments: [String],
    input: Input,
    in folder: URL?,
    environment: [String: String] = [:],
    onLine: @escaping @Sendable (String, RunningTool) -> Void = { _, _ in }
  ) async throws -> Run {
    let process = makeProcess(executable, arguments, in: folder)
    // The tests ignore a token in the developer's environment.
    process.environment = ProcessInfo.processInfo.environment
      .filter { !$0.key.hasPrefix("APPLE_MUSIC_") && !$0.key.hasPrefix("SPOTIFY_") }
      .merging(environment) { $1 }
    let (standardInput, output, errors) = (Pipe(), Pipe(), Pipe())
    process.standardInput = standardInput
    process.standardOutput = output
    process.standardError = errors
    defer { withExtendedLifetime(standardInput) {} }
    return try await supervise(process) { tool in
      // On its own thread, because the tool may wait until its output is read.
      Thread.detachNewThread { feed(input, to: standardInput.fileHandleForWriting) }
      async let outputText = collect(output.fileHandleForReading) { onLine($0, tool) }
      async let errorText = collect(errors.fileHandleForReading) { _ in }
      return await (outputText, errorText)
    }
  }

  private static func makeProcess(
    _ executable: URL,
    _ arguments: [String],
    in folder: URL?
  ) -> Process {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = folder
    return process
  }

  /// Runs a process to its end, or to the limit.
  ///
  /// - Parameter read: Called once the process runs. Returns the output.
  private static func supervise(
    _ process: Process,
    read: (RunningTool) async -> (output: String, errors: String)
  ) async throws -> Run {
    await turns.take()
    defer { turns.giveBack() }
    let ended = AsyncStream<Void>.makeStream()
    process.terminationHandler = { _ in ended.continuation.finish() }
    try process.run()
    let tool = RunningTool(id: process.processIdentifier)
    let killer = DispatchWorkItem { tool.killForLateness() }
    DispatchQueue.global().asyncAfter(deadline: .now() + limit, execute: killer)
    let (output, errors) = await read(tool)
    // In its own task, because a test past its limit waits for the end, too. There is no status
    // before it.
    await Task { for await _ in ended.stream {} }.value
    killer.cancel()
    guard !tool.wasLate else { throw Failure.tookTooLong(output: output, errors: errors) }
    return Run(status: process.terminationStatus, output: output, errors: errors)
  }

  private static func feed(_ input: Input, to handle: FileHandle) {
    // A tool that has ended reads no more. This must not end the tests.
    signal(SIGPIPE, SIG_IGN)
    switch input {
    case .none:
      try? handle.close()
    case .text(let text):
      try? handle.write(contentsOf: Data(text.utf8))
      try? handle.close()
    case .open(let text):
      try? handle.write(contentsOf: Data(text.utf8))
    }
  }

  /// Reads to the end on its own thread.
  private static func collect(
    _ handle: FileHandle,
    onLine: @escaping @Sendable (String) -> Void
  ) async -> String {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var all = Data()
        var rest = Data()
        while true {
          let bytes = handle.availableData
          guard !bytes.isEmpty else { break }
          all += bytes
          rest += bytes
          while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            onLine(String(decoding: rest[..<end], as: UTF8.self))
            rest = Data(rest[rest.index(after: end)...])
          }
        }
        continuation.resume(returning: String(decoding: all, as: UTF8.self))
      }
    }
  }

  /// SwiftPM builds the executable next to the test bundle.
  private static func executable() throws -> URL {
    #if os(macOS)
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
    #else
      let bundle = Bundle.main.executableURL
    #endif
    let folder = (bundle ?? Bundle.main.bundleURL).deletingLastPathComponent()
    let tool = folder.appendingPathComponent("playerkit")
    guard FileManager.default.isExecutableFile(atPath: tool.path) else {
      throw Failure.missing(tool.path)
    }
    return tool
  }
}

/// A process that a test has started.
final class RunningTool: Sendable {
  private let id: Int32
  private let isLate = Locked(false)

  init(id: Int32) {
    self.id = id
  }

  var wasLate: Bool { isLate.withLock(\.self) }

  /// Sends it a signal.
  func signal(_ number: Int32) {
    kill(id, number)
  }

  func killForLateness() {
    isLate.withLock { $0 = true }
    kill(id, SIGKILL)
  }
}

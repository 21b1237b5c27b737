import Foundation

/// A program that a benchmark starts and ends.
final class Tool {
  /// The id of the process.
  let pid: Int32
  /// The standard output of the process, if the benchmark reads it.
  let reading: Int32
  private let input: Int32
  private var status: Int32?

  /// Returns the path of a program, or `nil` if it is not installed.
  static func path(of name: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    return folders.split(separator: ":").map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Starts a program. Its standard input is a pipe that closes when this object is released.
  ///
  /// - Parameters:
  ///   - readsOutput: Whether the benchmark reads ``reading``. Otherwise the output is dropped.
  ///   - showsErrors: Whether the program writes to our standard error.
  init(
    _ path: String,
    _ arguments: [String],
    readsOutput: Bool = false,
    showsErrors: Bool = false
  ) throws {
    let (itsInput, input) = try Self.pipe()
    let (output, itsOutput) = try Self.pipe()
    #if os(Linux)
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
      let environment = environ
    #else
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
      let environment = _NSGetEnviron().pointee
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // Threads of Swift tasks block most signals. A process that inherited this could not be ended
    // by a signal.
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    posix_spawn_file_actions_adddup2(&actions, itsInput, STDIN_FILENO)
    if !showsErrors {
      posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    }
    if readsOutput {
      posix_spawn_file_actions_adddup2(&actions, itsOutput, STDOUT_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    }
    let words = ([path] + arguments).map { strdup($0) }
    defer { for word in words { free(word) } }
    var pid: pid_t = 0
    let failure = posix_spawn(&pid, path, &actions, &attributes, words + [nil], environment)
    close(itsInput)
    close(itsOutput)
    guard failure == 0 else { throw POSIXError(.ENOENT) }
    self.pid = pid
    self.input = input
    reading = output
  }

  deinit {
    end()
    close(input)
    close(reading)
  }

  /// The figures of the process.
  var figures: ProcessFigures { ProcessFigures(pid: pid) }

  /// Waits for the next line of the standard output. Returns `nil` if the output ended.
  func readLine() -> String? {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(reading, &byte, 1) == 1 {
      if byte == 10 { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
    return nil
  }

  /// Ends the process, and waits until it is gone.
  func end() {
    guard !hasEnded() else { return }
    kill(pid, SIGTERM)
    for _ in 0..<300 where !hasEnded() { usleep(10_000) }
    guard !hasEnded() else { return }
    kill(pid, SIGKILL)
    _ = wait()
  }

  /// Waits for the end of the process.
  ///
  /// - Returns: Whether it succeeded.
  func wait() -> Bool {
    var status: Int32 = 0
    if self.status == nil, waitpid(pid, &status, 0) == pid { self.status = status }
    return self.status == 0
  }

  private func hasEnded() -> Bool {
    var status: Int32 = 0
    if self.status == nil, waitpid(pid, &status, WNOHANG) == pid { self.status = status }
    return self.status != nil
  }

  /// Runs a program to its end.
  ///
  /// - Returns: Whether it succeeded.
  @discardableResult
  static func run(_ path: String, _ arguments: [String]) throws -> Bool {
    try Tool(path, arguments).wait()
  }

  /// A pipe whose ends are not inherited by other processes.
  private static func pipe() throws -> (Int32, Int32) {
    var ends: [Int32] = [0, 0]
    guard Foundation.pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}

extension Tool {
  /// Starts this program again for a part of a benchmark. Its output is read through ``reading``.
  static func part(_ part: PartCommand.Part, _ arguments: [String]) throws -> Tool {
    let path = Bundle.main.executablePath ?? CommandLine.arguments[0]
    return try Tool(
      path,
      ["part", part.rawValue] + arguments,
      readsOutput: true,
      showsErrors: true
    )
  }

  /// Starts `peers.py` with the Python that `run.sh` puts first in the path. Its output is read
  /// through ``reading``.
  static func python(_ arguments: [String]) throws -> Tool {
    let script = "Benchmarks/peers.py"
    guard let python = path(of: "python3"), FileManager.default.fileExists(atPath: script) else {
      throw Failure("\(script) or python3 is missing; use Benchmarks/run.sh")
    }
    return try Tool(python, ["-B", script] + arguments, readsOutput: true, showsErrors: true)
  }

  /// Reads the standard output to its end. Each line is a name, a tab, and a number.
  ///
  /// - Throws: If the process failed.
  func readFigures() throws -> [String: Double] {
    var figures: [String: Double] = [:]
    while let line = readLine() {
      let fields = line.split(separator: "\t")
      if fields.count == 2 { figures[String(fields[0])] = Double(fields[1]) }
    }
    guard wait() else { throw Failure("a process failed") }
    return figures
  }
}

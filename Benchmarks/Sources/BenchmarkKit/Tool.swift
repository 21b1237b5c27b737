import Foundation

/// A program of the machine that a benchmark starts and ends.
package final class Tool {
  /// Its id.
  package let pid: Int32
  /// Its standard output, where that is read.
  package let reading: Int32
  private let input: Int32
  private var status: Int32?

  /// Where a program lies; `nil` where it is not installed.
  package static func path(of name: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    return folders.split(separator: ":").map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Starts a program, without its messages; its input is a pipe that ends with it.
  ///
  /// - Parameter readsOutput: whether ``reading`` is to be read.
  package init(_ path: String, _ arguments: [String], readsOutput: Bool = false) throws {
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
    // Threads of tasks block most signals; who inherits that can't be asked to end.
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    posix_spawn_file_actions_adddup2(&actions, itsInput, STDIN_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
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

  /// Its figures.
  package var figures: ProcessFigures { ProcessFigures(pid: pid) }

  /// Its standard output up to the end of a line; blocks until that is there. `nil` where it ended.
  package func readLine() -> String? {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(reading, &byte, 1) == 1 {
      if byte == 10 { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
    return nil
  }

  /// Ends it, and waits until it is gone.
  package func end() {
    guard !hasEnded() else { return }
    kill(pid, SIGTERM)
    for _ in 0..<300 where !hasEnded() { usleep(10_000) }
    guard !hasEnded() else { return }
    kill(pid, SIGKILL)
    _ = wait()
  }

  /// Waits for its end.
  ///
  /// - Returns: whether it succeeded.
  package func wait() -> Bool {
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
  /// - Returns: whether it succeeded.
  @discardableResult
  package static func run(_ path: String, _ arguments: [String]) throws -> Bool {
    try Tool(path, arguments).wait()
  }

  /// A pipe that only those inherit who are given an end of it.
  private static func pipe() throws -> (Int32, Int32) {
    var ends: [Int32] = [0, 0]
    guard Foundation.pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}

/// The state of a connection: turns bytes into commands, and writes what surrounds their answers.
///
/// It handles one input at a time. ``next()`` returns the actions one by one, until there are none.
/// At most one command runs at a time. The pending data of a client is limited.
struct MPDSession {
  enum Action: Equatable {
    /// Send this text.
    case write(String)
    /// Run this command, then call ``ran(_:)``.
    case run(MPDLine)
    /// Close the connection after all output is sent.
    case finish
    /// Close the connection immediately.
    case close
  }

  /// The outcome of a command.
  enum Outcome: Equatable {
    /// The answer was sent.
    case done
    /// The command failed with this error.
    case failed(MPDError)
    /// The command waits until one of these changes.
    case waits(MPDSubsystems)
    /// The client wants to disconnect.
    case leaves
  }

  struct Limits {
    /// The maximum length of a line in bytes.
    var line = 16 << 10
    /// The maximum size in memory of a command list, in bytes.
    var list = 2 << 20
    /// The same limit for a client that has not sent the password.
    var unauthorizedList = 16 << 10
  }

  /// The memory for a line in addition to its text: the array header, rounding, and its element in
  /// the list.
  private static let lineOverhead = 64

  private struct Batch {
    var lines: [[UInt8]]
    var index = 0
    /// The name of the running command.
    var name = ""
    let isList: Bool
    let tellsEach: Bool
  }

  private enum State {
    case ready
    /// Collecting the lines of a command list in ``collected``.
    case collecting
    /// Between two commands of a batch.
    case between(Batch)
    case running(Batch)
    case waiting(MPDSubsystems)
    case over
  }

  /// The first line sent to every client.
  static let greeting = "OK MPD 0.23.5\n"

  /// Whether the client has full access.
  var isAuthorized = true
  private let limits: Limits
  private var state = State.ready
  private var input: [UInt8] = []
  /// The start of the unprocessed input.
  private var start = 0
  /// The end of the input that was searched for a line end.
  private var searched = 0
  private var collected = Batch(lines: [], isList: true, tellsEach: false)
  private var collectedSize = 0
  private var changes: MPDSubsystems = []
  private var actions: [Action] = []

  init(limits: Limits = Limits()) { self.limits = limits }

  // MARK: - Inputs

  /// Adds received bytes.
  mutating func received(_ bytes: some Collection<UInt8>) {
    if case .over = state { return }
    input.removeSubrange(..<start)
    searched -= start
    start = 0
    input.append(contentsOf: bytes)
  }

  /// Handles the end of the running command.
  mutating func ran(_ outcome: Outcome) {
    guard case .running(var batch) = state else { return }
    switch outcome {
    case .done:
      if batch.isList, batch.tellsEach { actions.append(.write("list_OK\n")) }
      batch.index += 1
      state = .between(batch)
    case .failed(let error):
      fail(error, batch)
    case .waits(let subsystems):
      state = .waiting(subsystems)
      tellChanges()
    case .leaves:
      state = .over
      actions.append(.finish)
    }
  }

  /// Handles a change of subsystems that `idle` reports.
  mutating func changed(_ subsystems: MPDSubsystems) {
    if case .over = state { return }
    changes.formUnion(subsystems)
    tellChanges()
  }

  // MARK: - Next action

  /// Returns the next action. `nil` if there is none until the next input.
  mutating func next() -> Action? {
    while actions.isEmpty {
      switch state {
      case .running, .over: return nil
      case .between(let batch): step(batch)
      case .ready, .collecting, .waiting:
        guard let line = nextLine() else { break }
        take(line)
        continue
      }
      if actions.isEmpty { return nil }
    }
    return actions.removeFirst()
  }

  /// Whether ``next()`` may return an action without further input.
  var hasMore: Bool {
    if !actions.isEmpty { return true }
    switch state {
    case .running, .over: return false
    case .between: return true
    case .ready, .collecting, .waiting: return searched < input.count
    }
  }

  /// Whether more input can be processed now.
  var takesInput: Bool {
    switch state {
    case .ready, .collecting, .waiting: true
    case .between, .running, .over: false
    }
  }

  /// Whether the client should send something soon. A client that waits for changes need not.
  var isExpected: Bool {
    switch state {
    case .ready, .collecting, .between: true
    case .waiting, .running, .over: false
    }
  }

  // MARK: - Parts

  private mutating func nextLine() -> [UInt8]? {
    guard let end = input[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = input.count
      if input.count - start >= limits.line { close() }
      return nil
    }
    var line = Array(input[start..<end])
    start = end + 1
    searched = start
    while line.last?.isSpace == true { line.removeLast() }
    return line
  }

  private mutating func take(_ line: [UInt8]) {
    // A browser's request begins with a capital letter, TLS with no letter.
    guard line.first?.isLowercaseLetter == true, !line.isHTTP, line.count < limits.line else {
      return close()
    }
    if line.elementsEqual("noidle".utf8) {
      guard case .waiting = state else { return }
      state = .ready
      actions.append(.write("OK\n"))
      return
    }
    switch state {
    case .waiting: close()
    case .collecting: collect(line)
    case .ready:
      if line.elementsEqual("command_list_begin".utf8) {
        begin(tellsEach: false)
      } else if line.elementsEqual("command_list_ok_begin".utf8) {
        begin(tellsEach: true)
      } else {
        state = .between(Batch(lines: [line], isList: false, tellsEach: false))
      }
    case .between, .running, .over: break
    }
  }

  private mutating func begin(tellsEach: Bool) {
    collected = Batch(lines: [], isList: true, tellsEach: tellsEach)
    collectedSize = 0
    state = .collecting
  }

  private mutating func collect(_ line: [UInt8]) {
    if line.elementsEqual("command_list_end".utf8) {
      state = .between(collected)
      collected.lines = []
      return
    }
    collectedSize += line.count + Self.lineOverhead
    guard collectedSize <= (isAuthorized ? limits.list : limits.unauthorizedList) else {
      return close()
    }
    collected.lines.append(line)
  }

  private mutating func step(_ batch: Batch) {
    guard batch.index < batch.lines.count else {
      state = .ready
      actions.append(.write("OK\n"))
      return
    }
    var batch = batch
    do throws(MPDLine.Fault) {
      let line = try MPDLine(batch.lines[batch.index])
      batch.lines[batch.index] = []
      batch.name = line.name
      state = .running(batch)
      actions.append(.run(line))
    } catch {
      switch error {
      case .noName(let message):
        fail(MPDError(.unknown, message), batch)
        state = .over
        actions.append(.finish)
      case .arguments(let message, let code):
        fail(MPDError(code, message), batch)
      }
    }
  }

  private mutating func fail(_ error: MPDError, _ batch: Batch) {
    let isKnown = MPDCommandInfo.byName[batch.name] != nil
    let name = isKnown ? batch.name : ""
    actions.append(.write(error.line(index: batch.index, command: name)))
    state = .ready
  }

  private mutating func tellChanges() {
    guard case .waiting(let wanted) = state, !changes.isDisjoint(with: wanted) else { return }
    let names = changes.intersection(wanted).names
    changes = []
    state = .ready
    actions.append(.write(names.map { "changed: \($0)\n" }.joined() + "OK\n"))
  }

  private mutating func close() {
    state = .over
    (input, start, searched) = ([], 0, 0)
    collected.lines = []
    actions.append(.close)
  }
}

extension [UInt8] {
  /// Whether the line is the first line of an HTTP request.
  fileprivate var isHTTP: Bool {
    guard let space = lastIndex(of: UInt8(ascii: " ")) else { return false }
    return self[(space + 1)...].starts(with: "HTTP/".utf8)
  }
}

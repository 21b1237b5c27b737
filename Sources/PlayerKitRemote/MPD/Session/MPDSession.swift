/// One connection: from bytes to commands, and what is answered between them.
///
/// It takes one input at a time; ``next()`` says what is to be done, one thing at a time, until there is
/// nothing. No more than one command is under way. What a client may keep waiting here is bounded.
struct MPDSession {
  enum Action: Equatable {
    /// To send.
    case write(String)
    /// To run; then ``ran(_:)``.
    case run(MPDLine)
    /// To end, when all is sent.
    case finish
    /// To end at once.
    case close
  }

  /// How a command ended.
  enum Outcome: Equatable {
    /// Its answer has been sent.
    case done
    /// The answer is this error.
    case failed(MPDError)
    /// It is answered when one of these changes.
    case waits(MPDSubsystems)
    /// The client wants to leave.
    case leaves
  }

  struct Limits {
    /// The longest line.
    var line = 16 << 10
    /// How many bytes a list of commands takes in memory.
    var list = 2 << 20
    /// The same for a client that has not shown the password.
    var unauthorizedList = 16 << 10
  }

  /// What a line of a list takes beside its text: the head of its array, rounding, and its place in the list.
  private static let lineOverhead = 64

  private struct Batch {
    var lines: [[UInt8]]
    var index = 0
    /// The name of the command that runs.
    var name = ""
    let isList: Bool
    let tellsEach: Bool
  }

  private enum State {
    case ready
    /// The commands of ``collected`` are not all there yet.
    case collecting
    /// The commands of a batch. None runs at the moment.
    case between(Batch)
    case running(Batch)
    case waiting(MPDSubsystems)
    case over
  }

  /// What every client reads first.
  static let greeting = "OK MPD 0.23.5\n"

  /// Whether the client may do everything.
  var isAuthorized = true
  private let limits: Limits
  private var state = State.ready
  private var input: [UInt8] = []
  /// How much of the input has been taken.
  private var start = 0
  /// How far the input has been looked through for the end of a line.
  private var searched = 0
  private var collected = Batch(lines: [], isList: true, tellsEach: false)
  private var collectedSize = 0
  private var changes: MPDSubsystems = []
  private var actions: [Action] = []

  init(limits: Limits = Limits()) { self.limits = limits }

  // MARK: - Inputs

  /// Bytes came.
  mutating func received(_ bytes: some Collection<UInt8>) {
    if case .over = state { return }
    input.removeSubrange(..<start)
    searched -= start
    start = 0
    input.append(contentsOf: bytes)
  }

  /// The command that was to be run has ended.
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

  /// Something changed that `idle` tells.
  mutating func changed(_ subsystems: MPDSubsystems) {
    if case .over = state { return }
    changes.formUnion(subsystems)
    tellChanges()
  }

  // MARK: - What follows

  /// What to do next; `nil`: nothing, before there is another input.
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

  /// Whether ``next()`` may have something, without another input.
  var hasMore: Bool {
    if !actions.isEmpty { return true }
    switch state {
    case .running, .over: return false
    case .between: return true
    case .ready, .collecting, .waiting: return searched < input.count
    }
  }

  /// Whether more bytes are of use now.
  var takesInput: Bool {
    switch state {
    case .ready, .collecting, .waiting: true
    case .between, .running, .over: false
    }
  }

  /// Whether the client is to be heard of before long: one that waits for changes is not.
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
    // Browsers begin with a word in capitals, TLS with no letter.
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
  /// Whether it is the first line of a request of a browser.
  fileprivate var isHTTP: Bool {
    guard let space = lastIndex(of: UInt8(ascii: " ")) else { return false }
    return self[(space + 1)...].starts(with: "HTTP/".utf8)
  }
}

import Foundation
import PlayerKit
import PlayerKitSystem

/// A disk in memory with one folder. It fails as real disks do. If its power ends, it loses what was
/// not synchronized, or a part of that.
final class SimulatedDisk: Sendable {
  /// A change of a file that only the cache has.
  fileprivate enum Change {
    case write(Data, at: Int)
    case truncate(Int)
  }

  fileprivate struct Contents {
    /// What the disk has.
    var durable = Data()
    /// What a reader gets.
    var cached = Data()
    var pending: [Change] = []
  }

  /// A change of the folder that only the cache has. The file is `nil` if the name was removed.
  fileprivate typealias Renaming = (name: String, file: Int?)

  fileprivate struct State {
    var dice: SeededGenerator
    var files: [Int: Contents] = [:]
    var lastFile = 0
    var names: [String: Int] = [:]
    var durableNames: [String: Int] = [:]
    var renamings: [Renaming] = []
    /// Counts the losses of power. Files that were open before one are gone.
    var starts = 0
    var isOff = false
    var callsUntilOff: Int?
    var failureShare = 0.0
  }

  private let state: Locked<State>
  /// Whether the disk reports contents as synchronized that it has only in its cache.
  private let lies: Bool

  init(seed: UInt64, lies: Bool) {
    state = Locked(State(dice: SeededGenerator(seed: seed)))
    self.lies = lies
  }

  /// The share of calls that fail, from 0 to 1.
  var failureShare: Double {
    get { state.withLock { $0.failureShare } }
    set { state.withLock { $0.failureShare = newValue } }
  }

  /// Ends the power during the call after this many calls. Until ``restart()``, all calls fail.
  func losePower(afterCalls count: Int) {
    state.withLock { $0.callsUntilOff = count }
  }

  /// Loses the power, if that has not happened, and starts again with what was durable.
  func restart() {
    state.withLock { $0.restart() }
  }

  // MARK: - Calls

  func openFile(_ name: String) throws(QueueStoreError) -> SimulatedFile {
    try state.withLock { (state) throws(QueueStoreError) in
      try state.begin("open \(name)")
      let file = state.names[name] ?? state.create(name)
      return SimulatedFile(disk: self, number: file, path: name, start: state.starts)
    }
  }

  func createFile(_ name: String) throws(QueueStoreError) -> SimulatedFile {
    try state.withLock { (state) throws(QueueStoreError) in
      try state.begin("create \(name)")
      return SimulatedFile(
        disk: self,
        number: state.create(name),
        path: name,
        start: state.starts
      )
    }
  }

  func contents(of file: SimulatedFile) throws(QueueStoreError) -> Data {
    try call("read", file) { (state) throws(QueueStoreError) in
      state.files[file.number]?.cached ?? Data()
    }
  }

  func write(_ bytes: Data, to file: SimulatedFile, at offset: Int) throws(QueueStoreError) {
    try state.withLock { (state) throws(QueueStoreError) in
      // Drawn in any case, so that the numbers that follow do not depend on the length.
      let share = Double.random(in: 0..<1, using: &state.dice)
      do throws(QueueStoreError) {
        try state.begin("write \(file.path)", by: file)
      } catch {
        let isOpen = state.starts == file.start
        let written = bytes.prefix(Int(share * Double(bytes.count)))
        if isOpen { state.files[file.number]?.apply(.write(written, at: offset)) }
        throw error
      }
      state.files[file.number]?.apply(.write(bytes, at: offset))
    }
  }

  func truncate(_ file: SimulatedFile, to length: Int) throws(QueueStoreError) {
    try call("truncate", file) { (state) throws(QueueStoreError) in
      state.files[file.number]?.apply(.truncate(length))
    }
  }

  func synchronize(_ file: SimulatedFile) throws(QueueStoreError) {
    try state.withLock { (state) throws(QueueStoreError) in
      do throws(QueueStoreError) {
        try state.begin("synchronize \(file.path)", by: file)
      } catch {
        // As on Linux: what could not be written is never tried again.
        if state.starts == file.start, !state.isOff { state.files[file.number]?.pending = [] }
        throw error
      }
      if !lies { state.files[file.number]?.synchronize() }
    }
  }

  func rename(_ file: SimulatedFile, to name: String) throws(QueueStoreError) {
    try call("rename", file) { (state) throws(QueueStoreError) in
      state.link(name, to: file.number)
      state.link(file.path, to: nil)
      guard !lies else { return }
      state.durableNames = state.names
      state.renamings = []
    }
  }

  func remove(_ file: SimulatedFile) {
    try? call("remove", file) { (state) throws(QueueStoreError) in
      state.link(file.path, to: nil)
    }
  }

  func isInPlace(_ file: SimulatedFile) -> Bool {
    state.withLock { $0.starts == file.start && $0.names[file.path] == file.number }
  }

  private func call<Result>(
    _ name: String,
    _ file: SimulatedFile,
    _ body: (inout State) throws(QueueStoreError) -> Result
  ) throws(QueueStoreError) -> Result {
    try state.withLock { (state) throws(QueueStoreError) in
      try state.begin("\(name) \(file.path)", by: file)
      return try body(&state)
    }
  }
}

extension SimulatedDisk.State {
  /// Begins a call, which may fail.
  fileprivate mutating func begin(
    _ call: String,
    by file: SimulatedFile? = nil
  ) throws(QueueStoreError) {
    let luck = Double.random(in: 0..<1, using: &dice)
    guard file.map({ $0.start == starts }) ?? true, !isOff else {
      throw QueueStoreError(.failed, "\(call): the simulated disk has no power.")
    }
    if let left = callsUntilOff {
      callsUntilOff = left - 1
      isOff = left <= 0
      if isOff { throw QueueStoreError(.failed, "\(call): the simulated power has ended.") }
    }
    if luck < failureShare / 2 {
      throw QueueStoreError(.full, "\(call): the simulated disk is full.")
    }
    if luck < failureShare { throw QueueStoreError(.failed, "\(call): a simulated failure.") }
  }

  fileprivate mutating func create(_ name: String) -> Int {
    lastFile += 1
    files[lastFile] = SimulatedDisk.Contents()
    link(name, to: lastFile)
    return lastFile
  }

  fileprivate mutating func link(_ name: String, to file: Int?) {
    // A renamed file leaves its old name, unless another file has that name by now.
    names[name] = file
    renamings.append((name, file))
  }

  fileprivate mutating func restart() {
    starts += 1
    (isOff, callsUntilOff, failureShare) = (false, nil, 0)
    let kept = Double.random(in: 0..<1, using: &dice) * Double(renamings.count + 1)
    for (name, file) in renamings.prefix(Int(kept)) { durableNames[name] = file }
    (names, renamings) = (durableNames, [])
    let linked = Set(names.values)
    files = files.filter { linked.contains($0.key) }
    for file in files.keys.sorted() { files[file]?.losePower(&dice) }
  }
}

extension SimulatedDisk.Contents {
  fileprivate mutating func apply(_ change: SimulatedDisk.Change) {
    cached.apply(change)
    pending.append(change)
  }

  fileprivate mutating func synchronize() {
    durable = cached
    pending = []
  }

  /// Keeps each change whole, in part, or not at all.
  fileprivate mutating func losePower(_ dice: inout SeededGenerator) {
    for change in pending {
      let luck = Int.random(in: 0..<4, using: &dice)
      let share = Double.random(in: 0..<1, using: &dice)
      switch (change, luck) {
      case (_, 0): break
      case (.write(let bytes, let offset), 1):
        durable.apply(.write(bytes.prefix(Int(share * Double(bytes.count))), at: offset))
      case (.write(let bytes, let offset), 2):
        let start = Int(share * Double(bytes.count))
        durable.apply(.write(bytes.dropFirst(start), at: offset + start))
      case (.write, _), (.truncate, _): durable.apply(change)
      }
    }
    (cached, pending) = (durable, [])
  }
}

extension Data {
  fileprivate mutating func apply(_ change: SimulatedDisk.Change) {
    switch change {
    case .truncate(let length):
      self = prefix(length) + Data(count: Swift.max(0, length - count))
    case .write(let bytes, let offset):
      if count < offset { self += Data(count: offset - count) }
      self = prefix(offset) + bytes + dropFirst(offset + bytes.count)
    }
  }
}

/// An open file of a simulated disk.
final class SimulatedFile: JournalFiling {
  let disk: SimulatedDisk
  let number: Int
  private(set) var path: String
  /// The number of restarts of the disk when the file was opened.
  let start: Int

  init(disk: SimulatedDisk, number: Int, path: String, start: Int) {
    self.disk = disk
    self.number = number
    self.path = path
    self.start = start
  }

  var isInPlace: Bool { disk.isInPlace(self) }

  func contents() throws(QueueStoreError) -> Data { try disk.contents(of: self) }

  func write(_ bytes: Data, at offset: Int) throws(QueueStoreError) {
    try disk.write(bytes, to: self, at: offset)
  }

  func truncate(to length: Int) throws(QueueStoreError) {
    try disk.truncate(self, to: length)
  }

  func synchronize() throws(QueueStoreError) { try disk.synchronize(self) }

  func makePrivate() {}

  func makeReplacement() throws(QueueStoreError) -> any JournalFiling {
    try disk.createFile(path + ".new")
  }

  func replace(fileAt place: String) throws(QueueStoreError) {
    try disk.rename(self, to: place)
    path = place
  }

  func discard() { disk.remove(self) }
}

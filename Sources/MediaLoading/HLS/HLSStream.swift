import HTTPFetching
import Locking
import PlayerKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads a stream of HLS as one media: its parts, one after another.
///
/// `@unchecked Sendable`: `state` is touched only with `condition` locked. `assembler`, `output` and
/// `offset` belong to the reader, of whom there is one at a time.
final class HLSStream: TitledStream, TimedStream, @unchecked Sendable {
  /// What all streams of a source share.
  struct Setting: Sendable {
    var address: HTTPAddress
    /// Gives what fetches; `nil`: the engine is closed.
    var fetcher: @Sendable () -> (any HTTPFetcher)?
    var memory: HLSMemory
    var timeout: Duration
    var limits = HLSReader.Limits()
    /// Where to begin.
    var position: Duration = .zero
  }

  private struct State {
    var reader: HLSReader
    var address: HTTPAddress
    var origin: StreamOrigin
    var renewal: Task<Void, Never>?
    var exchanges: [Int: Exchange] = [:]
    /// Requests of files; who reads answers them.
    var files: [HLSReader.Request] = []
    var isCancelled = false
    var lastProgress = SuspendingClock.now
    var timeline: StreamTimeline?
    var isLive = false
    var metadata: StreamMetadata?

    var isResting: Bool {
      exchanges.values.contains { if case .waiting = $0 { true } else { false } }
    }
  }

  /// A request that is sent, or about to be.
  private enum Exchange: Sendable {
    case waiting(Task<Void, Never>)
    case sent(HLSExchange)

    func cancel() {
      switch self {
      case .waiting(let task): task.cancel()
      case .sent(let exchange): exchange.cancel()
      }
    }
  }

  private let setting: Setting
  private let begun = ContinuousClock.now
  private let condition = Condition()
  private var state: State
  private var assembler = HLSAssembler()
  private var output: HLSAssembler.Output?
  private var offset = 0
  private var hasBegun = false
  private var isOver = false

  /// - Parameter playlist: what was read of it already; it came from `origin`.
  init(_ setting: Setting, playlist: [UInt8], from origin: StreamOrigin) {
    self.setting = setting
    let reader = HLSReader(
      address: setting.address.url,
      position: setting.position.seconds,
      canRenew: setting.address.renewal != nil,
      limits: setting.limits
    )
    state = State(reader: reader, address: setting.address, origin: origin)
    withState { state in
      perform(state.reader.receivedPlaylist(playlist, from: origin.url, now: .zero), &state)
    }
  }

  /// Asks for the playlist itself.
  init(_ setting: Setting) {
    self.setting = setting
    let address = setting.address
    let reader = HLSReader(
      address: address.url,
      position: setting.position.seconds,
      canRenew: address.renewal != nil,
      limits: setting.limits
    )
    let origin = StreamOrigin(url: address.url, reach: address.reach)
    state = State(reader: reader, address: address, origin: origin)
    withState { perform($0.reader.advance(now: .zero), &$0) }
  }

  /// Goes on from what an earlier stream knew.
  init(_ setting: Setting, _ item: HLSMemory.Item) {
    self.setting = setting
    let reader = HLSReader(
      item.presentation,
      position: setting.position.seconds,
      canRenew: setting.address.renewal != nil,
      limits: setting.limits
    )
    state = State(reader: reader, address: item.address, origin: item.reach)
    withState { perform($0.reader.advance(now: .zero), &$0) }
  }

  deinit {
    state.renewal?.cancel()
    for exchange in state.exchanges.values { exchange.cancel() }
  }

  // MARK: ByteStream

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(PlayerError) -> Int {
    while true {
      let count = take(into: buffer)
      if count > 0 { return count }
      if isOver { return 0 }
      switch wait() {
      case .part(let input): try begin(with: input)
      case .reference(let input): measure(input)
      case .end: isOver = true
      case .failed(let error): throw error
      case .wait: throw Self.cancelled
      }
    }
  }

  func seek(to offset: Int64) throws(PlayerError) { throw HTTPFailure.notSeekable }
  var isSeekable: Bool { false }
  var size: Int64? { nil }

  func cancel() {
    withState { state in
      state.isCancelled = true
      state.renewal?.cancel()
      for exchange in state.exchanges.values { exchange.cancel() }
      state.exchanges = [:]
      state.files = []
    }
  }

  func close() { cancel() }

  // MARK: What it says

  func takeMetadata() -> StreamMetadata? {
    withState { state in
      defer { state.metadata = nil }
      return state.metadata
    }
  }

  var isLive: Bool { condition.withLock { state.isLive || state.reader.isLive } }

  var timeline: StreamTimeline? { condition.withLock { state.timeline } }

  // MARK: Parts

  /// Copies what is here, up to the next place where something is said.
  private func take(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard let output, offset < output.bytes.count else { return 0 }
    let said = output.announcements.filter { $0.offset == offset }.last?.metadata
    if let said { withState { $0.metadata = said } }
    let end =
      output.announcements.map(\.offset).filter { $0 > offset }.min() ?? output.bytes.count
    let count = min(buffer.count, min(end, output.bytes.count) - offset)
    buffer.copyBytes(from: output.bytes[offset..<offset + count])
    offset += count
    if offset == output.bytes.count { self.output = nil }
    return count
  }

  private func begin(with input: HLSAssembler.Input) throws(PlayerError) {
    let result = Result { () throws(HLSAssembler.Failure) in try assembler.assemble(input) }
    switch result {
    case .success(let output):
      guard passed(input.part.number, output) else {
        assembler = HLSAssembler()
        return
      }
      self.output = output.bytes.isEmpty ? nil : output
      offset = 0
    case .failure(.player(let error)):
      withState { perform($0.reader.fail(error), &$0) }
      throw error
    case .failure(.otherFormat):
      withState { perform($0.reader.fail(HLSErrors.otherCodec), &$0) }
      throw HLSErrors.otherCodec
    }
  }

  private func measure(_ input: HLSAssembler.Input) {
    var assembler = HLSAssembler()
    guard let output = try? assembler.assemble(input) else { return }
    withState { $0.reader.times.pass(input.part.number, output.timing) }
  }

  /// Notes what a part says of its time.
  ///
  /// - Returns: whether it is to be read: not where the first one begins too late.
  private func passed(_ number: Int64, _ output: HLSAssembler.Output) -> Bool {
    let item = withState { state -> HLSMemory.Item? in
      state.reader.passed(number, output.timing, canRenew: state.address.renewal != nil)
      guard !hasBegun else { return remembered(state) }
      state.isLive = state.reader.isLive
      if !state.isLive, let start = state.reader.times.start(of: number) {
        let place = state.reader.position + output.padding
        if number > state.reader.media?.firstNumber ?? 0,
          !state.reader.times.begins(start, early: place)
        {
          state.reader.go(to: number - 1)
          return nil
        }
        state.timeline = StreamTimeline(
          start: start,
          position: state.reader.position,
          output,
          state.reader.times
        )
      }
      hasBegun = true
      return remembered(state)
    }
    if let item { setting.memory.keep(item, of: setting.address) }
    return hasBegun
  }

  private func remembered(_ state: State) -> HLSMemory.Item? {
    state.reader.presentation.map {
      HLSMemory.Item(presentation: $0, reach: state.origin, address: state.address)
    }
  }

  // MARK: Waiting

  /// What comes next; `wait` where the stream was cancelled.
  private func wait() -> HLSReader.Step {
    while true {
      var file: HLSReader.Request?
      let step = condition.withLock { () -> HLSReader.Step? in
        let start = SuspendingClock.now
        while !state.isCancelled {
          let (step, actions) = state.reader.read(now: now)
          perform(actions, &state)
          if case .wait = step {} else { return step }
          if !state.files.isEmpty {
            file = state.files.removeFirst()
            return nil
          }
          let left =
            SuspendingClock.now.duration(to: max(state.lastProgress, start) + setting.timeout)
          if state.isResting {
            condition.wait()
          } else if left <= .zero {
            perform(state.reader.stalled(), &state)
          } else {
            condition.wait(atMost: left)
          }
        }
        return .wait
      }
      if let step {
        if case .failed = step { setting.memory.keep(nil, of: setting.address) }
        return step
      }
      if let file { answer(file) }
    }
  }

  private var now: Duration { ContinuousClock.now - begun }

  private func withState<Value>(_ body: (inout State) -> Value) -> Value {
    condition.withLock {
      defer { condition.broadcast() }
      return body(&state)
    }
  }

  // MARK: Requests

  // Runs under the lock: a fetcher only queues what it is told, and calls nobody back.
  private func perform(_ actions: [HLSReader.Action], _ state: inout State) {
    for action in actions {
      switch action {
      case .start(let request, let pause):
        guard !state.isCancelled else { continue }
        if pause > .zero {
          state.exchanges[request.serial] = send(request, after: pause)
        } else {
          send(request, &state)
        }
      case .cancel(let serial):
        state.exchanges.removeValue(forKey: serial)?.cancel()
        state.files.removeAll { $0.serial == serial }
      case .renew:
        let address = state.address
        guard !state.isCancelled, let renewal = address.renewal else { continue }
        state.renewal = Task { [weak self] in
          let result = await address.renewed(by: renewal)
          self?.renewed(result)
        }
      }
    }
  }

  private func send(_ request: HLSReader.Request, _ state: inout State) {
    state.lastProgress = SuspendingClock.now
    if request.piece.url.isFileURL, state.origin.url.isFileURL {
      state.files.append(request)
      return
    }
    let serial = request.serial
    let exchange = HLSExchange(
      request,
      onProgress: { [weak self] in self?.withState { $0.lastProgress = SuspendingClock.now } },
      onEnd: { [weak self] outcome in self?.ended(outcome, serial: serial) }
    )
    state.exchanges[serial] = .sent(exchange)
    let fetch = HTTPFetch(request, of: state.address, state.origin.reach)
    // The engine is closed: nothing comes any more.
    if setting.fetcher().map({ exchange.begin(fetch, by: $0) }) != true { state.isCancelled = true }
  }

  private func send(_ request: HLSReader.Request, after pause: Duration) -> Exchange {
    .waiting(
      Task { [weak self] in
        guard (try? await Task.sleep(for: pause)) != nil else { return }
        self?.withState { state in
          guard state.exchanges[request.serial] != nil else { return }
          self?.send(request, &state)
        }
      }
    )
  }

  private func ended(_ outcome: HLSExchange.Outcome, serial: Int) {
    withState { state in
      guard state.exchanges.removeValue(forKey: serial) != nil else { return }
      switch outcome {
      case .came(let bytes, let answer):
        if state.reader.flights[serial]?.resource == .playlist {
          state.origin = StreamOrigin(answer)
        }
        let actions = state.reader.received(bytes, from: answer.url, serial: serial, now: now)
        perform(actions, &state)
      case .refused(let refusal):
        perform(state.reader.refused(refusal, serial: serial, now: now), &state)
      }
    }
  }

  /// Reads a file that a playlist in a file names.
  private func answer(_ request: HLSReader.Request) {
    let result = HLSFile.read(request)
    withState { state in
      switch result {
      case .success(let bytes):
        let url = request.piece.url
        perform(state.reader.received(bytes, from: url, serial: request.serial, now: now), &state)
      case .failure(let error):
        let refusal = HLSReader.Refusal.final(error)
        perform(state.reader.refused(refusal, serial: request.serial, now: now), &state)
      }
    }
  }

  private func renewed(_ result: Result<HTTPAddress, PlayerError>) {
    withState { state in
      state.renewal = nil
      state.lastProgress = SuspendingClock.now
      switch result {
      case .success(let address):
        // Asked again where that expires as well.
        var address = address
        address.renewal = state.address.renewal
        state.address = address
        state.origin.reach = address.reach
        perform(state.reader.renewed(address.url), &state)
      case .failure(let error):
        perform(state.reader.renewalFailed(error), &state)
      }
    }
  }

  private static let cancelled = PlayerError(.interrupted, "The stream was cancelled.")
}

extension HLSStream {
  /// Reads the rest of a playlist, and what it names then.
  static func make(
    _ setting: Setting,
    _ head: [UInt8],
    _ rest: any ByteStream
  ) throws(PlayerError) -> HLSStream {
    // What is kept on disk may be of yesterday, and does not tell what it may name.
    guard let located = rest as? any LocatedStream, let origin = located.origin else {
      return HLSStream(setting)
    }
    let playlist = try rest.readAll(upTo: HLSParser.mostBytes, after: head)
    located.leaveNothing()
    return HLSStream(setting, playlist: playlist, from: origin)
  }
}

/// Opens streams of what an earlier one knew already.
struct HLSSource: ByteSource {
  let setting: HLSStream.Setting

  init(_ setting: HLSStream.Setting) {
    self.setting = setting
  }

  func makeStream() -> any ByteStream {
    guard let item = setting.memory.item(of: setting.address) else {
      return FailedByteStream(HTTPFailure.closed)
    }
    return HLSStream(setting, item)
  }
}

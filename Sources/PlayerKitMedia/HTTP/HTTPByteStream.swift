import HTTPTypes
import PlayerKit
import PlayerKitHTTP
import PlayerKitSystem

/// Reads a resource over HTTP. The first call sends its first request, unless ``begin()`` has sent
/// it before.
///
/// `@unchecked Sendable`: `state` is only accessed with `condition` locked.
final class HTTPByteStream: TitledStream, @unchecked Sendable {
  private struct State {
    var reader: HTTPReader
    var address: HTTPAddress
    /// The address for requests of parts, if not the original one.
    var place: HTTPAddress?
    /// The last response.
    var answer: HTTPTransportResponse?
    var renewal: Renewal?
    var exchanges: [Int: Exchange] = [:]
    var isCancelled = false
    var lastProgress = SuspendingClock.now
    var origin: StreamOrigin?
    /// Whether to keep nothing for later streams.
    var leavesNothing = false

    /// Whether a retry is pending, so that no response can arrive yet.
    var isResting: Bool { exchanges.values.contains(where: \.isWaiting) }
  }

  private struct Renewal: Sendable {
    let task: Task<Void, Never>
    let deadline: SuspendingClock.Instant
  }

  /// A sent or pending request.
  private enum Exchange: Sendable {
    case waiting(Task<Void, Never>)
    case sent(any HTTPTask)

    var isWaiting: Bool { if case .waiting = self { true } else { false } }

    func cancel() {
      switch self {
      case .waiting(let task): task.cancel()
      case .sent(let task): task.cancel()
      }
    }
  }

  private let fetcher: any HTTPFetcher
  private let timeout: Duration
  private let renewalTimeout: Duration
  private let memory: ByteMemory?
  private let condition = Condition()
  private var state: State

  /// - Parameters:
  ///   - timeout: how long the server may be silent.
  ///   - renewalTimeout: how long the source may take to renew the address.
  init(
    _ address: HTTPAddress,
    fetcher: any HTTPFetcher,
    timeout: Duration,
    renewalTimeout: Duration = HTTPAddress.maxRenewal,
    memory: ByteMemory? = nil,
    limits: HTTPReader.Limits = .init(),
    kept: RetainedBytes? = nil,
    whole: ByteWindow? = nil
  ) {
    self.fetcher = fetcher
    self.timeout = timeout
    self.renewalTimeout = renewalTimeout
    self.memory = memory
    state = State(
      reader: HTTPReader(
        limits: limits,
        canRenew: address.renewal != nil,
        kept: kept ?? memory?.bytes(of: address),
        whole: whole ?? memory?.wholeBody(of: address)
      ),
      address: address
    )
  }

  deinit {
    state.renewal?.task.cancel()
    for exchange in state.exchanges.values { exchange.cancel() }
  }

  /// Sends the first request, if it was not sent yet.
  func begin() {
    withState { perform($0.reader.begin(), &$0) }
  }

  // MARK: ByteStream

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(PlayerError) -> Int {
    let result = waitFor { state -> Result<Int, PlayerError>? in
      let (step, actions) = state.reader.read(into: buffer)
      perform(actions, &state)
      switch step {
      case .bytes(let count): return .success(count)
      case .end: return .success(0)
      case .failed(let error): return .failure(error)
      case .wait: return nil
      }
    }
    return try (result ?? .failure(Self.cancelled)).get()
  }

  func seek(to offset: Int64) throws(PlayerError) {
    let isDone = withState { state in
      guard let actions = state.reader.seek(to: offset) else { return false }
      perform(actions, &state)
      return true
    }
    if !isDone { throw HTTPFailure.notSeekable }
  }

  var isSeekable: Bool {
    waitFor { $0.reader.isHeadKnown ? $0.reader.isSeekable : nil } ?? false
  }

  var size: Int64? {
    waitFor { $0.reader.isHeadKnown ? .some($0.reader.total) : nil } ?? nil
  }

  func cancel() {
    withState { state in
      state.isCancelled = true
      state.renewal?.task.cancel()
      for exchange in state.exchanges.values { exchange.cancel() }
      state.exchanges = [:]
    }
  }

  func close() {
    remember()
    cancel()
  }

  /// Keeps useful bytes for later streams.
  private func remember() {
    guard let memory else { return }
    let (kept, address, isWhole, isNothing) = withState {
      ($0.reader.kept, $0.address, $0.reader.wholeBody != nil, $0.leavesNothing)
    }
    if isNothing {
      memory.forget(address)
    } else if isWhole {
      memory.record(self, of: address)
    } else if let kept {
      memory.keep(kept, of: address)
    }
  }

  /// The whole body; `nil` if it is incomplete.
  var wholeBody: ByteWindow? { condition.withLock { state.reader.wholeBody } }

  // MARK: Access for a cache

  /// Whether the response may be cached on disk, if known. Never blocks.
  var keeping: HTTPReader.Keeping { condition.withLock { state.reader.keeping } }

  /// Sets the end of the wanted bytes. Do not read beyond it.
  func want(until end: Int64) {
    condition.withLock { state.reader.want(until: end) }
  }

  /// The kept bytes of the start, including those that were not requested.
  var keptBeginning: RetainedBytes? { condition.withLock { state.reader.kept } }

  /// Seeks to an offset for which the reader has the preceding bytes, which can verify another
  /// validator of the same version.
  func seek(to offset: Int64, behind bytes: [UInt8]) throws(PlayerError) {
    condition.withLock { state.reader.offer(bytes, before: offset) }
    try seek(to: offset)
  }

  // MARK: TitledStream

  func takeMetadata() -> StreamMetadata? {
    condition.withLock { state.reader.takeMetadata() }
  }

  var isLive: Bool { condition.withLock { state.reader.isLive } }
  var isEndless: Bool { condition.withLock { state.reader.isEndless } }

  // MARK: Waiting

  /// Waits until `poll` returns a value. Returns `nil` if the stream is cancelled.
  ///
  /// If the server is silent for too long, the reader fails, and `poll` returns its error. While
  /// the source renews the address, only the renewal timeout counts.
  private func waitFor<Value>(_ poll: (inout State) -> Value?) -> Value? {
    condition.withLock {
      perform(state.reader.begin(), &state)
      let start = SuspendingClock.now
      while !state.isCancelled {
        state.reader.now = Self.now
        if let value = poll(&state) { return value }
        if state.isCancelled { break }
        let deadline = state.renewal?.deadline ?? max(state.lastProgress, start) + timeout
        let left = SuspendingClock.now.duration(to: deadline)
        if state.isResting {
          condition.wait()
        } else if left > .zero {
          condition.wait(atMost: left)
        } else if state.renewal != nil {
          giveUpRenewal(&state)
        } else {
          perform(state.reader.stalled(), &state)
        }
      }
      return nil
    }
  }

  private func giveUpRenewal(_ state: inout State) {
    state.renewal?.task.cancel()
    state.renewal = nil
    state.lastProgress = SuspendingClock.now
    perform(state.reader.renewalFailed(HTTPFailure.stalled), &state)
  }

  private func withState<Value>(_ body: (inout State) -> Value) -> Value {
    condition.withLock {
      defer { condition.broadcast() }
      return body(&state)
    }
  }

  private func handle(_ event: HTTPEvent, of serial: Int) {
    withState { state in
      guard state.exchanges[serial] != nil else { return }
      state.lastProgress = SuspendingClock.now
      state.reader.now = Self.now
      switch event {
      case .redirected:
        state.reader.redirected(serial: serial)
      case .head(let answer):
        state.answer = answer
        state.origin = StreamOrigin(answer, askedAt: state.address.url)
        let head = MediaResponseHead(answer, askedAt: state.address.url)
        perform(state.reader.received(head, serial: serial), &state)
      case .data(let data):
        perform(state.reader.received(data, serial: serial), &state)
      case .end(let failure):
        perform(state.reader.finished(failure.map(HTTPFailure.error), serial: serial), &state)
        state.exchanges[serial] = nil
      }
    }
    if case .end = event { remember() }
  }

  private func send(_ request: HTTPReader.Request, _ state: inout State) {
    state.lastProgress = SuspendingClock.now
    let task = fetcher.fetch(HTTPTransportRequest(state.place ?? state.address, request)) {
      [weak self] event in
      self?.handle(event, of: request.serial)
    }
    // The engine is closed, so nothing will arrive.
    if task == nil { state.isCancelled = true }
    state.exchanges[request.serial] = task.map { .sent($0) }
  }

  private func send(_ request: HTTPReader.Request, after pause: Duration) -> Exchange {
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

  // Runs with the lock held: a fetcher only queues requests and does not call back.
  private func perform(_ actions: [HTTPReader.Action], _ state: inout State) {
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
      case .take(let serial, let count):
        if case .sent(let task)? = state.exchanges[serial] { task.acknowledge(count) }
      case .stay:
        state.place = state.answer.map { (state.place ?? state.address).redirected(to: $0) }
      case .goBack:
        state.place = nil
      case .forget:
        memory?.forget(state.address)
      case .renew:
        memory?.forget(state.address)
        guard !state.isCancelled, let renewal = state.address.renewal else { continue }
        let address = state.address
        let task = Task { [weak self] in
          let result = await address.renewed(by: renewal)
          self?.renewed(result)
        }
        state.renewal = Renewal(task: task, deadline: .now + renewalTimeout)
      }
    }
  }

  private func renewed(_ result: Result<HTTPAddress, PlayerError>) {
    withState { state in
      // The result came after the deadline.
      guard state.renewal != nil else { return }
      state.renewal = nil
      state.lastProgress = SuspendingClock.now
      switch result {
      case .success(let address):
        state.address = address
        perform(state.reader.renewed(), &state)
      case .failure(let error):
        perform(state.reader.renewalFailed(error), &state)
      }
    }
  }

  private static let origin = SuspendingClock.now
  private static var now: Duration { origin.duration(to: .now) }

  private static let cancelled = PlayerError(.interrupted, "The stream was cancelled.")
}

extension HTTPByteStream: LocatedStream {
  // Kept bytes were requested at the address itself, but a redirect at that time is no longer
  // known.
  var origin: StreamOrigin? {
    condition.withLock {
      let (url, reach) = (state.address.url, state.address.reach)
      return state.origin ?? StreamOrigin(url: url, reach: reach.ofUnknownServer(at: url))
    }
  }

  /// The current address, after renewals.
  var address: HTTPAddress { condition.withLock { state.address } }

  func leaveNothing() {
    condition.withLock { state.leavesNothing = true }
    remember()
  }
}

extension HTTPByteStream: BranchingStream {
  func hasReceived(until end: Int64) -> Bool {
    condition.withLock { state.reader.failure == nil && state.reader.window.end >= end }
  }

  var hasChanged: Bool {
    condition.withLock { state.reader.failure.map(HTTPFailure.isChange) ?? false }
  }

  func branch(_ limits: HTTPReader.Limits) -> (any ByteStream)? {
    let (reader, place) = condition.withLock { (state.reader, state.place ?? state.address) }
    guard reader.failure == nil, reader.isSeekable else { return nil }
    let isWhole = reader.window.isWhole && reader.total.map { reader.window.end >= $0 } == true
    guard reader.service == .parts ? reader.kept != nil : isWhole else { return nil }
    var address = place
    // One renewal at a time.
    address.renewal = nil
    return HTTPByteStream(
      address,
      fetcher: fetcher,
      timeout: timeout,
      memory: memory,
      limits: limits,
      kept: reader.kept,
      whole: reader.service == .whole ? reader.window : nil
    )
  }
}

extension StreamOrigin {
  init(_ answer: HTTPTransportResponse, askedAt url: URL) {
    self.init(
      url: answer.url ?? url,
      reach: answer.reach ?? .publicAlone,
      contentType: answer.fields[.contentType]
    )
  }
}

import PlayerKit
import PlayerKitHTTP
import PlayerKitSystem

/// Reads an HLS stream as one piece of media, part by part.
///
/// `@unchecked Sendable`: `state` is only accessed with `condition` locked. `assembler`, `cursor`
/// and `isOver` belong to the single reader.
final class HLSStream: TitledStream, TimedStream, @unchecked Sendable {
  /// The settings that all streams of a source share.
  struct Setting: Sendable {
    var address: HTTPAddress
    /// Returns the fetcher; `nil` if the engine is closed.
    var fetcher: @Sendable () -> (any HTTPFetcher)?
    var memory: HLSMemory
    /// The key for keeping the stream's knowledge; `nil` to keep nothing.
    var key: HLSMemory.Key?
    var limits = HLSReader.Limits()
    /// The start; `nil` for the playlist's.
    var position: Duration?
  }

  struct State {
    var reader: HLSReader
    var address: HTTPAddress
    var origin: StreamOrigin
    var renewal: Renewal?
    var exchanges: [Int: Exchange] = [:]
    /// The work for the reader's thread.
    var work: [Work] = []
    var isCancelled = false
    var hasBegun = false
    var timeline: StreamTimeline?
    var isLive = false
    var metadata: StreamMetadata?
    var jump = Duration.zero
  }

  /// Slow work, which the reader does without a lock.
  enum Work: Sendable {
    /// Reads a file.
    case file(HLSReader.Request)
    /// Parses a playlist; `serial` is `nil` if this stream did not request it.
    case playlist([UInt8], StreamOrigin, serial: Int?)
  }

  struct Renewal: Sendable {
    let task: Task<Void, Never>
    let deadline: SuspendingClock.Instant
  }

  /// A sent or pending request.
  enum Exchange: Sendable {
    case waiting(Task<Void, Never>)
    case sent(HLSExchange, HLSReader.Request, awaitedSince: SuspendingClock.Instant?)

    func cancel() {
      switch self {
      case .waiting(let task): task.cancel()
      case .sent(let exchange, _, _): exchange.cancel()
      }
    }
  }

  let setting: Setting
  let condition = Condition()
  var state: State
  var assembler = HLSAssembler()
  var cursor: HLSPartCursor?
  private var isOver = false
  private let begun = SuspendingClock.now

  /// - Parameter playlist: the bytes already read from `origin`.
  init(_ setting: Setting, playlist: [UInt8], from origin: StreamOrigin) {
    self.setting = setting
    state = State(reader: Self.reader(setting), address: setting.address, origin: origin)
    state.work = [.playlist(playlist, origin, serial: nil)]
  }

  /// Creates a stream that requests the playlist itself.
  init(_ setting: Setting) {
    self.setting = setting
    let address = setting.address
    let origin = StreamOrigin(url: address.url, reach: address.reach)
    state = State(reader: Self.reader(setting), address: address, origin: origin)
    withState { perform($0.reader.advance(now: .zero), &$0) }
  }

  /// Creates a stream that continues from what an earlier one knew.
  init(_ setting: Setting, _ item: HLSMemory.Item) {
    self.setting = setting
    let reader = HLSReader(
      item.presentation,
      position: setting.position?.seconds,
      canRenew: setting.address.renewal != nil,
      limits: setting.limits
    )
    state = State(reader: reader, address: item.address, origin: item.origin)
    withState { perform($0.reader.advance(now: .zero), &$0) }
  }

  private static func reader(_ setting: Setting) -> HLSReader {
    HLSReader(
      address: setting.address.url,
      position: setting.position?.seconds,
      canRenew: setting.address.renewal != nil,
      limits: setting.limits
    )
  }

  deinit {
    state.renewal?.task.cancel()
    for exchange in state.exchanges.values { exchange.cancel() }
  }

  // MARK: ByteStream

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(PlayerError) -> Int {
    guard !buffer.isEmpty else { return 0 }
    while !isOver {
      let count = take(into: buffer)
      if count > 0 { return count }
      switch wait() {
      case .part(let input): try begin(with: input)
      case .reference(let input): measure(input)
      case .end: isOver = true
      case .failed(let error): throw error
      case .wait: throw Self.cancelled
      }
    }
    return 0
  }

  func seek(to offset: Int64) throws(PlayerError) { throw HTTPFailure.notSeekable }
  var isSeekable: Bool { false }
  var size: Int64? { nil }

  func cancel() {
    withState { state in
      state.isCancelled = true
      state.renewal?.task.cancel()
      for exchange in state.exchanges.values { exchange.cancel() }
      state.exchanges = [:]
      state.work = []
    }
  }

  func close() { cancel() }

  // MARK: Metadata and timeline

  func takeMetadata() -> StreamMetadata? {
    withState { state in
      defer { state.metadata = nil }
      return state.metadata
    }
  }

  func takeJump() -> Duration? {
    withState { state in
      defer { state.jump = .zero }
      return state.jump > .zero ? state.jump : nil
    }
  }

  var isLive: Bool { condition.withLock { state.isLive || state.reader.isLive } }

  var timeline: StreamTimeline? { condition.withLock { state.timeline } }

  // MARK: Access for extensions

  var now: Duration { begun.duration(to: .now) }

  func withState<Value>(_ body: (inout State) -> Value) -> Value {
    condition.withLock {
      defer { condition.broadcast() }
      return body(&state)
    }
  }

  private static let cancelled = PlayerError(.interrupted, "The stream was cancelled.")
}

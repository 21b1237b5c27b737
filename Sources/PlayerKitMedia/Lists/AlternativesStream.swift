import PlayerKit
import PlayerKitSystem

/// A stream of the first of several sources that can be played.
///
/// When a live stream ends for good, the stream continues with an untried source of the same type.
/// If none works, it waits for the first one.
///
/// Serial, as ``ByteStream`` requires; only ``cancel()``, ``isLive``, ``isEndless`` and properties
/// that do not read may be used from other threads.
final class AlternativesStream: ForwardingStream {
  /// A replacement for all the sources.
  struct Replacement: Sendable {
    var make: @Sendable () -> any ByteStream
    /// Opens it as a stream that was heard before.
    var again: @Sendable () -> any ByteStream
  }

  private struct State {
    var stream: any ByteStream
    /// The sources not tried yet.
    var others: ArraySlice<@Sendable () -> any ByteStream>
    /// Opens the first source as one that was heard before.
    var again: (@Sendable () -> any ByteStream)?
    /// Finds a replacement for all sources.
    var find: (@Sendable () async throws -> Replacement)?
    var search: Search<Replacement>?
    var isSettled = false
    var isCancelled = false
    var failure: PlayerError?
    /// The first bytes, until they are read.
    var head: ArraySlice<UInt8> = []
    /// Whether nothing was read yet.
    var isFresh = true
  }

  private let longestSearch: Duration
  private let state: Locked<State>

  /// - Parameters:
  ///   - again: opens the first source as one that was heard before, so that it is waited for.
  ///   - find: finds a replacement for all sources if none can be read.
  ///   - longestSearch: after this time, no further source is tried.
  init(
    _ first: any ByteStream,
    others: [@Sendable () -> any ByteStream],
    again: (@Sendable () -> any ByteStream)? = nil,
    find: (@Sendable () async throws -> Replacement)? = nil,
    longestSearch: Duration = .seconds(60)
  ) {
    self.longestSearch = longestSearch
    state = Locked(State(stream: first, others: others[...], again: again, find: find))
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(PlayerError) -> Int {
    let stream = try settled()
    guard !buffer.isEmpty else { return 0 }
    if let count = takeHead(into: buffer) { return count }
    let mayGoOn = Self.mayGoOn(stream)
    do throws(PlayerError) {
      return try stream.read(into: buffer)
    } catch {
      guard mayGoOn, goesOn(from: stream, error) else { throw error }
      return try read(into: buffer)
    }
  }

  /// - Returns: `nil` if the first bytes are used up.
  private func takeHead(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    state.withLock { state in
      state.isFresh = false
      guard !state.head.isEmpty else { return nil }
      let piece = state.head.prefix(buffer.count)
      buffer.copyBytes(from: piece)
      state.head = state.head.dropFirst(piece.count)
      return piece.count
    }
  }

  func seek(to offset: Int64) throws(PlayerError) {
    let stream = try settled()
    if offset == 0, state.withLock(\.isFresh) { return }
    state.withLock { state in
      state.head = []
      state.isFresh = false
    }
    try stream.seek(to: offset)
  }

  var isSeekable: Bool { (try? settled())?.isSeekable ?? false }
  var size: Int64? { (try? settled())?.size }

  func cancel() {
    let (stream, search) = state.withLock { state in
      state.isCancelled = true
      return (state.stream, state.search)
    }
    search?.cancel()
    stream.cancel()
  }

  var current: any ByteStream { state.withLock(\.stream) }

  /// Tries the sources in turn, on the first call. If one turns out to be a list, other sources
  /// would not help.
  private func settled() throws(PlayerError) -> any ByteStream {
    let (isSettled, failure, known) = state.withLock { ($0.isSettled, $0.failure, $0.stream) }
    if let failure { throw failure }
    if isSettled { return known }
    return try settle(on: known)
  }

  /// - Parameter isWanted: whether a working stream is acceptable.
  @discardableResult
  private func settle(
    on first: any ByteStream,
    where isWanted: (any ByteStream) -> Bool = { _ in true }
  ) throws(PlayerError) -> any ByteStream {
    let end = SuspendingClock.now + longestSearch
    var stream = first
    while true {
      do throws(PlayerError) {
        var head = [UInt8](repeating: 0, count: PageSignature.enough)
        let count = try stream.read(into: &head)
        if PageSignature.isKnown(Array(head.prefix(count))) { throw HTTPFailure.page }
        guard isWanted(stream) else { throw HTTPFailure.changed }
        state.withLock { state in
          (state.isSettled, state.failure) = (true, nil)
          state.head = head.prefix(count)
        }
        return stream
      } catch {
        guard error.expansion == nil, .now < end,
          let next = turnToNext() ?? turnToFound(within: end - .now)
        else {
          state.withLock { $0.failure = error }
          throw error
        }
        stream = next
      }
    }
  }

  /// Switches to another source when a live stream has ended.
  ///
  /// - Returns: whether there is one.
  private func goesOn(from old: any ByteStream, _ failure: PlayerError) -> Bool {
    let type = Self.type(of: old)
    if let type, MediaResponseHead.isList(type) { return false }
    var next = turnToNext() ?? turnToFirst()
    while let stream = next {
      do throws(PlayerError) {
        try settle(on: stream) { stream in
          Self.mayGoOn(stream) && Self.isSame(type, Self.type(of: stream))
        }
        return true
      } catch {
        next = turnToFirst()
      }
    }
    // The original failure is more informative.
    state.withLock { $0.failure = failure }
    return false
  }

  /// Returns whether another stream's bytes could precede or follow; not if the stream has its own
  /// clock.
  private static func mayGoOn(_ stream: any ByteStream) -> Bool {
    (stream as? any TitledStream)?.isEndless == true
      && (stream as? any TimedStream)?.timeline == nil
  }

  /// Returns the media type of a stream, without parameters and in lower case; `nil` if its server
  /// does not state it.
  private static func type(of stream: any ByteStream) -> String? {
    (stream as? any LocatedStream)?.origin?.contentType.map(MediaResponseHead.essence)
  }

  /// Returns whether one type can follow the other; `true` if one is unknown.
  private static func isSame(_ type: String?, _ other: String?) -> Bool {
    type == nil || other == nil || type == other
  }

  private func turnToNext() -> (any ByteStream)? { turn { $0.others.popFirst() } }

  /// Switches to the first source again, once.
  private func turnToFirst() -> (any ByteStream)? {
    turn { state in
      defer { state.again = nil }
      return state.again
    }
  }

  /// Asks for a replacement and waits for the answer, once.
  private func turnToFound(within time: Duration) -> (any ByteStream)? {
    let search = state.withLock { state -> Search<Replacement>? in
      defer { state.find = nil }
      guard let find = state.find, !state.isCancelled else { return nil }
      state.search = Search(find)
      return state.search
    }
    guard let found = search?.value(within: time) else { return nil }
    return turn { state in
      state.again = found.again
      return found.make
    }
  }

  private func turn(
    to choice: (inout State) -> (@Sendable () -> any ByteStream)?
  ) -> (any ByteStream)? {
    let make = state.withLock { $0.isCancelled ? nil : choice(&$0) }
    // Opened without a lock.
    guard let stream = make?() else { return nil }
    let (old, isCancelled) = state.withLock { state in
      defer { state.stream = stream }
      return (state.stream, state.isCancelled)
    }
    old.close()
    if isCancelled { stream.cancel() }
    return stream
  }
}

/// Opens the first of several sources that can be read.
struct AlternativesSource: ByteSource {
  /// The situation in which a source is opened.
  enum Turn: Sendable {
    /// Others are tried after it.
    case inTurn
    case last
    /// It was heard before, and no other is left.
    case again
  }

  private let first: any ByteSource
  private let others: [@Sendable () -> any ByteStream]
  private let again: @Sendable () -> any ByteStream
  private let find: (@Sendable () async throws -> AlternativesStream.Replacement)?

  /// - Parameter open: opens one source; later ones only if those before can't be read.
  init(_ source: MediaSource, open: @escaping @Sendable (MediaSource, Turn) -> any ByteSource) {
    var own = source
    own.alternatives = []
    own.replacement = nil
    let others = source.alternatives.prefix(MediaSource.maximumAlternatives)
    let mayBeReplaced = source.replacement != nil
    first = open(own, others.isEmpty && !mayBeReplaced ? .last : .inTurn)
    self.others = others.enumerated().map { index, other -> (@Sendable () -> any ByteStream) in
      let isLast = index == others.count - 1 && !mayBeReplaced
      return { open(other, isLast ? .last : .inTurn).makeStream() }
    }
    again = { [own] in open(own, .again).makeStream() }
    guard let replacement = source.replacement else {
      find = nil
      return
    }
    find = {
      var found = try await replacement()
      found.replacement = nil
      return AlternativesStream.Replacement(
        make: { [found] in open(found, .last).makeStream() },
        again: { [found] in open(found, .again).makeStream() }
      )
    }
  }

  func makeStream() -> any ByteStream {
    AlternativesStream(first.makeStream(), others: others, again: again, find: find)
  }
}

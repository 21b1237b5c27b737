import Foundation
import PlayerKitSystem
import PlayerKitWebServer

/// The WebSocket of a page, between its connection and the host.
///
/// Threads: any. It never waits for the page. A page that reads more slowly than it is written to
/// loses its connection.
final class PageSession: WebSocketSession, PageLink {
  private static let maximumWaiting = 1_024

  private struct State {
    var frames: [Data] = []
    /// The payload of the last unanswered ping of the browser.
    var pong: Data?
    var closing: WebSocketClose?
    /// The connection's number at the host.
    var id: Int?
    var hasEnded = false
  }

  private let host: PageHost
  private let didGainTrust: @Sendable () -> Void
  private let state = Locked(State())
  private let wakes: AsyncStream<Void>
  private let waker: AsyncStream<Void>.Continuation

  init(_ host: PageHost, _ didGainTrust: @escaping @Sendable () -> Void) {
    self.host = host
    self.didGainTrust = didGainTrust
    (wakes, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    let id = host.connect(self)
    state.withLock { $0.id = id }
  }

  // MARK: - For the connection

  func received(_ text: Data) {
    if let id = state.withLock(\.id) { host.received(text, from: id) }
  }

  func received(ping: Data) {
    state.withLock { $0.pong = ping }
    waker.yield()
  }

  func send(by write: (Data) async throws -> Void) async throws {
    for await _ in wakes {
      while let frame = next() { try await write(frame) }
    }
    if let reason = state.withLock(\.closing) { try await write(WebSocketEncoder.close(reason)) }
  }

  func close(_ reason: WebSocketClose) {
    state.withLock { state in
      state.closing = state.closing ?? reason
      // Nothing follows the close.
      state.frames = []
    }
    waker.finish()
  }

  func closed() {
    let id = state.withLock { state -> Int? in
      guard !state.hasEnded else { return nil }
      state.hasEnded = true
      return state.id
    }
    waker.finish()
    if let id { host.disconnect(id) }
  }

  // MARK: - For the host

  func trust() { didGainTrust() }

  func send(_ envelope: PageEnvelope) {
    let json = envelope.json
    let isSlow = state.withLock { state in
      guard state.closing == nil else { return false }
      state.frames.append(WebSocketEncoder.text(json))
      return state.frames.count > Self.maximumWaiting
    }
    if isSlow { close(.tooSlow) } else { waker.yield() }
  }

  // MARK: - Parts

  private func next() -> Data? {
    state.withLock { state in
      guard state.closing == nil else { return nil }
      if let pong = state.pong.take() { return WebSocketEncoder.pong(pong) }
      return state.frames.isEmpty ? nil : state.frames.removeFirst()
    }
  }
}

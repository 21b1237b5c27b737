import HTTPTypes
import PlayerKitSystem

/// Combines equal concurrent requests into one.
///
/// Two calls are equal if method, address, header fields, body and limits are equal. Only GET and
/// HEAD are combined. A canceled caller leaves at once without affecting the others. When all have
/// left, the request is canceled, and a later equal call starts a new one. All callers get the same
/// reply or error.
public final class SingleFlightTransport: HTTPTransport {
  private struct Flight {
    let number: Int
    let reply = Promise<HTTPReply>()
    var waiters = 0
    var task: Task<Void, Never>?
  }

  private struct State {
    var flightsSeen = 0
    var flights: [HTTPCall: Flight] = [:]
  }

  private let base: any HTTPTransport
  private let state = Locked(State())

  /// Makes a transport around another.
  public init(_ base: any HTTPTransport) {
    self.base = base
  }

  /// The number of callers that wait for replies.
  public var waiting: Int {
    state.withLock { $0.flights.values.reduce(0) { $0 + $1.waiters } }
  }

  /// Sends a call, or waits for the reply to an equal one.
  public func send(_ call: HTTPCall) async throws -> HTTPReply {
    guard [.get, .head].contains(call.request.method) else { return try await base.send(call) }
    try Task.checkCancellation()
    let flight = join(call)
    do {
      return try await flight.reply.value()
    } catch {
      leave(call, flight.number)
      throw error
    }
  }

  private func join(_ call: HTTPCall) -> Flight {
    state.withLock { state in
      var flight = state.flights[call] ?? start(call, &state)
      flight.waiters += 1
      state.flights[call] = flight
      return flight
    }
  }

  /// Creating a task under the lock is safe: it runs elsewhere.
  private func start(_ call: HTTPCall, _ state: inout State) -> Flight {
    state.flightsSeen += 1
    var flight = Flight(number: state.flightsSeen)
    flight.task = Task { [reply = flight.reply, number = flight.number] in
      let result = await Result(of: { try await self.base.send(call) })
      self.state.withLock { state in
        if state.flights[call]?.number == number { state.flights[call] = nil }
      }
      reply.finish(result)
    }
    return flight
  }

  private func leave(_ call: HTTPCall, _ number: Int) {
    let abandoned = state.withLock { state -> Task<Void, Never>? in
      guard state.flights[call]?.number == number else { return nil }
      state.flights[call]?.waiters -= 1
      guard state.flights[call]?.waiters == 0 else { return nil }
      return state.flights.removeValue(forKey: call)?.task
    }
    abandoned?.cancel()
  }
}

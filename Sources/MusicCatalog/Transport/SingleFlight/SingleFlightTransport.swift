import HTTPTypes
import Locking

/// Makes one request of equal ones that are under way at once.
///
/// Equal is equal in everything: method, address, header fields, body and bounds. Only GET and HEAD
/// are joined. A caller that is cancelled leaves at once and takes nobody along; when all have left,
/// the request is cancelled, and an equal call that comes later starts a new one. All get one
/// answer, or one error.
public final class SingleFlightTransport: HTTPTransport {
  private struct Flight {
    let number: Int
    var waiters: [Int: Promise<HTTPReply>] = [:]
    var task: Task<Void, Never>?
  }

  private struct State {
    var numbers = 0
    var flights: [HTTPCall: Flight] = [:]
  }

  private let base: any HTTPTransport
  private let state = Locked(State())

  /// Makes a transport around another.
  public init(_ base: any HTTPTransport) {
    self.base = base
  }

  /// How many callers wait for answers.
  public var waiting: Int {
    state.withLock { $0.flights.values.reduce(0) { $0 + $1.waiters.count } }
  }

  /// Sends a call, or waits for the answer to an equal one.
  public func send(_ call: HTTPCall) async throws -> HTTPReply {
    guard [.get, .head].contains(call.request.method) else { return try await base.send(call) }
    try Task.checkCancellation()
    let waiter = Promise<HTTPReply>()
    let (number, flight) = join(call, waiter)
    do {
      return try await waiter.value()
    } catch {
      leave(call, number, flight)
      throw error
    }
  }

  private func join(_ call: HTTPCall, _ waiter: Promise<HTTPReply>) -> (Int, flight: Int) {
    state.withLock { state in
      state.numbers += 1
      let number = state.numbers
      var flight = state.flights[call] ?? Flight(number: number)
      flight.waiters[number] = waiter
      if flight.task == nil {
        // Making a task calls nothing: it runs elsewhere.
        flight.task = Task { [flight = flight.number] in
          let result: Result<HTTPReply, any Error>
          do { result = .success(try await self.base.send(call)) } catch {
            result = .failure(error)
          }
          self.land(call, flight, result)
        }
      }
      state.flights[call] = flight
      return (number, flight.number)
    }
  }

  private func land(_ call: HTTPCall, _ number: Int, _ result: Result<HTTPReply, any Error>) {
    let waiters = state.withLock { state -> [Promise<HTTPReply>] in
      guard let flight = state.flights[call], flight.number == number else { return [] }
      state.flights[call] = nil
      return Array(flight.waiters.values)
    }
    for waiter in waiters { waiter.finish(result) }
  }

  private func leave(_ call: HTTPCall, _ number: Int, _ flight: Int) {
    let abandoned = state.withLock { state -> Task<Void, Never>? in
      guard state.flights[call]?.number == flight else { return nil }
      state.flights[call]?.waiters[number] = nil
      guard state.flights[call]?.waiters.isEmpty == true else { return nil }
      return state.flights.removeValue(forKey: call)?.task
    }
    abandoned?.cancel()
  }
}

import HTTPTypes
import Logging
import PlayerKit

/// Logs a line for each exchange, at debug level, without secrets.
public struct LoggingTransport: HTTPTransport {
  private let base: any HTTPTransport
  private let logger: Logger
  private let clock: any PlaybackClock

  /// Makes a transport around another.
  public init(
    _ base: any HTTPTransport,
    logger: Logger,
    clock: any PlaybackClock = SystemPlaybackClock()
  ) {
    self.base = base
    self.logger = logger
    self.clock = clock
  }

  /// Sends the call, and logs the outcome.
  public func send(_ call: HTTPTransportRequest) async throws -> HTTPTransportResponse {
    let start = clock.uptime
    do {
      let reply = try await base.send(call)
      log(call, since: start, "\(reply.response.status.code), \(reply.body.count) bytes")
      return reply
    } catch {
      log(call, since: start, Self.name(of: error))
      throw error
    }
  }

  private func log(
    _ call: HTTPTransportRequest,
    since start: Duration,
    _ outcome: @autoclosure () -> String
  ) {
    guard logger.logLevel <= .debug else { return }
    let milliseconds = (clock.uptime - start) / .milliseconds(1)
    let address = Redaction.address(of: call.request)
    let time = String(Int(min(max(milliseconds, 0), 1e12).rounded()))
    logger.debug("\(call.request.method.rawValue) \(address): \(outcome()), \(time) ms")
  }

  /// Does not use the description of an unknown error of an app's transport, which may contain
  /// anything.
  private static func name(of error: any Error) -> String {
    switch error {
    case let error as CatalogError: error.code.rawValue
    case is CancellationError: "cancelled"
    default: "\(type(of: error))"
    }
  }
}

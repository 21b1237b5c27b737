import PlayerKit
import PlayerKitServices

/// Stores plays that are still to be sent. All services share one outbox.
///
/// All methods may be called on any thread. They return once their change is stored.
///
/// - Throws: `QueueStoreError` from each method.
public protocol ScrobbleOutbox: Sendable {
  /// Stores a listen for a service.
  func add(_ listen: Listen, for service: String) throws
  /// Returns the listens that wait for a service, oldest first. Unreadable listens are skipped and
  /// block no others.
  func waiting(for service: String, limit: Int) throws -> [WaitingListen]
  /// Returns the listens of one account that wait for a service, or of all accounts if it is `nil`.
  func waiting(for service: String, account: String?, limit: Int) throws -> [WaitingListen]
  /// Removes the unreadable listens of a service.
  ///
  /// - Returns: How many there were.
  func removeUnreadable(for service: String) throws -> Int
  /// Returns the number of listens that wait for a service.
  func count(for service: String) throws -> Int
  /// Removes listens that were sent or refused. Unknown numbers have no effect.
  func remove(_ numbers: [Int64]) throws
  /// Removes the listens of all services, so that they can't be recovered.
  func erase() throws
}

extension ScrobbleOutbox {
  /// Filters all listens that wait for the service.
  public func waiting(
    for service: String,
    account: String?,
    limit: Int
  ) throws -> [WaitingListen] {
    let all = try waiting(for: service, limit: account == nil ? limit : .max)
    return Array(all.lazy.filter { $0.isOf(account) }.prefix(max(limit, 0)))
  }

  /// Returns 0, because listens that are not serialized can always be read.
  public func removeUnreadable(for service: String) throws -> Int { 0 }
}

/// A waiting listen.
public struct WaitingListen: Sendable, Hashable {
  /// The number by which the outbox identifies it.
  public var number: Int64
  /// The listen.
  public var listen: Listen

  /// Makes a waiting listen.
  public init(number: Int64, listen: Listen) {
    self.number = number
    self.listen = listen
  }

  /// Whether it may be sent with an account.
  func isOf(_ account: String?) -> Bool {
    account == nil || listen.account == nil || listen.account == account
  }
}

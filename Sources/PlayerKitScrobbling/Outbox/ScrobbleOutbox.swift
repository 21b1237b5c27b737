import PlayerKit

/// What was heard and is still to be told. One for all services.
///
/// All methods may be called on any thread, and return when what they do is kept.
///
/// - Throws: `QueueStoreError` from each.
public protocol ScrobbleOutbox: Sendable {
  /// Keeps a listen for a service.
  func add(_ listen: Listen, for service: String) throws
  /// The oldest listens that wait for a service, oldest first. What can't be read is none of them, and in nobody's way.
  func waiting(for service: String, limit: Int) throws -> [WaitingListen]
  /// The same for an account: listens of other accounts are left out. `nil`: those of all accounts.
  func waiting(for service: String, account: String?, limit: Int) throws -> [WaitingListen]
  /// Takes out what waits for a service and can't be read any more.
  ///
  /// - Returns: how many these were.
  func removeUnreadable(for service: String) throws -> Int
  /// How many wait for a service.
  func count(for service: String) throws -> Int
  /// Takes out what was told, or can't be. Unknown numbers have no effect.
  func remove(_ numbers: [Int64]) throws
  /// Takes out everything, for all services: nothing of it can be read again.
  func erase() throws
}

extension ScrobbleOutbox {
  /// Reads all that wait for the service.
  public func waiting(
    for service: String,
    account: String?,
    limit: Int
  ) throws -> [WaitingListen] {
    let all = try waiting(for: service, limit: account == nil ? limit : .max)
    return Array(all.lazy.filter { $0.isOf(account) }.prefix(max(limit, 0)))
  }

  /// None: what is not written can always be read.
  public func removeUnreadable(for service: String) throws -> Int { 0 }
}

/// A listen that waits.
public struct WaitingListen: Sendable, Hashable {
  /// What the outbox knows it by.
  public var number: Int64
  /// The listen.
  public var listen: Listen

  /// Puts both together.
  public init(number: Int64, listen: Listen) {
    self.number = number
    self.listen = listen
  }

  /// Whether it may be sent with an account.
  func isOf(_ account: String?) -> Bool {
    account == nil || listen.account == nil || listen.account == account
  }
}

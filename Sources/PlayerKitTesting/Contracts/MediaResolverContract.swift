import PlayerKit

/// What every ``PlayerKit/MediaResolver`` of a service keeps, as checks that any test framework can run, as
/// those of ``BackendContract``.
public enum MediaResolverContract {
  /// One thing a resolver keeps.
  public typealias Check = ContractCheck<MediaResolverBench>

  /// All checks.
  public static let checks: [Check] = [
    Check("refuses a track of another service as an invalid item") { bench in
      try await bench.expectFailure(.invalidItem, of: bench.foreign)
      try bench.expect(bench.lookups() == 0, "the service was asked for a track of another one")
    },
    Check("fails for a track that the service does not have, and gives out nothing of it") {
      bench in
      try await bench.expectFailure(nil, of: bench.missing)
      let source = try? bench.resolver.resolveNow(bench.missing)
      try bench.expect(source == nil, "an address of a missing track is remembered")
    },
    Check("remembers an address: the service is asked once") { bench in
      let first = try await bench.address(of: bench.track)
      let second = try await bench.address(of: bench.track)
      try bench.expect(first == second, "another address without a reason")
      try bench.expect(bench.lookups() == 1, "asked \(bench.lookups()) times")
    },
    Check("gives out the header fields with the address, also what it remembers and renews") {
      bench in
      let first = try await bench.resolver.resolve(bench.track)
      let known = try bench.resolver.resolveNow(bench.track)
      let renewed = try await first.renewal?()
      for source in [first, known, renewed].compactMap(\.self) {
        try bench.expect(source.headers == bench.headers, "header fields \(source.headers.keys)")
      }
    },
    Check("gives all who ask at once the same") { bench in
      try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<20 { group.addTask { try await bench.address(of: bench.track) } }
        for try await _ in group {}
      }
      let settled = try await bench.address(of: bench.track)
      let known = try bench.resolver.resolveNow(bench.track)
      try bench.expect(known.map(bench.text) == settled, "not remembered")
    },
    Check("forgets what failed, and asks the service again") { bench in
      _ = try await bench.address(of: bench.track)
      bench.resolver.forget(bench.track, after: PlayerError(.forbidden, "refused"))
      try bench.expect(
        try bench.resolver.resolveNow(bench.track) == nil,
        "what failed is given out again"
      )
      _ = try await bench.address(of: bench.track)
      try bench.expect(bench.lookups() == 2, "asked \(bench.lookups()) times")
    },
    Check("forgets nothing of one track for the failure of another") { bench in
      _ = try await bench.address(of: bench.track)
      bench.resolver.forget(bench.missing, after: PlayerError(.forbidden, "refused"))
      bench.resolver.forget(bench.foreign, after: PlayerError(.forbidden, "refused"))
      try bench.expect(try bench.resolver.resolveNow(bench.track) != nil, "forgotten")
    },
    Check("gives out no address that has expired") { bench in
      guard let expire = bench.expire else { return }
      _ = try await bench.address(of: bench.track)
      await expire()
      try bench.expect(
        try bench.resolver.resolveNow(bench.track) == nil,
        "an expired address is given out"
      )
      _ = try await bench.address(of: bench.track)
      try bench.expect(bench.lookups() == 2, "asked \(bench.lookups()) times")
    },
    Check("renews an address that is refused, and remembers the new one") { bench in
      guard bench.expire != nil else { return }
      let source = try await bench.resolver.resolve(bench.track)
      guard let renewal = source.renewal else {
        throw ContractViolation("an address that expires has no renewal")
      }
      let renewed = try await renewal()
      try bench.expect(bench.lookups() == 2, "asked \(bench.lookups()) times")
      let known = try bench.resolver.resolveNow(bench.track)
      try bench.expect(
        known.map(bench.text) == bench.text(renewed),
        "what was renewed is not remembered"
      )
    },
  ]
}

extension ContractCheck where Harness == MediaResolverBench {
  init(_ description: String, _ body: @escaping @Sendable (MediaResolverBench) async throws -> Void)
  {
    self.init(description: description, body: body)
  }
}

/// A fresh resolver, and what is known of its service.
public struct MediaResolverBench: Sendable {
  /// The resolver, with nothing remembered.
  public var resolver: any MediaResolver
  /// A track that the service has.
  public var track: any Track
  /// A track of the service's type that it does not have.
  public var missing: any Track
  /// A track of another service.
  public var foreign: any Track
  /// The header fields of the track's addresses.
  public var headers: [String: String]
  /// How often the service was asked for an address.
  public var lookups: @Sendable () -> Int
  /// Moves the clock on until the addresses have expired; `nil`: they don't.
  public var expire: (@Sendable () async -> Void)?

  /// Makes a bench.
  public init(
    resolver: any MediaResolver,
    track: any Track,
    missing: any Track,
    foreign: any Track,
    headers: [String: String] = [:],
    lookups: @escaping @Sendable () -> Int,
    expire: (@Sendable () async -> Void)? = nil
  ) {
    self.resolver = resolver
    self.track = track
    self.missing = missing
    self.foreign = foreign
    self.headers = headers
    self.lookups = lookups
    self.expire = expire
  }

  func expect(_ condition: Bool, _ message: @autoclosure () -> String) throws {
    if !condition { throw ContractViolation(message()) }
  }

  func expectFailure(_ code: PlayerError.Code?, of track: any Track) async throws {
    do {
      _ = try await resolver.resolve(track)
    } catch {
      let found = PlayerError(resolving: error).code
      try expect(code == nil || found == code, "failed as \(found.rawValue)")
      return
    }
    throw ContractViolation("an address of \(track.id)")
  }

  func address(of track: any Track) async throws -> String {
    text(try await resolver.resolve(track))
  }

  func text(_ source: MediaSource) -> String { "\(source.location)" }
}

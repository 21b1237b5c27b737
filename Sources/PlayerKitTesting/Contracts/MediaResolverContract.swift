import PlayerKit

/// The contract of ``PlayerKit/MediaResolver`` for a service, as checks that any test framework can
/// run. See ``BackendContract`` for an example.
public enum MediaResolverContract {
  /// One requirement of the contract.
  public typealias Check = ContractCheck<MediaResolverFixture>

  /// All checks.
  public static let checks: [Check] = [
    Check("refuses a track of another service as an invalid item") { fixture in
      try await fixture.expectFailure(.invalidItem, of: fixture.foreign)
      try fixture.expect(fixture.lookups() == 0, "the service was asked for a track of another one")
    },
    Check("fails for a track that the service does not have, and gives out nothing of it") {
      fixture in
      try await fixture.expectFailure(nil, of: fixture.missing)
      let source = try? fixture.resolver.resolveNow(fixture.missing)
      try fixture.expect(source == nil, "an address of a missing track is remembered")
    },
    Check("remembers an address: the service is asked once") { fixture in
      let first = try await fixture.address(of: fixture.track)
      let second = try await fixture.address(of: fixture.track)
      try fixture.expect(first == second, "another address without a reason")
      try fixture.expect(fixture.lookups() == 1, "asked \(fixture.lookups()) times")
    },
    Check("gives out the header fields with the address, also what it remembers and renews") {
      fixture in
      let first = try await fixture.resolver.resolve(fixture.track)
      let known = try fixture.resolver.resolveNow(fixture.track)
      let renewed = try await first.renewal?()
      for source in [first, known, renewed].compactMap(\.self) {
        try fixture.expect(
          source.headers == fixture.headers,
          "header fields \(source.headers.keys)"
        )
      }
    },
    Check("gives all who ask at once the same") { fixture in
      try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<20 { group.addTask { try await fixture.address(of: fixture.track) } }
        for try await _ in group {}
      }
      let settled = try await fixture.address(of: fixture.track)
      let known = try fixture.resolver.resolveNow(fixture.track)
      try fixture.expect(known.map(fixture.text) == settled, "not remembered")
    },
    Check("forgets what failed, and asks the service again") { fixture in
      _ = try await fixture.address(of: fixture.track)
      fixture.resolver.forget(fixture.track, after: PlayerError(.forbidden, "refused"))
      try fixture.expect(
        try fixture.resolver.resolveNow(fixture.track) == nil,
        "what failed is given out again"
      )
      _ = try await fixture.address(of: fixture.track)
      try fixture.expect(fixture.lookups() == 2, "asked \(fixture.lookups()) times")
    },
    Check("forgets nothing of one track for the failure of another") { fixture in
      _ = try await fixture.address(of: fixture.track)
      fixture.resolver.forget(fixture.missing, after: PlayerError(.forbidden, "refused"))
      fixture.resolver.forget(fixture.foreign, after: PlayerError(.forbidden, "refused"))
      try fixture.expect(try fixture.resolver.resolveNow(fixture.track) != nil, "forgotten")
    },
    Check("gives out no address that has expired") { fixture in
      guard let expire = fixture.expire else { return }
      _ = try await fixture.address(of: fixture.track)
      await expire()
      try fixture.expect(
        try fixture.resolver.resolveNow(fixture.track) == nil,
        "an expired address is given out"
      )
      _ = try await fixture.address(of: fixture.track)
      try fixture.expect(fixture.lookups() == 2, "asked \(fixture.lookups()) times")
    },
    Check("renews an address that is refused, and remembers the new one") { fixture in
      guard fixture.expire != nil else { return }
      let source = try await fixture.resolver.resolve(fixture.track)
      guard let renewal = source.renewal else {
        throw ContractViolation("an address that expires has no renewal")
      }
      let renewed = try await renewal()
      try fixture.expect(fixture.lookups() == 2, "asked \(fixture.lookups()) times")
      let known = try fixture.resolver.resolveNow(fixture.track)
      try fixture.expect(
        known.map(fixture.text) == fixture.text(renewed),
        "what was renewed is not remembered"
      )
    },
  ]
}

extension ContractCheck where Harness == MediaResolverFixture {
  init(
    _ description: String,
    _ body: @escaping @Sendable (MediaResolverFixture) async throws -> Void
  ) {
    self.init(description: description, body: body)
  }
}

/// A new resolver, with test data of its service.
public struct MediaResolverFixture: Sendable {
  /// The resolver. It has nothing cached.
  public var resolver: any MediaResolver
  /// A track that the service has.
  public var track: any Track
  /// A track of the service's type that the service does not have.
  public var missing: any Track
  /// A track of another service.
  public var foreign: any Track
  /// The header fields of the track's URLs.
  public var headers: [String: String]
  /// Returns the number of times that the resolver requested a URL from the service.
  public var lookups: @Sendable () -> Int
  /// Moves the clock until the URLs have expired. `nil` if they don't expire.
  public var expire: (@Sendable () async -> Void)?

  /// Makes a fixture.
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

import HTTPTypes
import PlayerKitAppleMusic
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@Suite("The observer of capabilities", .tags(.local))
struct CapabilitiesObserverTests {
  typealias Observer = AppleMusic.CapabilitiesObserver
  typealias Known = CapabilitiesTests

  private let refusal = #"{"errors":[{"code":"40015","status":"400"}]}"#

  /// An observer whose probes a transport answers, as if a client sent them.
  private func observer(
    _ answer: @escaping @Sendable (String) async throws -> HTTPTransportResponse
  ) -> (Observer, StubTransport) {
    let transport = StubTransport { try await answer($0.request.path ?? "") }
    let observer = Observer { probe in
      try await transport.send(
        HTTPTransportRequest(
          HTTPRequest(method: .get, scheme: "https", authority: "a.example", path: probe.path)
        )
      )
    }
    return (observer, transport)
  }

  @Test("knows nothing, and requests nothing, before it is asked to")
  func startsEmpty() {
    let (observer, transport) = observer { _ in .text("") }
    #expect(observer.present == Known.nothing)
    #expect(transport.calls.isEmpty)
  }

  @Test("finds a subscriber")
  func findsSubscriber() async throws {
    let (observer, transport) = observer { _ in .text("{}") }
    #expect(try await observer.refresh() == Known.subscriber)
    #expect(observer.present == Known.subscriber)
    #expect(
      transport.calls.map(\.request.path)
        == ["/v1/test", "/v1/me/storefront", "/v1/me/library/songs?limit=1"]
    )
  }

  @Test("stops probing if the developer token is refused")
  func stopsAtDeveloperToken() async throws {
    let (observer, transport) = observer { _ in .text("", status: .unauthorized) }
    #expect(try await observer.refresh() == Known.noToken)
    #expect(transport.calls.count == 1)
  }

  @Test("stops probing if the user token is refused")
  func stopsAtUserToken() async throws {
    let (observer, transport) = observer { path in
      .text("", status: path.contains("/me/") ? .forbidden : .ok)
    }
    #expect(try await observer.refresh() == Known.signedOut)
    #expect(transport.calls.count == 2)
  }

  @Test("finds that there is no library, from an answer and from an error")
  func findsNoLibrary() async throws {
    let (answered, _) = observer { [refusal] path in
      path.contains("library") ? .text(refusal, status: .badRequest) : .text("")
    }
    #expect(try await answered.refresh() == Known.noLibrary)
    let (thrown, _) = observer { path in
      guard path.contains("library") else { return .text("") }
      throw CatalogError(
        .badRequest,
        "refused",
        httpStatus: 400,
        details: [.init(code: "40015")]
      )
    }
    #expect(try await thrown.refresh() == Known.noLibrary)
  }

  @Test("finds that there is no library also from a numeric code")
  func findsNumber() async throws {
    let (observer, _) = observer { path in
      guard path.contains("library") else { return .text("") }
      return .text(#"{"errors":["odd",{"code":40015}]}"#, status: .badRequest)
    }
    #expect(try await observer.refresh() == Known.noLibrary)
  }

  @Test("accepts a list that the service reports as empty")
  func findsEmptyLibrary() async throws {
    let (observer, _) = observer { path in
      guard path.contains("library") else { return .text("") }
      return .text(#"{"errors":[{"code":"40403","status":"404"}]}"#, status: .notFound)
    }
    #expect(try await observer.refresh() == Known.subscriber)
  }

  @Test("interprets a missing user token as signed out")
  func findsNobody() async throws {
    let (observer, _) = observer { path in
      guard path.contains("/me/") else { return .text("") }
      throw CatalogError.missingUserToken
    }
    #expect(try await observer.refresh() == Known.signedOut)
  }

  @Test("keeps its state if the network or the service fails, and throws")
  func keepsKnowledge() async throws {
    let (observer, _) = observer { _ in throw CatalogError(.unreachable, "no network") }
    observer.record(.developerTokenAccepted)
    observer.record(.libraryAccepted)
    #expect(await codeThrown { try await observer.refresh() } == .unreachable)
    #expect(observer.present == Known.subscriber)
    let (failing, _) = self.observer { _ in .text("<html>", status: .gatewayTimeout) }
    #expect(await codeThrown { try await failing.refresh() } == .serverError)
    #expect(failing.present == Known.nothing)
  }

  @Test("probes once for any number of concurrent callers")
  func sharesRound() async throws {
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let (observer, transport) = observer { path in
      if path == "/v1/test" { for await _ in gate { break } }
      return .text("")
    }
    try await withThrowingTaskGroup(of: AppleMusic.Capabilities.self) { group in
      group.addTask { try await observer.refresh() }
      try await eventually("the first probe") { transport.calls.count == 1 }
      for _ in 1...20 { group.addTask { try await observer.refresh() } }
      for _ in 1...100 { await Task.yield() }
      open.finish()
      for try await capabilities in group { #expect(capabilities == Known.subscriber) }
    }
    #expect(transport.calls.filter { $0.request.path == "/v1/test" }.count <= 2)
    #expect(transport.calls.count % 3 == 0)
  }

  @Test("gives each listener the current value first, and then only changes")
  func tellsChanges() async throws {
    let (observer, _) = observer { _ in .text("") }
    observer.record(.developerTokenAccepted)
    var first = observer.updates.makeAsyncIterator()
    var second = observer.updates.makeAsyncIterator()
    #expect(await first.next() == Known.catalog)
    #expect(await second.next() == Known.catalog)
    observer.record(.developerTokenAccepted)
    observer.record(.userTokenAccepted)
    observer.record(path: "/v1/me/library/songs", status: 200)
    #expect(await first.next() == Known.subscriber)
    var late = observer.updates.makeAsyncIterator()
    #expect(await late.next() == Known.subscriber)
    observer.record(.libraryRefused)
    #expect(await first.next() == Known.noLibrary)
    #expect(await second.next() == Known.noLibrary)
    #expect(await late.next() == Known.noLibrary)
    // A change and its reversal while no listener reads.
    observer.record(.userTokenMissing)
    observer.record(.libraryRefused)
    observer.finish()
    #expect(await first.next() == nil)
    #expect(await second.next() == nil)
  }

  @Test("ends its sequences when it is released, and when it is finished")
  func endsSequences() async {
    var observer: Observer? = Observer { _ in .text("") }
    var updates = observer?.updates.makeAsyncIterator()
    #expect(await updates?.next() == Known.nothing)
    observer = nil
    #expect(await updates?.next() == .some(nil))

    let finished = Observer { _ in .text("") }
    finished.record(.developerTokenAccepted)
    finished.finish()
    finished.finish()
    finished.record(.developerTokenRefused)
    var after = finished.updates.makeAsyncIterator()
    #expect(await after.next() == Known.catalog)
    #expect(await after.next() == nil)
  }

  @Test("releases a listener that is gone or cancelled")
  func dropsListeners() async throws {
    let (observer, _) = observer { _ in .text("") }
    let reading = Task {
      for await _ in observer.updates {}
      return true
    }
    reading.cancel()
    #expect(await reading.value)
    for await capabilities in observer.updates {
      #expect(capabilities == Known.nothing)
      break
    }
    observer.record(.developerTokenAccepted)
    #expect(observer.present == Known.catalog)
  }
}

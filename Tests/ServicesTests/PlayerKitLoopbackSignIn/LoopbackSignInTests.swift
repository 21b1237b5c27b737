#if Server
  import FlyingSocks
  import Foundation
  import HTTPTypes
  import PlayerKitSystem
  import PlayerKitLoopbackSignIn
  import PlayerKitServices
  import PlayerKitSpotify
  import PlayerKitTesting
  import TestSupport
  import Testing

  @Suite("A sign-in by a browser on this machine", .tags(.local))
  struct LoopbackSignInTests {
    let clock = ManualClock()
    /// Not the manual clock, which would stop the browser's time too.
    let browser = NetworkTransport()

    private func signIn(port: UInt16 = 0) -> LoopbackSignIn {
      LoopbackSignIn(port: port, timeLimit: .seconds(300), clock: clock)
    }

    private func run(
      _ signIn: LoopbackSignIn,
      open: @escaping @Sendable (URL) async throws -> Void
    ) async throws -> OAuthCode {
      try await signIn.run { redirect throws(CatalogError) in
        try OAuthSignIn(.spotify(clientID: "app-id"), redirectURI: redirect)
      } open: { url in
        try await open(url)
      }
    }

    /// The return address in the page that is shown.
    private struct Page: Sendable {
      let redirect: URL
      let state: String

      init(_ url: URL) throws {
        let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
        let fields = Dictionary(items.map { ($0.name, $0.value ?? "") }) { $0 + $1 }
        redirect = try #require(fields["redirect_uri"].flatMap { URL(string: $0) })
        state = try #require(fields["state"])
      }

      var port: UInt16 { UInt16(redirect.port ?? 0) }

      func call(_ query: String, path: String = "/callback") -> HTTPTransportRequest {
        HTTPTransportRequest(
          HTTPRequest(
            method: .get,
            scheme: "http",
            authority: "127.0.0.1:\(redirect.port ?? 0)",
            path: path + query.replacing("STATE", with: state)
          ),
          timeout: .seconds(20)
        )
      }
    }

    private func get(_ page: Page, _ query: String, path: String = "/callback") async throws
      -> (status: Int, text: String)
    {
      let reply = try await browser.send(page.call(query, path: path))
      return (reply.response.status.code, String(decoding: reply.body, as: UTF8.self))
    }

    @Test("returns the code, informs the user, and closes the port")
    func signsIn() async throws {
      let replies = Recorded<(status: Int, text: String)>()
      let pages = Recorded<Page>()
      let browsing = Locked<Task<Void, any Error>?>(nil)
      let code = try await run(signIn()) { url in
        let page = try Page(url)
        pages.append(page)
        browsing.withLock { browsing in
          browsing = Task {
            replies.append(try await get(page, "", path: "/favicon.ico"))
            replies.append(try await get(page, "?code=secret-code&state=STATE"))
          }
        }
      }
      #expect(code.secret == "secret-code")
      let page = try #require(pages.elements.first)
      #expect(page.redirect.absoluteString == "http://127.0.0.1:\(page.port)/callback")
      #expect(code.redirectURI == page.redirect.absoluteString)
      #expect(code.verifier?.count == 43)
      try await browsing.withLock { $0 }?.value
      #expect(replies.elements.map(\.status) == [404, 200])
      let text = try #require(replies.elements.last?.text)
      #expect(text.contains("You are signed in"))
      #expect(!text.contains("secret-code") && !text.contains(page.state))
      try await waitForClosedPort(page.port)
    }

    static let bad: [(String, CatalogError.Code, Int, String)] = [
      ("?error=access_denied&state=STATE", .accessDenied, 200, "not signed in"),
      ("?error=server_error&state=STATE", .badRequest, 400, "has failed"),
      ("?state=STATE", .malformedReply, 400, "has failed"),
    ]

    @Test(
      "is not ended by a redirect of another sign-in, which anyone could send",
      arguments: [
        "?code=stranger&state=wrong", "?code=stranger", "", "?error=access_denied&state=wrong",
        "?code=stranger&state=\(String(repeating: "A", count: 43))",
      ]
    )
    func ignoresForeign(query: String) async throws {
      let statuses = Recorded<Int>()
      let code = try await run(signIn()) { url in
        let page = try Page(url)
        statuses.append(try await get(page, query).status)
        statuses.append(try await get(page, "?code=mine&state=STATE").status)
      }
      #expect(code.secret == "mine")
      #expect(statuses.elements.first == 400)
    }

    @Test("fails with typed errors without a secret, and informs the user", arguments: bad)
    func fails(query: String, code: CatalogError.Code, status: Int, text: String) async throws {
      let replies = Recorded<(status: Int, text: String)>()
      let browsing = Locked<Task<Void, any Error>?>(nil)
      let error = await #expect(throws: CatalogError.self) {
        _ = try await run(signIn()) { url in
          let page = try Page(url)
          // Like a browser, it continues by itself when the app has what it needs.
          browsing.withLock { $0 = Task { replies.append(try await get(page, query)) } }
        }
      }
      #expect(error?.code == code)
      #expect(error.map { everythingShown(of: $0) }?.contains("secret") == false)
      try await browsing.withLock { $0 }?.value
      #expect(replies.elements.map(\.status) == [status])
      #expect(replies.elements.first?.text.contains(text) == true)
    }

    @Test("is not blocked by a connection that sends nothing, nor by malformed requests")
    func survivesNonsense() async throws {
      let lines = Recorded<AsyncSocket>()
      let code = try await run(signIn()) { url in
        let page = try Page(url)
        lines.append(try await connect(to: page.port))
        let noise = try await connect(to: page.port)
        lines.append(noise)
        try await noise.write(Data(repeating: 0x78, count: 40_000))
        let split = try await connect(to: page.port)
        lines.append(split)
        try await split.write(Data("GET /callback?code=c&sta".utf8))
        try await split.write(Data("te=\(page.state) HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
      }
      #expect(code.secret == "c")
      for line in lines.elements { try? line.close() }
    }

    @Test(
      "answers the browser despite hundreds of idle connections, long heads and endless bodies",
      .timeLimit(.minutes(1))
    )
    func survivesCrowd() async throws {
      let lines = Recorded<AsyncSocket>()
      let replies = Recorded<Int>()
      let code = try await run(signIn()) { url in
        let page = try Page(url)
        let large = try await connect(to: page.port)
        lines.append(large)
        // The server closes the connection before it has read everything.
        let head = Data("GET / HTTP/1.1\r\nA: ".utf8) + Data(repeating: 0x78, count: 8 << 20)
        await #expect(throws: (any Error).self) {
          try await large.write(head)
          while true { _ = try await large.read(atMost: 4_096) }
        }
        let endless = try await connect(to: page.port)
        lines.append(endless)
        let post = "POST / HTTP/1.1\r\nContent-Length: 100000000\r\n\r\n"
        try await endless.write(Data(post.utf8))
        replies.append(try await endless.read(bytes: 12).count)
        for _ in 0..<300 { lines.append(try await connect(to: page.port)) }
        let browser = try await connect(to: page.port)
        lines.append(browser)
        let path = "/callback?code=c&state=\(page.state)"
        try await browser.write(Data("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
      }
      #expect(code.secret == "c")
      #expect(replies.elements == [12])
      for line in lines.elements { try? line.close() }
    }

    @Test("reports that its port is in use")
    func reportsPortInUse() async throws {
      try await LoopbackServer.serving { _ in
      } _: { server in
        let error = await #expect(throws: CatalogError.self) {
          _ = try await run(signIn(port: server.port)) { _ in
            Issue.record("The page must not be shown.")
          }
        }
        #expect(error?.code == .portUnavailable)
      }
    }

    @Test("has a time limit, after which its port is free for the next attempt")
    func timesOut() async throws {
      let pages = Recorded<Page>()
      let attempt = Task { try await run(signIn()) { pages.append(try Page($0)) } }
      try await pages.wait(for: "the page") { $0.count == 1 }
      try await eventually("the time limit") { clock.nextDeadline != nil }
      clock.advance(by: .seconds(300))
      let error = await #expect(throws: CatalogError.self) { try await attempt.value }
      #expect(error?.code == .timedOut)
      let port = try #require(pages.elements.first?.port)
      try await waitForClosedPort(port)
      let code = try await run(signIn(port: port)) { url in
        let page = try Page(url)
        #expect(page.port == port)
        _ = try await get(page, "?code=again&state=STATE")
      }
      #expect(code.secret == "again")
    }

    @Test("ends with its task, and if the browser cannot be opened")
    func ends() async throws {
      struct NoBrowser: Error {}
      await #expect(throws: NoBrowser.self) { try await run(signIn()) { _ in throw NoBrowser() } }
      let pages = Recorded<Page>()
      let attempt = Task { try await run(signIn()) { pages.append(try Page($0)) } }
      try await pages.wait(for: "the page") { $0.count == 1 }
      attempt.cancel()
      await #expect(throws: CancellationError.self) { try await attempt.value }
      try await waitForClosedPort(try #require(pages.elements.first?.port))
    }

    @Test("needs a valid path", arguments: ["", "callback", "/a?b", "/a#b", "/a b", "/ä"])
    func refusesPath(path: String) async {
      let signIn = LoopbackSignIn(path: path)
      let code = await codeThrown { _ = try await run(signIn) { _ in } }
      #expect(code == .invalidArgument)
    }

    private func connect(to port: UInt16) async throws -> AsyncSocket {
      try await AsyncSocket.connected(
        to: .inet(ip4: "127.0.0.1", port: port),
        pool: SocketPool<Poll>.client
      )
    }

    private func waitForClosedPort(_ port: UInt16) async throws {
      try await eventually("the port is closed") {
        guard let line = try? await connect(to: port) else { return true }
        try? line.close()
        return false
      }
    }
  }
#endif

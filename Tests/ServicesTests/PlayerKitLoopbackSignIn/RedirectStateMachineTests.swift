#if Server
  import PlayerKitServices
  import PlayerKitWebServer
  import TestSupport
  import Testing

  @testable import PlayerKitLoopbackSignIn

  @Suite("The server for one redirect", .tags(.pure))
  struct RedirectStateMachineTests {
    private var machine = RedirectStateMachine(path: "/callback")

    @Test("accepts one redirect, and answers other requests politely")
    mutating func takesOne() {
      #expect(machine.requested(.get, path: "/callback") == .read)
      let end1 = machine.redirected(failure: nil)
      #expect(end1.page == .success && end1.isTaken)
      #expect(machine.requested(.get, path: "/callback") == .page(.answered))
      // A request that was being read at the same time.
      let end2 = machine.redirected(failure: nil)
      #expect(end2.page == .answered && !end2.isTaken)
    }

    @Test(
      "is not ended by other requests",
      arguments: [
        (HTTPRequestHead.Method.get, "/favicon.ico", RedirectPage.missing), (.get, "/", .missing),
        (.get, "/callback/", .missing), (.get, "/Callback", .missing),
        (.head, "/callback", .wrongMethod), (.post, "/callback", .wrongMethod),
      ]
    )
    mutating func ignores(method: HTTPRequestHead.Method, path: String, page: RedirectPage) {
      #expect(machine.requested(method, path: path) == .page(page))
      #expect(machine.requested(.get, path: "/callback") == .read)
    }

    @Test("refuses a redirect of another sign-in, and continues to wait")
    mutating func refusesForeign() {
      for _ in 1...3 {
        let foreign = CatalogError(.stateMismatch, "other")
        let end3 = machine.redirected(failure: foreign)
        #expect(end3.page == .foreign && !end3.isTaken)
        #expect(machine.requested(.get, path: "/callback") == .read)
      }
      let end4 = machine.redirected(failure: nil)
      #expect(end4.page == .success && end4.isTaken)
    }

    @Test(
      "shows the result of the sign-in",
      arguments: [
        (CatalogError.Code.accessDenied, RedirectPage.denied), (.badRequest, .failed),
        (.malformedReply, .failed),
      ]
    )
    mutating func shows(code: CatalogError.Code, page: RedirectPage) {
      let end5 = machine.redirected(failure: CatalogError(code, "no"))
      #expect(end5.page == page && end5.isTaken)
    }

    @Test("shows a page that stores nothing")
    func writesPage() {
      let text = String(decoding: RedirectPage.success.body, as: UTF8.self)
      #expect(text.contains("You are signed in"))
      #expect(text.contains("history.replaceState"))
      let fields = RedirectPage.success.answer.fields + RedirectPage.headers
      #expect(fields.contains { $0 == ("Cache-Control", "no-store") })
      #expect(fields.contains { $0 == ("Referrer-Policy", "no-referrer") })
    }
  }
#endif

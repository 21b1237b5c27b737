#if Server
  import Foundation
  import PlayerKitWebServer

  /// A page that the browser shows at the end of a sign-in. It contains nothing from the request.
  struct RedirectPage: Sendable, Hashable {
    let status: Int
    let title: String
    let text: String

    static let success = RedirectPage(
      status: 200,
      title: "You are signed in",
      text: "The service has let the app in. You can close this page and go back to the app."
    )
    static let denied = RedirectPage(
      status: 200,
      title: "You are not signed in",
      text: "The app was not let in. You can close this page and go back to the app."
    )
    static let failed = RedirectPage(
      status: 400,
      title: "The sign-in has failed",
      text: "The service came back with an error. Go back to the app and sign in again."
    )
    static let foreign = RedirectPage(
      status: 400,
      title: "This is another sign-in",
      text: "This page does not belong to the sign-in that the app has asked for. The app goes on "
        + "waiting for that."
    )
    static let answered = RedirectPage(
      status: 409,
      title: "This was answered already",
      text: "The app has what it needs. You can close this page."
    )
    static let missing = RedirectPage(
      status: 404,
      title: "There is nothing here",
      text: "This address serves a sign-in, and only until it is done."
    )
    static let wrongMethod = RedirectPage(
      status: 405,
      title: "This cannot be done here",
      text: "A sign-in comes back by opening a page."
    )

    /// The header fields of all answers.
    static let headers = [
      ("Referrer-Policy", "no-referrer"),
      ("X-Content-Type-Options", "nosniff"),
      (
        "Content-Security-Policy",
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
          + "frame-ancestors 'none'"
      ),
    ]

    /// The response with the page.
    var answer: WebAnswer {
      var answer = WebAnswer(body, type: "text/html; charset=utf-8", caching: "no-store")
      answer.status = status
      return answer
    }

    /// The HTML page. Its script removes the code from the address that the browser shows.
    var body: Data {
      Data(
        """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8"><title>\(title)</title>
        <meta name="viewport" content="width=device-width">
        <style>body{font:1.1em/1.5 sans-serif;max-width:30em;margin:4em auto;padding:0 1em}</style>
        </head><body><h1>\(title)</h1><p>\(text)</p>
        <script>history.replaceState(null,"",location.pathname)</script></body></html>

        """.utf8
      )
    }
  }
#endif

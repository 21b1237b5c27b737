#if Server
  import FlyingFox
  import Foundation

  /// What a browser is shown at the end of a sign-in. Nothing that a request brought is in it.
  struct RedirectPage: Sendable, Hashable {
    let status: HTTPStatusCode
    let title: String
    let text: String

    static let success = RedirectPage(
      status: .ok,
      title: "You are signed in",
      text: "The service has let the app in. You can close this page and go back to the app."
    )
    static let denied = RedirectPage(
      status: .ok,
      title: "You are not signed in",
      text: "The app was not let in. You can close this page and go back to the app."
    )
    static let failed = RedirectPage(
      status: .badRequest,
      title: "The sign-in has failed",
      text: "The service came back with an error. Go back to the app and sign in again."
    )
    static let foreign = RedirectPage(
      status: .badRequest,
      title: "This is another sign-in",
      text: "This page does not belong to the sign-in that the app has asked for. The app goes on "
        + "waiting for that."
    )
    static let answered = RedirectPage(
      status: .conflict,
      title: "This was answered already",
      text: "The app has what it needs. You can close this page."
    )
    static let missing = RedirectPage(
      status: .notFound,
      title: "There is nothing here",
      text: "This address serves a sign-in, and only until it is done."
    )
    static let wrongMethod = RedirectPage(
      status: .methodNotAllowed,
      title: "This cannot be done here",
      text: "A sign-in comes back by opening a page."
    )

    static let headers: HTTPHeaders = [
      .contentType: "text/html; charset=utf-8",
      HTTPHeader("Cache-Control"): "no-store",
      HTTPHeader("Referrer-Policy"): "no-referrer",
      HTTPHeader("X-Content-Type-Options"): "nosniff",
      HTTPHeader("Content-Security-Policy"):
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
        + "frame-ancestors 'none'",
      .connection: "close",
    ]

    /// The whole page. The script takes the code out of the address that the browser shows.
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

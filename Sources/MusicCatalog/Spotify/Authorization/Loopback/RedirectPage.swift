import Foundation

/// What a browser is shown at the end of a sign-in. Nothing that a request brought is in it.
struct RedirectPage: Sendable, Hashable {
  let status: String
  let title: String
  let text: String

  static let success = RedirectPage(
    status: "200 OK",
    title: "You are signed in",
    text: "Spotify has let the app in. You can close this page and go back to the app."
  )
  static let denied = RedirectPage(
    status: "200 OK",
    title: "You are not signed in",
    text: "The app was not let in. You can close this page and go back to the app."
  )
  static let failed = RedirectPage(
    status: "400 Bad Request",
    title: "The sign-in has failed",
    text: "This page does not belong to the sign-in that the app has asked for, or came back with "
      + "an error. Go back to the app and sign in again."
  )
  static let answered = RedirectPage(
    status: "409 Conflict",
    title: "This was answered already",
    text: "The app has what it needs. You can close this page."
  )
  static let missing = RedirectPage(
    status: "404 Not Found",
    title: "There is nothing here",
    text: "This address serves a sign-in, and only until it is done."
  )
  static let wrongMethod = RedirectPage(
    status: "405 Method Not Allowed",
    title: "This cannot be done here",
    text: "A sign-in comes back by opening a page."
  )
  static let unreadable = RedirectPage(
    status: "400 Bad Request",
    title: "This was not understood",
    text: "The request is none that a browser sends."
  )

  /// The whole answer. The script takes the code out of the address that the browser shows.
  func answer(withBody: Bool) -> Data {
    let body = """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><title>\(title)</title>
      <meta name="viewport" content="width=device-width">
      <style>body{font:1.1em/1.5 sans-serif;max-width:30em;margin:4em auto;padding:0 1em}</style>
      </head><body><h1>\(title)</h1><p>\(text)</p>
      <script>history.replaceState(null,"",location.pathname)</script></body></html>

      """
    let head = [
      "HTTP/1.1 \(status)", "Content-Type: text/html; charset=utf-8",
      "Content-Length: \(body.utf8.count)", "Cache-Control: no-store",
      "Referrer-Policy: no-referrer", "X-Content-Type-Options: nosniff",
      "Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; "
        + "script-src 'unsafe-inline'; frame-ancestors 'none'",
      "Connection: close", "", "",
    ]
    return Data((head.joined(separator: "\r\n") + (withBody ? body : "")).utf8)
  }
}

import Foundation

/// The page that a gateway shows in a service's stead.
enum GatewayPage {
  static func response(status: Int) -> SimulatedResponse {
    let title = "\(status) \(StatusPhrase.of(status))"
    let page = """
      <html>
      <head><title>\(title)</title></head>
      <body>
      <center><h1>\(title)</h1></center>
      <hr>
      </body>
      </html>

      """
    return SimulatedResponse(
      status: status,
      headers: [("Content-Type", "text/html")],
      body: Data(page.utf8)
    )
  }
}

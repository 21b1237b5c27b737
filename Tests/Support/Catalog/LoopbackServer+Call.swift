import Foundation
import HTTPTypes
import PlayerKitServices

extension LoopbackServer {
  /// A call to this server.
  package func call(
    _ path: String = "/",
    method: HTTPRequest.Method = .get,
    host: String = "127.0.0.1",
    fields: HTTPFields = [:],
    body: String? = nil,
    timeout: Duration = .seconds(20)
  ) -> HTTPTransportRequest {
    HTTPTransportRequest(
      HTTPRequest(
        method: method,
        scheme: "http",
        authority: "\(host):\(port)",
        path: path,
        headerFields: fields
      ),
      body: body.map { Data($0.utf8) },
      timeout: timeout
    )
  }
}

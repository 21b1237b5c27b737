import Foundation
import HTTPTypes
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSubsonic
import PlayerKitTesting

/// Invented answers of a server, and a client of it.
enum SubsonicFixture {
  static let password = "pässwört-of-the-user"
  static let key = "key-of-the-user"

  /// An answer with `members`, such as `"song":{…}`.
  static func ok(_ members: String = "") -> HTTPTransportResponse {
    let more = members.isEmpty ? "" : "," + members
    return .text(#"{"subsonic-response":{"status":"ok","version":"1.16.1"\#(more)}}"#)
  }

  static func error(_ code: Int, status: HTTPResponse.Status = .ok) -> HTTPTransportResponse {
    .text(
      #"""
      {"subsonic-response":{"status":"failed","version":"1.16.1",
      "error":{"code":\#(code),"message":"in words"}}}
      """#,
      status: status
    )
  }

  static func song(_ id: String, _ more: String = "") -> String {
    #"""
    {"id":"\#(id)","title":"Opening Night","artist":"The Example Band","album":"Second Example",
    "albumId":"al-1","track":3,"discNumber":1,"year":2021,"genre":"Rock","coverArt":"al-1_0",
    "duration":213,"bitRate":900,"suffix":"flac","contentType":"audio/flac","isDir":false\#(more)}
    """#
  }

  static func server(_ address: String = "http://127.0.0.1:4533/music") throws -> SubsonicServer {
    try SubsonicServer(URL(string: address) ?? URL(filePath: "/"), id: "home")
  }

  static func client(
    _ transport: StubTransport,
    at address: String = "http://127.0.0.1:4533/music",
    credentials: SubsonicCredentials? = .password(user: "ann-17", password: password),
    allowsPlainPassword: Bool = false,
    salt: @escaping @Sendable () -> String = { SubsonicClient.randomSalt() }
  ) throws -> SubsonicClient {
    SubsonicClient(
      server: try server(address),
      credentials: credentials,
      allowsPlainPassword: allowsPlainPassword,
      configuration: ClientConfiguration(transport: transport, clock: ManualClock()),
      salt: salt
    )
  }

  /// Answers by the called method.
  static func transport(_ answers: [String: HTTPTransportResponse]) -> StubTransport {
    StubTransport { call in answers[call.endpoint] ?? error(70) }
  }
}

extension HTTPTransportRequest {
  /// The last name of the path.
  var endpoint: String {
    let path = (request.path ?? "").prefix { $0 != "?" }
    return path.split(separator: "/").last.map { String($0).replacing(".view", with: "") } ?? ""
  }
}

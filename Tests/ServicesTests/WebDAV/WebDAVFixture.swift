import Foundation
import HTTPTypes
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import PlayerKitWebDAV

/// Invented answers of WebDAV servers, in the forms that real servers use.
enum WebDAVFixture {
  static let password = "pässwört-of-the-user"

  /// A member in the form of Apache.
  static func apache(_ href: String, isFolder: Bool = false, size: Int = 1_000) -> String {
    let kind =
      isFolder ? "<lp1:resourcetype><D:collection/></lp1:resourcetype>" : "<lp1:resourcetype/>"
    let length = isFolder ? "" : "<lp1:getcontentlength>\(size)</lp1:getcontentlength>"
    return """
      <D:response xmlns:lp1="DAV:" xmlns:lp2="http://apache.org/dav/props/">
      <D:href>\(href)</D:href>
      <D:propstat><D:prop>\(kind)\(length)
      <lp1:getlastmodified>Sun, 01 Mar 2026 10:00:00 GMT</lp1:getlastmodified>
      <lp1:getetag>"3e8-\(size)"</lp1:getetag></D:prop>
      <D:status>HTTP/1.1 200 OK</D:status></D:propstat>
      </D:response>
      """
  }

  /// A member in the form of lighttpd: lengths of folders, and attributes.
  static func lighttpd(_ href: String, isFolder: Bool = false, size: Int = 1_000) -> String {
    """
    <D:response>
    <D:href>\(href)</D:href>
    <D:propstat>
    <D:prop>
    <D:resourcetype>\(isFolder ? "<D:collection/>" : "")</D:resourcetype>\
    <D:getcontentlength>\(size)</D:getcontentlength><D:getetag>"3e8-\(size)"</D:getetag>\
    <D:getlastmodified ns0:dt="dateTime.rfc1123">Sun, 01 Mar 2026 10:00:00 GMT</D:getlastmodified></D:prop>
    <D:status>HTTP/1.1 200 OK</D:status>
    </D:propstat>
    </D:response>
    """
  }

  /// A member in the form of nginx: without version.
  static func nginx(_ href: String, isFolder: Bool = false, size: Int = 1_000) -> String {
    """
    <D:response>
    <D:href>\(href)</D:href>
    <D:propstat>
    <D:prop>
    <D:getcontentlength>\(size)</D:getcontentlength>
    <D:getlastmodified>Sun, 01 Mar 2026 10:00:00 GMT</D:getlastmodified>
    <D:resourcetype>\(isFolder ? "<D:collection/>" : "")</D:resourcetype>
    </D:prop>
    <D:status>HTTP/1.1 200 OK</D:status>
    </D:propstat>
    </D:response>
    """
  }

  /// A member with an absolute address, another prefix, the status before the properties, and a second
  /// `propstat` with what the server does not have.
  static func absolute(_ href: String, isFolder: Bool = false, size: Int = 1_000) -> String {
    let kind = isFolder ? "<d:resourcetype><d:collection/></d:resourcetype>" : ""
    return """
      <d:response><d:href>http://127.0.0.1:8080\(href)</d:href><d:propstat>
      <d:status>HTTP/1.1 200 OK</d:status><d:prop>\(kind)
      <d:getcontentlength>\(size)</d:getcontentlength></d:prop></d:propstat><d:propstat><d:prop><d:getetag/>
      <d:resourcetype><d:collection/></d:resourcetype></d:prop>
      <d:status>HTTP/1.1 404 Not Found</d:status></d:propstat></d:response>
      """
  }

  static func document(_ members: [String], before: String = "") -> String {
    """
    <?xml version="1.0" encoding="utf-8"?>
    \(before)<D:multistatus xmlns:D="DAV:" xmlns:d="DAV:" xmlns:ns0="urn:uuid:c2f41010/">
    \(members.joined(separator: "\n"))
    </D:multistatus>
    """
  }

  static func reply(_ document: String) -> HTTPTransportResponse {
    .text(document, status: .multiStatus, contentType: "text/xml; charset=\"utf-8\"")
  }

  /// Answers as a server with files, whose paths are percent-encoded. What the table lacks is 404.
  static func transport(_ folders: [String: [String]]) -> StubTransport {
    StubTransport { call in
      let path = call.request.path ?? ""
      if call.request.headerFields[.depth] == "0" {
        if folders[path] != nil { return reply(document([apache(path, isFolder: true)])) }
        if folders[path + "/"] != nil {
          return reply(document([apache(path + "/", isFolder: true)]))
        }
        let isFile = folders.contains { folder, names in names.contains { folder + $0 == path } }
        return isFile ? reply(document([apache(path)])) : .text("none", status: .notFound)
      }
      guard let names = folders[path] else { return .text("none", status: .notFound) }
      let own = apache(path, isFolder: true)
      return reply(document([own] + names.map { apache(path + $0, isFolder: $0.hasSuffix("/")) }))
    }
  }

  static func client(_ transport: any HTTPTransport, account: WebDAVAccount? = nil) -> WebDAVClient
  {
    let configuration = ClientConfiguration(transport: transport, clock: ManualClock())
    return WebDAVClient(account: account, configuration: configuration)
  }
}

extension HTTPResponse.Status {
  static let multiStatus = Self(code: 207)
}

extension HTTPField.Name {
  static let depth = Self("Depth") ?? .expect
}

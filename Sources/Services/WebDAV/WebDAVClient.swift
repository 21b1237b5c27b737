import Foundation
import HTTPTypes
import PlayerKitServices

/// Lists folders of WebDAV servers. It changes nothing at a server.
///
/// May be used on any thread, any number of times at once.
public struct WebDAVClient: Sendable {
  /// Larger answers are refused.
  private static let maximumReplySize = 64 << 20

  private static let question = Data(
    """
    <?xml version="1.0" encoding="utf-8"?>
    <propfind xmlns="DAV:"><prop><resourcetype/><getcontentlength/><getetag/><getlastmodified/></prop></propfind>
    """.utf8
  )

  /// The account of the user; `nil` to list only folders that need none.
  public let account: WebDAVAccount?
  private let transport: any HTTPTransport
  private let configuration: ClientConfiguration

  /// Makes a client. Sends nothing.
  public init(
    account: WebDAVAccount? = nil,
    configuration: ClientConfiguration = ClientConfiguration()
  ) {
    self.account = account
    self.configuration = configuration
    transport = configuration.transport(for: .webDAV)
  }

  /// Asks the server what is at an address.
  ///
  /// - Throws: `CatalogError`, with the code `notFound` if nothing is there, and `unavailable` if the
  ///   server does not speak WebDAV there; `CancellationError`.
  public func entry(at address: WebDAVAddress) async throws -> WebDAVEntry {
    let reader = try MultistatusReader.read(try await answer(to: address, depth: "0"))
    guard let member = reader.members.first else {
      throw CatalogError(.notFound, "The server does not have this file.", service: .webDAV)
    }
    return WebDAVEntry(address, member.properties)
  }

  /// Asks the server for the contents of a folder. At most 100,000 names are read.
  ///
  /// - Throws: As ``entry(at:)``; `malformedReply` also if the answer is cut.
  public func contents(of folder: WebDAVAddress) async throws -> WebDAVListing {
    let folder = folder.folder
    return try WebDAVListing(try await answer(to: folder, depth: "1"), of: folder)
  }

  /// Returns the header fields for requests to an address.
  func headers(for address: WebDAVAddress) -> [String: String] {
    account?.authorization(for: address).map { ["Authorization": $0] } ?? [:]
  }

  private func answer(to address: WebDAVAddress, depth: String) async throws -> Data {
    var fields = HTTPFields()
    fields[.accept] = "application/xml, text/xml"
    fields[.contentType] = "application/xml; charset=utf-8"
    fields[.authorization] = account?.authorization(for: address)
    if let name = HTTPField.Name("Depth") { fields[name] = depth }
    var call = try HTTPTransportRequest(
      address.url,
      method: .propfind,
      fields: fields,
      body: Self.question
    )
    call.timeout = configuration.timeout
    call.maximumReplySize = Self.maximumReplySize
    let reply = try await transport.send(call)
    switch reply.response.status.code {
    case 207: return reply.body
    case 401: throw refusal(at: address)
    // Without WebDAV, servers refuse the method, or answer as if it were GET.
    case 200..<300, 405, 501:
      throw CatalogError(
        .unavailable,
        "The server does not list folders by WebDAV at this address.",
        service: .webDAV,
        httpStatus: reply.response.status.code
      )
    default:
      var error = CatalogError(status: reply, now: configuration.clock.date)
      error?.service = .webDAV
      throw error
        ?? CatalogError(
          .malformedReply,
          "The server's answer is not WebDAV. Check the address.",
          service: .webDAV
        )
    }
  }

  private func refusal(at address: WebDAVAddress) -> CatalogError {
    let message =
      switch account {
      case let account? where !address.hasSameOrigin(as: account.server):
        "The server wants a password, and the account is for another server."
      case let account? where !account.mayBeSent:
        "The password is not sent over plain HTTP, which the network can read. Use davs, or allow it."
      case .some: "The server does not accept the user and the password."
      case nil: "The server wants a user and a password."
      }
    return CatalogError(.unauthorized, message, service: .webDAV, httpStatus: 401)
  }
}

import Foundation

/// Decodes the body of a successful reply.
package enum ReplyDecoder {
  /// Decodes the body as a `Value`.
  ///
  /// - Throws: ``CatalogError/Code/malformedReply`` if it is empty, not JSON, or has another shape.
  package static func decode<Value: Decodable>(
    _ type: Value.Type,
    from reply: HTTPTransportResponse,
    of service: CatalogService,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> Value {
    let decoder = JSONDecoder()
    decoder.userInfo = userInfo
    do {
      return try decoder.decode(type, from: reply.body)
    } catch {
      throw CatalogError(
        .malformedReply,
        fault(of: reply.body, error),
        service: service,
        httpStatus: reply.response.status.code
      )
    }
  }

  // The decoder's error is dropped, because it quotes the reply.
  private static func fault(_ error: any Error) -> String {
    switch error as? DecodingError {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context):
      "The answer is not of the documented form\(place(context.codingPath))."
    case .dataCorrupted(let context) where !context.codingPath.isEmpty:
      "The answer is not of the documented form\(place(context.codingPath))."
    case .dataCorrupted, .none:
      "The answer is not JSON, or not all of it."
    @unknown default:
      "The answer is not of the documented form."
    }
  }

  private static func fault(of body: Data, _ error: any Error) -> String {
    let first = body.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return switch first {
    case nil: "The answer is empty."
    case UInt8(ascii: "<"): "The answer is a page in HTML, not JSON."
    case .some: fault(error)
    }
  }

  private static func place(_ path: [any CodingKey]) -> String {
    let names = path.prefix(6).map { $0.intValue.map(String.init) ?? $0.stringValue }
    return names.isEmpty ? "" : " at " + names.joined(separator: ".").prefix(100)
  }
}

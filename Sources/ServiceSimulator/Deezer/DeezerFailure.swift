import Foundation

/// A refusal: within an answer of status 200, but for paths that are unknown.
struct DeezerFailure: Error, Hashable {
  var type: String
  var message: String
  var code: Int
  /// Nothing but a text instead, and its own status.
  var isPath = false

  static let quota = DeezerFailure(type: "Exception", message: "Quota limit exceeded", code: 4)
  static let noData = DeezerFailure(type: "DataException", message: "no data", code: 800)
  static let parameter = DeezerFailure(
    type: "ParameterException",
    message: "Wrong parameter",
    code: 500
  )
  static let query = DeezerFailure(
    type: "InvalidQueryException",
    message: "Invalid query",
    code: 600
  )
  static let path = DeezerFailure(type: "", message: "Not Found", code: 0, isPath: true)

  static func missing(_ name: String) -> DeezerFailure {
    DeezerFailure(
      type: "MissingParameterException",
      message: "Missing parameters: \(name)",
      code: 501
    )
  }

  var response: SimulatedResponse {
    guard !isPath else { return .json(status: 404, ["error": .string(message)]) }
    return .json([
      "error": ["type": .string(type), "message": .string(message), "code": .number(code)]
    ])
  }
}

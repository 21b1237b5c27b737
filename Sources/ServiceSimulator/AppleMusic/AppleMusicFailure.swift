import Foundation

/// A refusal, in the words of the service. `code` is the HTTP status and two digits.
struct AppleMusicFailure: Error {
  var status: Int
  var code: String
  var title: String
  var detail: String
  var parameter: String?

  static func invalid(_ detail: String, parameter: String?) -> AppleMusicFailure {
    AppleMusicFailure(
      status: 400,
      code: "40005",
      title: "Invalid Parameter Value",
      detail: detail,
      parameter: parameter
    )
  }

  static func missing(_ detail: String, parameter: String) -> AppleMusicFailure {
    AppleMusicFailure(
      status: 400,
      code: "40003",
      title: "Missing Parameter",
      detail: detail,
      parameter: parameter
    )
  }

  static let noIDs = missing("No id(s) supplied on the request", parameter: "ids")

  static func invalidPath(_ detail: String) -> AppleMusicFailure {
    AppleMusicFailure(
      status: 400,
      code: "40008",
      title: "Invalid Path Value",
      detail: detail
    )
  }

  static let insufficientPrivileges = AppleMusicFailure(
    status: 400,
    code: "40015",
    title: "Insufficient Privileges",
    detail: "Insufficient Privileges"
  )

  static let forbidden = AppleMusicFailure(
    status: 403,
    code: "40300",
    title: "Forbidden",
    detail: "Invalid authentication"
  )

  static let notFound = AppleMusicFailure(
    status: 404,
    code: "40400",
    title: "Resource Not Found",
    detail: "Resource with requested id was not found"
  )

  /// For paths that name nothing: 404 without any error in its list, as it has been seen.
  static let unknownPath = AppleMusicFailure(status: 404, code: "", title: "", detail: "")

  static func noRelated(_ relationship: String) -> AppleMusicFailure {
    AppleMusicFailure(
      status: 404,
      code: "40403",
      title: "No related resources",
      detail: "No related resources found for \(relationship)"
    )
  }

  /// The answer; `id` is new for every occurrence.
  func response(id: String) -> SimulatedResponse {
    guard !code.isEmpty else { return .json(status: status, ["errors": []]) }
    var error: JSONObject = [
      "id": .string(id), "title": .string(title), "detail": .string(detail),
      "status": .string(String(status)), "code": .string(code),
    ]
    if let parameter { error["source"] = ["parameter": .string(parameter)] }
    return .json(status: status, ["errors": [.object(error)]])
  }

  /// 26 characters of base32.
  static func occurrence() -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
    return String((0..<26).map { _ in alphabet[Int.random(in: alphabet.indices)] })
  }
}

extension SimulatedResponse {
  static func json(status: Int = 200, _ value: JSON) -> SimulatedResponse {
    SimulatedResponse(
      status: status,
      headers: [("Content-Type", "application/json;charset=utf-8")],
      body: value.data
    )
  }
}

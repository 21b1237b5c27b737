/// Error responses in the service's own wording.
enum AppleMusicFailure {
  static func invalid(_ detail: String, parameter: String?) -> Refusal {
    error(400, "40005", "Invalid Parameter Value", detail, parameter: parameter)
  }

  static func missing(_ name: String, called what: String? = nil) -> Refusal {
    let detail = "No \(what ?? name) supplied on the request"
    return error(400, "40003", "Missing Parameter", detail, parameter: name)
  }

  static var noIDs: Refusal { missing("ids", called: "id(s)") }

  static func unknownType(_ name: String, parameter: String?) -> Refusal {
    invalid("Unknown resource type '\(name)'", parameter: parameter)
  }

  static func tooMany(_ count: Int, atMost maximum: Int, parameter: String) -> Refusal {
    // The real service's wording for too many ids is unknown.
    let detail = "Too many values: at most \(maximum) are allowed, but there were \(count)"
    return invalid(detail, parameter: parameter)
  }

  static func invalidPath(_ detail: String) -> Refusal {
    error(400, "40008", "Invalid Path Value", detail)
  }

  static var insufficientPrivileges: Refusal {
    error(400, "40015", "Insufficient Privileges", "Insufficient Privileges")
  }

  static var forbidden: Refusal { error(403, "40300", "Forbidden", "Invalid authentication") }

  static var notFound: Refusal {
    error(404, "40400", "Resource Not Found", "Resource with requested id was not found")
  }

  /// The response for unknown paths: 404 with an empty list of errors, as observed.
  static let unknownPath = Refusal(404, ["errors": []])

  static let wrongMethod = Refusal(SimulatedResponse(status: 405))

  static func noRelated(_ relationship: String) -> Refusal {
    let detail = "No related resources found for \(relationship)"
    return error(404, "40403", "No related resources", detail)
  }

  /// `code` is the HTTP status and two digits. `id` is new for every occurrence: 26 characters of
  /// base32.
  static func error(
    _ status: Int,
    _ code: String,
    _ title: String,
    _ detail: String,
    parameter: String? = nil
  ) -> Refusal {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
    let id = String((0..<26).map { _ in alphabet[Int.random(in: alphabet.indices)] })
    return Refusal(
      status,
      [
        "errors": [
          [
            "id": .string(id), "title": .string(title), "detail": .string(detail),
            "status": .string(String(status)), "code": .string(code),
            "source": parameter.map { ["parameter": .string($0)] },
          ]
        ]
      ]
    )
  }
}

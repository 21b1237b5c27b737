/// What a test wants to go wrong with some of a service's answers.
package struct Fault: Hashable, Sendable {
  /// How the connection or the body misbehaves.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Accepts the request and never answers.
    case stall
    /// Sends less than `Content-Length` says, then closes the connection.
    case cut
    /// A gateway's HTML page instead of an answer.
    case html
    /// The answer, in drips.
    case slow
  }

  /// The status, in the service's own form of errors; nil for the true answer, or the kind's own.
  package var status: Int?
  /// What goes wrong beyond the status.
  package var kind: Kind?
  /// The beginning of the paths that are struck, with or without the service's folder.
  package var path: String
  /// How many answers are struck.
  package var times: Int

  package init(status: Int? = nil, kind: Kind? = nil, path: String = "", times: Int = 1) {
    self.status = status
    self.kind = kind
    self.path = path
    self.times = times
  }
}

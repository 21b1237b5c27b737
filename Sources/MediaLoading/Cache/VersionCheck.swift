import HTTPFetching
import HTTPTypes
import Locking

/// Asks a server whether it has a version of a resource still.
enum VersionCheck {
  enum Outcome: Sendable {
    case same
    /// It has another one, or does not want it to be kept.
    case other
    /// It did not say.
    case unknown
  }

  /// Sends the question, of which at most a byte of media is the answer.
  static func start(
    _ address: HTTPAddress,
    _ version: MediaVersion,
    _ fetcher: any HTTPFetcher,
    _ handler: @escaping @Sendable (Outcome) -> Void
  ) {
    let task = Locked<(task: (any HTTPTask)?, isOver: Bool)>((nil, false))
    let started = fetcher.fetch(HTTPFetch(checking: address, version)) { event in
      switch event {
      case .head(let answer):
        handler(outcome(HTTPHead(answer), version))
        let task = task.withLock { task in
          task.isOver = true
          return task.task
        }
        task?.cancel()
      case .data, .end: break
      }
    }
    let isOver = task.withLock { task in
      task.task = started
      return task.isOver
    }
    if isOver { started?.cancel() }
  }

  static func outcome(_ head: HTTPHead, _ version: MediaVersion) -> Outcome {
    switch head.status {
    case 304:
      return head.mayBeKept ? .same : .other
    case 200, 206:
      let total = head.status == 206 ? head.total : head.contentLength
      let isSame = head.validator == version.validator && total == version.total
      return isSame && head.mayBeKept ? .same : .other
    default:
      // The address may have expired, or the server be out of order: that says nothing of the media.
      return .unknown
    }
  }
}

extension HTTPFetch {
  fileprivate init(checking address: HTTPAddress, _ version: MediaVersion) {
    var fields = HTTPFields()
    for (name, value) in address.headers {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    fields[.range] = "bytes=0-0"
    if version.validator == version.lastModified {
      fields[.ifModifiedSince] = version.validator
    } else {
      fields[.ifNoneMatch] = version.validator
    }
    self.init(address.url, fields: fields, window: 4_096, reach: address.reach)
  }
}

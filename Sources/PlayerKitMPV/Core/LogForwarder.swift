import Logging

/// Hands libmpv's log lines to the app's logger.
struct LogForwarder {
  private let logger: Logger

  init(logger: Logger) {
    self.logger = logger
  }

  func forward(level: String, module: String, text: String) {
    let line = text.trimmingSuffix { $0.isNewline }
    let level: Logger.Level = level == "fatal" ? .error : .debug
    logger.log(level: level, "\(line)", metadata: ["module": "\(module)"])
  }
}

extension String {
  fileprivate func trimmingSuffix(while isDropped: (Character) -> Bool) -> Substring {
    var end = endIndex
    while end > startIndex, isDropped(self[index(before: end)]) { end = index(before: end) }
    return self[..<end]
  }
}

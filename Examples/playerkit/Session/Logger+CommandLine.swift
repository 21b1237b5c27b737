import Logging

extension Logger {
  /// A silent logger, because errors and notices inform the user, and a log would disturb the
  /// display. If the environment has `PLAYERKIT_LOG=trace` or another level, it logs to standard
  /// error.
  static func commandLine(_ environment: [String: String]) -> Logger {
    guard let level = environment["PLAYERKIT_LOG"].flatMap(Logger.Level.init(rawValue:)) else {
      return Logger(label: "playerkit") { _ in SwiftLogNoOpLogHandler() }
    }
    var logger = Logger(label: "playerkit") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = level
    return logger
  }
}

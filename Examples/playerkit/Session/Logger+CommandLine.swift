import Logging

extension Logger {
  /// Says nothing: what concerns the user comes as errors and notices, and a log would disturb what is
  /// shown. `PLAYERKIT_LOG=trace` in the environment, or another level, has it on standard error.
  static func commandLine(_ environment: [String: String]) -> Logger {
    guard let level = environment["PLAYERKIT_LOG"].flatMap(Logger.Level.init(rawValue:)) else {
      return Logger(label: "playerkit") { _ in SwiftLogNoOpLogHandler() }
    }
    var logger = Logger(label: "playerkit") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = level
    return logger
  }
}

import Logging
import PlayerKitTesting

/// Records the lines of a log, at all levels.
package struct NotedLog: LogHandler {
  private let lines: Recorded<String>
  private let line: @Sendable (LogEvent) -> String
  package var metadata: Logger.Metadata = [:]
  package var logLevel = Logger.Level.trace

  /// - Parameter line: the line of an event.
  package init(
    _ lines: Recorded<String>,
    line: @escaping @Sendable (LogEvent) -> String = { "\($0.message) \($0.metadata ?? [:])" }
  ) {
    self.lines = lines
    self.line = line
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) { lines.append(line(event)) }
}

// A command that fails changes nothing in libmpv, and results arrive as events. So failures are
// only logged.
extension MPVCore {
  /// - Returns: `nil` if libmpv refuses.
  @discardableResult
  func command(_ words: String...) -> MPVValue? {
    attempt { () throws(MPVFailure) in try handle.command(words) }
  }

  /// - Returns: whether libmpv accepted the value.
  @discardableResult
  func set(_ property: String, _ value: String) -> Bool {
    attempt { () throws(MPVFailure) in try handle.set(property, value) } != nil
  }

  func set(_ property: String, _ value: Bool) { set(property, value ? "yes" : "no") }
  func set(_ property: String, _ value: Double) { set(property, "\(value)") }

  private func attempt<Value>(_ body: () throws(MPVFailure) -> Value) -> Value? {
    do throws(MPVFailure) {
      return try body()
    } catch {
      configuration.logger.debug("libmpv refused a command", metadata: ["error": "\(error.text)"])
      return nil
    }
  }
}

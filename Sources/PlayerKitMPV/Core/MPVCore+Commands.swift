// A command that fails changes nothing in libmpv; what follows from it comes as an event, or does not. There is
// nothing to do but to leave a trace.
extension MPVCore {
  /// - Returns: `nil` where libmpv refuses.
  @discardableResult
  func command(_ words: String...) -> MPVValue? {
    attempt { () throws(MPVFailure) in try handle.command(words) }
  }

  /// - Returns: whether libmpv took it.
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

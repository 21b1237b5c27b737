/// Something that stores numbers in files of a folder.
protocol FailingSubject: Sendable {
  /// Adds a number. Returns when no failure may lose it any more.
  func write(_ number: Int) async throws

  /// The numbers that are stored.
  func numbers() async throws -> [Int]

  /// Closes all files.
  func close() async
}

/// Runs a subject while one of its file operations fails, and then reads what is left. The operation
/// that fails is chosen by the library that Acceptance/support/failing_io.c becomes.
struct FailingRun {
  /// Opens what is stored, or makes it.
  let open: @Sendable () async throws -> any FailingSubject

  /// Writes six numbers, with a second opening in the middle, and reports each.
  func write() async {
    for numbers in [1...3, 4...6] {
      guard let subject = await opened() else { return }
      for number in numbers {
        do {
          try await subject.write(number)
          say("kept \(number)")
        } catch {
          say("refused \(number) \(describe(error))")
        }
      }
      await subject.close()
    }
  }

  /// Prints the stored numbers, adds another one, and reads it again.
  func check() async throws {
    let subject = try await open()
    say(try await subject.numbers().reduce("stored") { "\($0) \($1)" })
    try await subject.write(7)
    await subject.close()
    let again = try await open()
    say("later \(try await again.numbers().contains(7))")
    await again.close()
  }

  /// Opens it. If that fails, a second attempt has to succeed.
  private func opened() async -> (any FailingSubject)? {
    for _ in 0..<2 {
      do {
        let subject = try await open()
        _ = try await subject.numbers()
        return subject
      } catch {
        say("refused open \(describe(error))")
      }
    }
    return nil
  }

  /// The type of an error and its text, in one line.
  private func describe(_ error: any Error) -> String {
    "\(type(of: error)): \(error)".split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}

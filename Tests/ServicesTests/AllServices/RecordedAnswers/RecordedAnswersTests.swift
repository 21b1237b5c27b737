import Foundation
import TestSupport
import Testing

/// Reads answers that were recorded of the real services. They are no part of the repository: the
/// folder is named by `PLAYERKIT_RECORDED`, and any other with a manifest of the same kinds will do.
@Suite("Recorded answers", .tags(.pure))
struct RecordedAnswersTests {
  @Test(
    "Whatever a recorded answer holds, the client's models hold",
    .enabled(if: RecordedFolder.path != nil),
    arguments: RecordedFolder.named.readable
  )
  func everyAnswerIsCovered(_ answer: RecordedFolder.Answer) throws {
    let kind = try #require(AnswerKind.known[answer.kind])
    #expect(try kind.check(answer.data) == [])
  }

  @Test("The folder is whole, and holds answers", .enabled(if: RecordedFolder.path != nil))
  func theFolderIsWhole() throws {
    let folder = try RecordedFolder.named.get()
    let read = folder.answers.filter { !AnswerKind.isSkipped($0.kind) }
    let decoded = read.filter { (try? AnswerKind.known[$0.kind]?.check($0.data)) != nil }
    let skipped = folder.answers.map(\.kind).filter(AnswerKind.isSkipped)
    let services = Dictionary(grouping: skipped, by: AnswerKind.service)
    let counts = services.map { "\($0.key) \($0.value.count)" }.sorted().joined(separator: ", ")
    report("recorded answers: \(decoded.count) decoded, \(skipped.count) skipped (\(counts))")
    #expect(!read.isEmpty)
    #expect(decoded.map(\.name) == read.map(\.name))
  }

  @Test("Without a folder the suite says that it read nothing")
  func withoutAFolder() {
    guard RecordedFolder.path == nil else { return }
    report("recorded answers: SKIPPED")
    #expect(RecordedFolder.named.readable.isEmpty)
  }

  /// Not by `print`, of which a pipe may lose the last lines.
  private func report(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}

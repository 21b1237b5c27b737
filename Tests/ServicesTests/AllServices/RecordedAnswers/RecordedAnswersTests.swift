import Foundation
import TestSupport
import Testing

/// Reads recorded answers of the real services. They are not part of the repository.
/// `PLAYERKIT_RECORDED` names the folder. Any other folder with a manifest of the same kinds works,
/// too.
@Suite("Recorded answers", .tags(.pure))
struct RecordedAnswersTests {
  @Test(
    "The client's models keep everything of a recorded answer",
    .enabled(if: RecordedFolder.path != nil),
    arguments: RecordedFolder.named.readable
  )
  func everyAnswerIsCovered(_ answer: RecordedFolder.Answer) throws {
    let kind = try #require(AnswerKind.known[answer.kind])
    #expect(try kind.check(answer.data) == [])
  }

  @Test("The folder is complete, and contains answers", .enabled(if: RecordedFolder.path != nil))
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

  @Test("Without a folder the suite reports that it read nothing")
  func withoutAFolder() {
    guard RecordedFolder.path == nil else { return }
    report("recorded answers: SKIPPED")
    #expect(RecordedFolder.named.readable.isEmpty)
  }

  /// Not with `print`, since a pipe may lose the last lines.
  private func report(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}

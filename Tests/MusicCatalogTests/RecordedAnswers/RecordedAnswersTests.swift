import Foundation
import Testing

/// Reads answers that were recorded of the real services. They are no part of the repository: the
/// folder is named by `PLAYERKIT_RECORDED`, and any other with a manifest of the same kinds will do.
@Suite("Recorded answers")
struct RecordedAnswersTests {
  @Test("Whatever a recorded answer holds, the client's models hold")
  func everyAnswerIsCovered() throws {
    guard let path = RecordedFolder.path else {
      report("recorded answers: SKIPPED")
      return
    }
    let folder = try RecordedFolder(URL(filePath: path, directoryHint: .isDirectory))
    var decoded = 0
    var skipped = 0
    for answer in folder.answers {
      if AnswerKind.isSkipped(answer.kind) {
        skipped += 1
        continue
      }
      guard let kind = AnswerKind.known[answer.kind] else {
        Issue.record("\(answer.name): no model reads \(answer.kind)")
        continue
      }
      do {
        let losses = try kind.check(answer.data)
        #expect(losses.isEmpty, "\(answer.name): \(losses)")
        decoded += 1
      } catch {
        Issue.record("\(answer.name) (\(answer.kind)): \(error)")
      }
    }
    report("recorded answers: \(decoded) decoded (\(skipped) of other services skipped)")
    #expect(decoded > 0, "No answer in \(path) is of a kind that a client reads.")
  }

  /// Not by `print`, of which a pipe may lose the last lines.
  private func report(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}

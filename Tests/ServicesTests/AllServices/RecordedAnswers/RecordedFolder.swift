import Foundation
import Testing

/// A folder of recorded answers, with a manifest that names the kind of each.
struct RecordedFolder {
  /// One answer.
  struct Answer: CustomTestStringConvertible {
    let name: String
    let kind: String
    let data: Data

    var testDescription: String { "\(name) (\(kind))" }
  }

  /// The reason why a folder cannot be used.
  enum Fault: Error, Equatable {
    case noFolder
    case noManifest
    case brokenManifest
    case missing([String])
  }

  let answers: [Answer]

  init(_ folder: URL) throws {
    guard let data = try? Data(contentsOf: folder.appending(path: "manifest.json")) else {
      throw Fault.noManifest
    }
    guard let kinds = try? JSONDecoder().decode([String: String].self, from: data) else {
      throw Fault.brokenManifest
    }
    var missing: [String] = []
    var answers: [Answer] = []
    for (name, kind) in kinds.sorted(by: { $0.key < $1.key }) {
      if let data = try? Data(contentsOf: folder.appending(path: name)) {
        answers.append(Answer(name: name, kind: kind, data: data))
      } else {
        missing.append(name)
      }
    }
    guard missing.isEmpty else { throw Fault.missing(missing) }
    self.answers = answers
  }

  /// The folder that `PLAYERKIT_RECORDED` names, or `nil` if it is unset.
  static var path: String? {
    let path = ProcessInfo.processInfo.environment["PLAYERKIT_RECORDED"] ?? ""
    return path.isEmpty ? nil : path
  }

  /// The folder that the environment names, or the reason why it cannot be used.
  static let named = Result<RecordedFolder, any Error> {
    guard let path else { throw Fault.noFolder }
    return try RecordedFolder(URL(filePath: path, directoryHint: .isDirectory))
  }
}

extension Result<RecordedFolder, any Error> {
  /// The answers of kinds that a client reads. Empty if the folder cannot be used.
  var readable: [RecordedFolder.Answer] {
    (try? get())?.answers.filter { !AnswerKind.isSkipped($0.kind) } ?? []
  }
}

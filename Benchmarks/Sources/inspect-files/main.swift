import Foundation
import MediaInspection
import PlayerKit

// Looks into the files of a folder, and prints files a second and memory:
// inspect-files FOLDER. `Scripts/bench-inspect.sh` compares it with mutagen.

guard CommandLine.arguments.count == 2 else {
  FileHandle.standardError.write(Data("usage: inspect-files FOLDER\n".utf8))
  exit(2)
}
let folder = URL(fileURLWithPath: CommandLine.arguments[1])
let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
let paths = names.map { folder.appendingPathComponent($0).path }
let inspector = MediaInspector(.init(concurrency: 4))
let start = ContinuousClock.now
let (titled, failures) = await withTaskGroup(of: (isTitled: Bool, failure: String?).self) { group in
  var (next, count) = (0, 0)
  var failures: [String] = []
  func add() {
    guard next < paths.count else { return }
    let path = paths[next]
    next += 1
    group.addTask {
      do throws(PlayerError) {
        let found = try await inspector.inspect(MediaSource(.file(path: path)))
        return (found.metadata.title != nil, nil)
      } catch {
        return (false, "\(path): \(error)")
      }
    }
  }
  for _ in 0..<16 { add() }
  while let (isTitled, failure) = await group.next() {
    if isTitled { count += 1 }
    if let failure { failures.append(failure) }
    add()
  }
  return (count, failures)
}
let seconds = (ContinuousClock.now - start) / .seconds(1)
var usage = rusage()
#if canImport(Darwin)
  getrusage(RUSAGE_SELF, &usage)
#else
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
#endif
print("\(paths.count) files, \(titled) with a title")
guard failures.isEmpty else {
  FileHandle.standardError.write(Data((failures.prefix(10).joined(separator: "\n") + "\n").utf8))
  exit(1)
}
print("files a second: \(Int(Double(paths.count) / seconds))")
print("memory: \(usage.ru_maxrss >> 10) MB")

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
let titled = await withTaskGroup(of: Bool.self) { group in
  var (next, count) = (0, 0)
  func add() {
    guard next < paths.count else { return }
    let path = paths[next]
    next += 1
    group.addTask {
      let found = try? await inspector.inspect(MediaSource(.file(path: path)))
      return found?.metadata.title != nil
    }
  }
  for _ in 0..<16 { add() }
  while let isTitled = await group.next() {
    if isTitled { count += 1 }
    add()
  }
  return count
}
let seconds = (ContinuousClock.now - start) / .seconds(1)
var usage = rusage()
#if canImport(Darwin)
  getrusage(RUSAGE_SELF, &usage)
#else
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
#endif
print("\(paths.count) files, \(titled) with a title")
print("files a second: \(Int(Double(paths.count) / seconds))")
print("memory: \(usage.ru_maxrss >> 10) MB")

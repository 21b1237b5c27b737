// A planted use after free. The address sanitizer has to report it; if it does not, its silence
// about the library means nothing.

import Foundation

let bytes = UnsafeMutablePointer<Int>.allocate(capacity: 16)
bytes.initialize(repeating: CommandLine.arguments.count, count: 16)
bytes.deallocate()
FileHandle.standardOutput.write(Data("read \(bytes[3])\n".utf8))

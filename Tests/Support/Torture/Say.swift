import Foundation

/// Writes a line at once: it is there, however soon the process is killed.
package func say(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

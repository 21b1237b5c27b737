import Foundation

/// A table printed line by line, in columns as wide as their heads.
struct Table {
  private let widths: [Int]

  /// Prints a title and the heads of the columns; the first column holds names.
  init(_ title: String, _ heads: [String], nameWidth: Int = 44) {
    widths = [nameWidth] + heads.dropFirst().map { max($0.count, 8) }
    Console.write("\n\(title)\n")
    row(heads)
    row(widths.map { String(repeating: "-", count: $0) })
  }

  /// Prints one line.
  func row(_ cells: [String]) {
    let padded = cells.enumerated().map { index, cell in
      let space = String(repeating: " ", count: max(widths[index] - cell.count, 0))
      return index == 0 ? cell + space : space + cell
    }
    Console.write("| " + padded.joined(separator: " | ") + " |")
  }
}

/// The output of the benchmarks.
enum Console {
  /// Writes a line to the standard output.
  static func write(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }

  /// Writes a figure to the standard output, as ``Tool/readFigures()`` reads it.
  static func write(_ name: String, _ figure: Double) { write("\(name)\t\(figure)") }

  /// Writes a note about progress to the standard error.
  static func note(_ line: String) {
    FileHandle.standardError.write(Data(("==> " + line + "\n").utf8))
  }
}

/// Parses the output of the filters. Pure. Skips malformed lines.
struct MeterLines: Sendable {
  /// The key under which the filter writes entry, kind and rate, last in each measurement.
  static let key = "pk"

  private static let longestLine = 200

  private var line: [UInt8] = []
  private var place: Int64?
  private var values: [Double] = []

  init() {}

  /// Parses bytes and returns the completed measurements.
  mutating func take(_ bytes: some Sequence<UInt8>) -> [MeterFrame] {
    var frames: [MeterFrame] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        if let frame = read(Substring(decoding: line, as: UTF8.self)) { frames.append(frame) }
        line.removeAll(keepingCapacity: true)
      } else if line.count < Self.longestLine {
        line.append(byte)
      }
    }
    return frames
  }

  private mutating func read(_ line: Substring) -> MeterFrame? {
    if line.hasPrefix("frame:") {
      values.removeAll(keepingCapacity: true)
      let fields = line.split(separator: " ", omittingEmptySubsequences: true)
      place = fields.lazy.compactMap { $0.hasPrefix("pts:") ? Int64($0.dropFirst(4)) : nil }.first
    } else if let equals = line.firstIndex(of: "=") {
      let value = line[line.index(after: equals)...]
      if line.hasPrefix("lavfi.astats.") {
        values.append(Double(value) ?? -.infinity)
      } else if line[..<equals] == Self.key {
        return finish(value)
      }
    }
    return nil
  }

  /// Handles the line with entry, kind and rate, which follows all values.
  private mutating func finish(_ names: Substring) -> MeterFrame? {
    defer { place = nil }
    let numbers = names.split(separator: "x")
    guard let place, numbers.count == 3, let entry = UInt64(numbers[0]),
      let number = Int(numbers[1]), let rate = Int(numbers[2]), rate > 0
    else { return nil }
    let kind = number == 0 ? MeterKind.levels : .spectrum(bands: number)
    guard values.count == kind.valueCount else { return nil }
    return MeterFrame(
      kind: kind,
      entry: PlaylistEntryID(number: entry),
      time: Double(place) / Double(rate),
      values: values
    )
  }
}

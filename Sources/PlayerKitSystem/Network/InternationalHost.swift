/// Converts internationalized host names to the form for lookups: `bücher.example` becomes
/// `xn--bcher-kva.example` (RFC 5891; Punycode is RFC 3492). Pure.
///
/// Foundation uses the tables of a 40 MB library for this; FoundationEssentials leaves the names
/// unchanged. This type only lowercases letters, which must be composed.
package enum InternationalHost {
  /// - Returns: The ASCII name; `nil` if the host is not a valid name.
  package static func ascii(_ host: String) -> String? {
    guard !host.utf8.allSatisfy({ $0 < 0x80 }) else { return host }
    guard host.utf8.count <= 1_024 else { return nil }
    var labels: [String] = []
    for label in host.lowercased().split(separator: ".", omittingEmptySubsequences: false) {
      let isPlain = label.utf8.allSatisfy { $0 < 0x80 }
      guard let text = isPlain ? String(label) : punycode(label.unicodeScalars.map(\.value)),
        text.utf8.count <= 63
      else { return nil }
      labels.append(text)
    }
    return labels.joined(separator: ".")
  }

  private static func punycode(_ scalars: [UInt32]) -> String? {
    var output = scalars.filter { $0 < 0x80 }.map { UInt8($0) }
    let plain = output.count
    if plain > 0 { output.append(UInt8(ascii: "-")) }
    var (code, delta, bias) = (UInt32(0x80), 0, 72)
    var handled = plain
    while handled < scalars.count {
      guard let next = scalars.filter({ $0 >= code }).min() else { return nil }
      delta += Int(next - code) * (handled + 1)
      code = next
      for scalar in scalars {
        if scalar < code { delta += 1 }
        guard scalar == code else { continue }
        append(delta, bias, to: &output)
        bias = adapted(delta, count: handled + 1, isFirst: handled == plain)
        delta = 0
        handled += 1
      }
      delta += 1
      code += 1
    }
    return "xn--" + String(decoding: output, as: UTF8.self)
  }

  /// Appends a number of variable length.
  private static func append(_ number: Int, _ bias: Int, to output: inout [UInt8]) {
    var rest = number
    var position = 36
    while true {
      let threshold = min(max(position - bias, 1), 26)
      guard rest >= threshold else { break }
      output.append(digit(threshold + (rest - threshold) % (36 - threshold)))
      rest = (rest - threshold) / (36 - threshold)
      position += 36
    }
    output.append(digit(rest))
  }

  private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
    var rest = isFirst ? delta / 700 : delta / 2
    rest += rest / count
    var bias = 0
    while rest > 455 {
      rest /= 35
      bias += 36
    }
    return bias + 36 * rest / (rest + 38)
  }

  private static func digit(_ value: Int) -> UInt8 {
    UInt8(value < 26 ? 97 + value : 22 + value)
  }
}

/// What every request keeps to, whatever the service.
package enum RequestBounds {
  /// The longest path and query, in bytes. Servers refuse a little above it, often without words.
  package static let target = 8_000
  /// The longest identity, in bytes: far above any that a service gives.
  package static let identity = 256
  /// The longest term of a search, in bytes before encoding.
  package static let term = 1_000
}

/// Divides lists for requests of a bounded size.
package enum RequestChunks {
  /// `ids`, each once, in their order, in lists of at most `count` that stay short enough for one
  /// address.
  package static func of(_ ids: some Sequence<String>, count: Int) -> [[String]] {
    let room = RequestBounds.target / 2
    var seen = Set<String>()
    var chunks: [[String]] = []
    var chunk: [String] = []
    var length = 0
    for id in ids where seen.insert(id).inserted {
      let added = PercentEncoding.value(id).utf8.count + 1
      if !chunk.isEmpty, chunk.count >= count || length + added > room {
        chunks.append(chunk)
        chunk = []
        length = 0
      }
      chunk.append(id)
      length += added
    }
    return chunk.isEmpty ? chunks : chunks + [chunk]
  }
}

/// Asks for several things, a few at a time, and keeps their order.
///
/// - Throws: the first failure; what is still under way is cancelled.
package func mapInOrder<Input: Sendable, Output: Sendable>(
  _ inputs: [Input],
  atOnce: Int = 4,
  _ transform: @escaping @Sendable (Input) async throws -> Output
) async throws -> [Output] {
  try await withThrowingTaskGroup(of: (Int, Output).self) { group in
    var outputs: [Int: Output] = [:]
    var rest = inputs.enumerated().makeIterator()
    for _ in 0..<max(atOnce, 1) {
      guard let (index, input) = rest.next() else { break }
      group.addTask { (index, try await transform(input)) }
    }
    while let (index, output) = try await group.next() {
      outputs[index] = output
      if let (index, input) = rest.next() {
        group.addTask { (index, try await transform(input)) }
      }
    }
    return inputs.indices.compactMap { outputs[$0] }
  }
}

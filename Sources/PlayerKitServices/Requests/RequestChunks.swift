/// Limits for the requests of all services.
package enum RequestBounds {
  /// The maximum length of path and query, in bytes. Servers reject slightly longer ones, often
  /// without an explanation.
  package static let target = 8_000
  /// The maximum length of an id, in bytes. Far above any real id.
  package static let identity = 256
  /// The maximum length of a search term, in bytes before encoding.
  package static let term = 1_000
}

/// Splits lists for requests of a limited size.
package enum RequestChunks {
  /// Splits `ids` into lists of at most `count` ids that fit into one URL. Removes duplicates and
  /// keeps the order.
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

/// Transforms several inputs concurrently, `atOnce` at a time, and keeps their order.
///
/// - Throws: The first error. The remaining tasks are canceled.
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

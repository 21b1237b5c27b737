import Foundation

/// Writes lists of resources of several types as parameters: `ids[songs]=1,2&ids[albums]=3`.
enum IdentifierQuery {
  /// Parameters for one request each: no more of a type than the service takes, none too long.
  static func batches(_ identifiers: [AppleMusic.Identifier]) throws -> [[URLQueryItem]] {
    var types: [String] = []
    var ids: [String: [String]] = [:]
    for identifier in identifiers {
      try RequestChecks.name(identifier.type)
      try RequestChecks.identity(identifier.id)
      if ids[identifier.type] == nil { types.append(identifier.type) }
      ids[identifier.type, default: []].append(identifier.id)
    }
    var batches: [[URLQueryItem]] = []
    var length = 0
    for type in types {
      let chunks = RequestChunks.of(ids[type] ?? [], count: RequestLimits.identities(type))
      for (number, chunk) in chunks.enumerated() {
        let item = URLQueryItem(name: "ids[\(type)]", value: chunk.joined(separator: ","))
        let added = PercentEncoding.query(item.value ?? "").utf8.count + type.utf8.count + 12
        // Chunks of one type are full by themselves; different types share a request.
        let isFull = length + added > RequestLimits.targetLength - 500
        if batches.isEmpty || number > 0 || isFull {
          batches.append([])
          length = 0
        }
        batches[batches.count - 1].append(item)
        length += added
      }
    }
    return batches
  }
}

/// The input format of a snapserver stream: 16-bit stereo samples, in whole chunks.
struct FeedFormat: Sendable, Hashable {
  let sampleRate: Int
  /// The number of bytes that the server reads at once.
  let chunkBytes: Int
  /// The duration of a chunk.
  let chunk: Duration

  /// Reads the format from a stream's options. `nil` if we can't feed the format.
  init?(_ options: [String: String]) {
    let parts = (options["sampleformat"] ?? "48000:16:2").split(separator: ":")
    guard parts.count == 3, let rate = Int(parts[0]), parts[1] == "16", parts[2] == "2",
      (8_000...192_000).contains(rate)
    else { return nil }
    let milliseconds = options["chunk_ms"].flatMap { Int($0) } ?? 20
    guard (5...100).contains(milliseconds) else { return nil }
    sampleRate = rate
    let frames = rate * milliseconds / 1_000
    chunkBytes = frames * Self.bytesPerFrame
    chunk = .nanoseconds(frames * 1_000_000_000 / rate)
  }

  static let bytesPerFrame = 4
}

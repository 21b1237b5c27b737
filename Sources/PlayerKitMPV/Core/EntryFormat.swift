/// The audio format that media declares, before anything is decoded.
struct EntryFormat: Sendable, Equatable {
  var rate: Int?
  var channels: Int?
  /// libmpv's name for the channel layout, such as `5.1(side)`.
  var layout: String?

  /// A filter that puts mono on both sides at its own level; `nil` for other media. libswresample
  /// would lower it by 3 dB.
  var stereoFilter: String? { channels == 1 ? "pan=stereo|c0=c0|c1=c0" : nil }
}

/// What a media says of its sound, before anything of it is decoded.
struct EntryFormat: Sendable, Equatable {
  var rate: Int?
  var channels: Int?
  /// libmpv's name of the channels, such as `5.1(side)`.
  var layout: String?

  /// Puts mono on both sides at its own level; `nil` for other media. libswresample makes it quieter by 3 dB.
  var stereoFilter: String? { channels == 1 ? "pan=stereo|c0=c0|c1=c0" : nil }
}

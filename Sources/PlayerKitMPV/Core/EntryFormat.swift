/// What a media says of its sound, before anything of it is decoded.
struct EntryFormat: Sendable, Equatable {
  var rate: Int?
  var channels: Int?
  /// libmpv's name of the channels, such as `5.1(side)`.
  var layout: String?
}

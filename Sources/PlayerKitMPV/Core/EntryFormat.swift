/// What a media says of its sound, before anything of it is decoded.
struct EntryFormat: Sendable, Equatable {
  var rate: Int?
  var channels: Int?
}

import TestSupport

extension TagMaker {
  /// The frames of a tone, without tags.
  static func audio() throws -> [UInt8] {
    Array(try TagFixture.data("id3v1.mp3").dropLast(128))
  }
}

extension OggMaker {
  /// A fixture with other comments.
  static func stream(
    _ name: String,
    comments: [[UInt8]],
    count: Int? = nil,
    segments: (Int) -> Int = { _ in 255 }
  ) throws -> [UInt8] {
    let original = Array(try TagFixture.data(name))
    return stream(original, comments: comments, count: count, segments: segments)
  }
}

import PlayerKit
import PlayerKitSystem

/// Reads a picture from a stream, within bounds. Blocks, so run it on a thread that may wait.
struct PictureReader {
  let largest: Int
  let maximumPixels: Int
  let timeLimit: Duration
  let clock: any PlaybackClock

  /// How many bytes show whether it is a picture.
  private static let enough = 512

  func read(_ stream: any ByteStream) throws(PlayerError) -> ArtworkImage {
    let end = clock.now + timeLimit
    var data = Data()
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    var isChecked = false
    while true {
      let count = try stream.read(into: &piece)
      data.append(contentsOf: piece.prefix(count))
      if !isChecked, data.count >= Self.enough || count == 0 {
        isChecked = true
        let isPicture = data.withUnsafeBytes { PictureFormat(signature: $0) != nil }
        guard isPicture else { throw Self.noPicture }
        // If the size is known, an oversized picture fails early.
        if let size = stream.size, size > Int64(largest) { throw Self.tooLarge }
      }
      if count == 0 { break }
      guard data.count <= largest else { throw Self.tooLarge }
      guard clock.now < end else { throw Self.tooSlow }
    }
    guard let image = ArtworkImage(data) else { throw Self.noPicture }
    let (pixels, isTooMany) = image.width.multipliedReportingOverflow(by: image.height)
    guard !isTooMany, pixels <= maximumPixels else { throw Self.tooManyPixels }
    return image
  }

  private static let noPicture = PlayerError(
    .unsupportedFormat,
    "It is no picture, or its header is cut."
  )
  private static let tooLarge = PlayerError(
    .unsupportedFormat,
    "The picture has more bytes than are taken of one."
  )
  private static let tooManyPixels = PlayerError(
    .unsupportedFormat,
    "The picture has more pixels than are taken of one."
  )
  private static let tooSlow = PlayerError(
    .timedOut,
    "The picture did not come to its end in time."
  )
}

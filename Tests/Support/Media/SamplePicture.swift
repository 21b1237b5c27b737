import Foundation

/// Pictures of 50 × 34 pixels made by FFmpeg, one in each known format.
package struct SamplePicture: Sendable, CustomStringConvertible {
  package let name: String
  package let mediaType: String
  package let data: Data

  package var description: String { name }

  package static let width = 50
  package static let height = 34

  package static let jpeg = SamplePicture(
    "JPEG",
    "image/jpeg",
    """
    /9j/4AAQSkZJRgABAgAAAQABAAD//gAQTGF2YzU5LjM3LjEwMAD/2wBDAAgEBAQEBAUFBQUFBQYGBgYGBgYGBgYGBg
    YHBwcICAgHBwcGBgcHCAgICAkJCQgICAgJCQoKCgwMCwsODg4RERT/xABNAAEBAAAAAAAAAAAAAAAAAAAABgEBAQEA
    AAAAAAAAAAAAAAAAAAUGEAEAAAAAAAAAAAAAAAAAAAAAEQEAAAAAAAAAAAAAAAAAAAAA/8AAEQgAIgAyAwEiAAIRAA
    MRAP/aAAwDAQACEQMRAD8AnQGqQAAAAAAAAAAAAAAAAAAAAAAH/9k=
    """
  )

  package static let png = SamplePicture(
    "PNG",
    "image/png",
    """
    iVBORw0KGgoAAAANSUhEUgAAADIAAAAiCAIAAACSix19AAAACXBIWXMAAAABAAAAAQBPJcTWAAAAN0lEQVR4nO3OAQ
    kAIBAAsc9kJsMZ0xgeMliAzdonaJ4PtLS0tLS0GrS0tAq0tLQKtLS0CrQ+aF3LRkAx+KdygAAAAABJRU5ErkJggg==
    """
  )

  package static let webP = SamplePicture(
    "WebP with losses",
    "image/webp",
    """
    UklGRkYAAABXRUJQVlA4IDoAAACQAwCdASoyACIAPpFIoEwlpCMiIqgAsBIJZwB2AAAqNMY4fBmAAP7q1H//V27WZ4
    9//oUbKJfMAAAA
    """
  )

  package static let losslessWebP = SamplePicture(
    "WebP without losses",
    "image/webp",
    "UklGRiQAAABXRUJQVlA4TBcAAAAvMUAIAAdQs840tf8BICH8P69G9D9lAQA="
  )

  package static let transparentWebP = SamplePicture(
    "WebP with transparency",
    "image/webp",
    """
    UklGRmoAAABXRUJQVlA4WAoAAAAQAAAAMQAAIQAAQUxQSAoAAAABB9C/iAhERP8DVlA4IDoAAACQAwCdASoyACIAPp
    FIoEwlpCMiIqgAsBIJZwB2AAAqNMY4fBmAAP7q1H//V27WZ49//oUbKJfMAAAA
    """
  )

  package static let avif = SamplePicture(
    "AVIF",
    "image/avif",
    """
    AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAAD5bWV0YQAAAAAAAAAvaGRscgAAAAAAAAAAcGljdAAAAA
    AAAAAAAAAAAFBpY3R1cmVIYW5kbGVyAAAAAA5waXRtAAAAAAABAAAAHmlsb2MAAAAARAAAAQABAAAAAQAAASEAAAAc
    AAAAKGlpbmYAAAAAAAEAAAAaaW5mZQIAAAAAAQAAYXYwMUNvbG9yAAAAAGppcHJwAAAAS2lwY28AAAAUaXNwZQAAAA
    AAAAAyAAAAIgAAABBwaXhpAAAAAAMICAgAAAAMYXYxQ4EADAAAAAATY29scm5jbHgAAgACAAIAAAAAF2lwbWEAAAAA
    AAAAAQABBAECgwQAAAAkbWRhdAoGGBVxhbAIMhIYAAAAUAAAAAoFgQa8pCyBCRI=
    """
  )

  /// The AVIF picture labeled as HEIC. The boxes around the picture are the same.
  package static let heic = SamplePicture(
    "HEIC",
    "image/heic",
    Data(avif.data[..<8]) + Data("heic".utf8) + avif.data[12..<16] + Data("heic".utf8)
      + avif.data[20...]
  )

  package static let gif = SamplePicture(
    "GIF",
    "image/gif",
    Data("GIF89a".utf8) + [50, 0, 34, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255, 0x2C, 0, 0, 0, 0]
      + [50, 0, 34, 0, 0, 2, 1, 0, 0, 0x3B]
  )

  package static let bmp = SamplePicture(
    "BMP, the rows from top to bottom",
    "image/bmp",
    Data("BM".utf8) + [0x62, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 50, 0, 0, 0]
      + [0xDE, 0xFF, 0xFF, 0xFF, 1, 0, 1, 0] + Data(count: 64)
  )

  package static let oldBMP = SamplePicture(
    "BMP of OS/2",
    "image/bmp",
    Data("BM".utf8) + [
      0x1A, 0, 0, 0, 0, 0, 0, 0, 26, 0, 0, 0, 12, 0, 0, 0, 50, 0, 34, 0, 1, 0, 1, 0,
    ]
      + Data(count: 64)
  )

  package static let all = [
    jpeg, png, gif, webP, losslessWebP, transparentWebP, bmp, oldBMP, avif, heic,
  ]

  private init(_ name: String, _ mediaType: String, _ base64: String) {
    let data = Data(base64Encoded: base64, options: .ignoreUnknownCharacters) ?? Data()
    self.init(name, mediaType, data)
  }

  private init(_ name: String, _ mediaType: String, _ data: Data) {
    self.name = name
    self.mediaType = mediaType
    self.data = data
  }
}

import PlayerKitMedia

extension MediaInformation.Padding {
  /// What LAME's header in the first frame of an MP3 says; `nil` where there is none.
  ///
  /// - Parameter start: where the frames begin, or zeros before them.
  init?(mp3 bytes: MediaBytes, from start: Int64) {
    let head = bytes.bytes(at: start, count: 4_096)
    let most = head.count - MP3Beginning.headLength
    guard most > 0,
      let place = (0..<most).first(where: { head[$0] == 0xFF && MPEGFrame(head, at: $0) != nil }),
      let frame = MPEGFrame(head, at: place), frame.layer == 3
    else { return nil }
    let beginning = head[place...].withUnsafeBytes { MP3Beginning(frame, $0) }
    guard let header = beginning.header, header.delay > 0 || header.padding > 0 else { return nil }
    self.init(start: header.delay, end: header.padding)
  }
}

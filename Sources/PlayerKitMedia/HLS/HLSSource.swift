import PlayerKit

extension HLSStream {
  /// Reads the rest of a playlist, and what it names then.
  static func make(
    _ setting: Setting,
    _ head: [UInt8],
    _ rest: any ByteStream
  ) throws(PlayerError) -> HLSStream {
    // What is kept on disk may be of yesterday, and does not tell what it may name.
    guard let located = rest as? any LocatedStream, let origin = located.origin else {
      return HLSStream(setting)
    }
    let playlist = try rest.readAll(
      upTo: HLSParser.maxBytes,
      after: head,
      within: setting.limits.timeout * 3
    )
    located.leaveNothing()
    var setting = setting
    if let stream = rest as? HTTPByteStream {
      // It may have been found anew on the way.
      let renewal = setting.address.renewal
      setting.address = stream.address
      setting.address.renewal = renewal
    }
    return HLSStream(setting, playlist: playlist, from: origin)
  }
}

/// Opens streams of what an earlier one knew already.
struct HLSSource: ByteSource {
  let setting: HLSStream.Setting
  let item: HLSMemory.Item

  func makeStream() -> any ByteStream { HLSStream(setting, item) }
}

import PlayerKit

extension HLSStream {
  /// Reads the rest of a playlist and creates a stream of its parts.
  static func make(
    _ setting: Setting,
    _ head: [UInt8],
    _ rest: any ByteStream
  ) throws(PlayerError) -> HLSStream {
    // A cached playlist may be outdated, and its origin, which limits its access, is unknown.
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
      // The address may have been renewed meanwhile.
      let renewal = setting.address.renewal
      setting.address = stream.address
      setting.address.renewal = renewal
    }
    return HLSStream(setting, playlist: playlist, from: origin)
  }
}

/// Opens streams from what an earlier one knew.
struct HLSSource: ByteSource {
  let setting: HLSStream.Setting
  let item: HLSMemory.Item

  func makeStream() -> any ByteStream { HLSStream(setting, item) }
}

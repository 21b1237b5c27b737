import Foundation

/// The host of SoundCloud's media. It must not get the API's token. Its addresses expire.
///
/// It sends MP3 in parts, even if the real one sends AAC, because the simulator has no AAC stream.
struct SoundCloudMedia: SimulatedService {
  /// The lifetime of an address.
  static let life: TimeInterval = 300
  private static let framesPerPart = 150

  let previewStore: PreviewStore

  /// The base address: the same port under another name, so that it counts as another host.
  static func base(_ request: SimulatedRequest) -> String {
    let port = URLComponents(string: request.serviceBase)?.port ?? 80
    return "http://localhost:\(port)/\(ServiceName.soundCloudMedia.folder)"
  }

  func answer(_ request: SimulatedRequest) throws -> SimulatedResponse {
    let parts = request.path.split(separator: "/")
    guard request.isReading, parts.count == 2, let number = Int(parts[0]),
      let piece = previewStore.mp3Piece(recording: number)
    else { return failure(status: 404) }
    // A client that sends the token here leaks it.
    guard request.headers["authorization"] == nil else { return failure(status: 400) }
    let token = Query(pairs: request.query)["Policy"]
    guard previewStore.signer.accepts(token, path: "/\(number)/", at: request.now) else {
      return failure(status: 403)
    }
    if parts[1] == "preview.mp3" {
      return SimulatedResponse("audio/mpeg", piece.data)
    }
    let frames = MP3Frames(piece.data)
    let count = (frames.ranges.count + Self.framesPerPart - 1) / Self.framesPerPart
    guard parts[1] != "playlist.m3u8" else {
      return playlist(frames, count, "Policy=\(token ?? "")")
    }
    guard let part = Int(parts[1].dropLast(4)), (0..<count).contains(part) else {
      return failure(status: 404)
    }
    return SimulatedResponse("audio/mpeg", frames.data(Self.range(part, frames.ranges.count)))
  }

  func failure(status: Int) -> SimulatedResponse { SimulatedResponse(status: status) }

  private func playlist(_ frames: MP3Frames, _ count: Int, _ query: String) -> SimulatedResponse {
    var lines = ["#EXTM3U", "#EXT-X-VERSION:3", "#EXT-X-TARGETDURATION:5"]
    lines += ["#EXT-X-PLAYLIST-TYPE:VOD", "#EXT-X-MEDIA-SEQUENCE:0"]
    for part in 0..<count {
      let frames = Self.range(part, frames.ranges.count).count
      lines += ["#EXTINF:\(Double(frames) * 1_152 / 44_100),", "\(part).mp3?\(query)"]
    }
    lines.append("#EXT-X-ENDLIST\n")
    let text = lines.joined(separator: "\n")
    return SimulatedResponse("application/vnd.apple.mpegurl", Data(text.utf8))
  }

  private static func range(_ part: Int, _ frames: Int) -> Range<Int> {
    part * framesPerPart..<min((part + 1) * framesPerPart, frames)
  }
}

/// The positions of the frames in an MP3 of 44.1 kHz.
struct MP3Frames {
  private static let bitRates = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]

  private let bytes: [UInt8]
  let ranges: [Range<Int>]

  init(_ data: Data) {
    bytes = Array(data)
    var ranges: [Range<Int>] = []
    var place = 0
    if bytes.starts(with: "ID3".utf8), bytes.count > 10 {
      place = 10 + bytes[6..<10].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
    }
    while place + 4 <= bytes.count, bytes[place] == 0xFF, bytes[place + 1] & 0xFE == 0xFA {
      let index = Int(bytes[place + 2] >> 4)
      guard (1..<Self.bitRates.count).contains(index) else { break }
      let padding = Int(bytes[place + 2] >> 1 & 1)
      let end = place + 144 * Self.bitRates[index] * 1_000 / 44_100 + padding
      guard end <= bytes.count else { break }
      ranges.append(place..<end)
      place = end
    }
    self.ranges = ranges
  }

  func data(_ frames: Range<Int>) -> Data {
    guard let first = ranges[frames].first, let last = ranges[frames].last else { return Data() }
    return Data(bytes[first.lowerBound..<last.upperBound])
  }
}

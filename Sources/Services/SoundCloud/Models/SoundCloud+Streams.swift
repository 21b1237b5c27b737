import Foundation
import PlayerKitServices
import PlayerKitSystem

extension SoundCloud {
  /// The stream addresses of a track. They are secrets: they require the access token or are
  /// signed.
  public struct Streams: Sendable, Redacted {
    /// The format of a stream.
    public enum Form: String, Sendable, Hashable, CaseIterable {
      /// HLS with AAC at 160 kbit/s.
      case hlsAAC160 = "hls_aac_160_url"
      /// HLS with AAC at 96 kbit/s.
      case hlsAAC96 = "hls_aac_96_url"
      /// HLS with MP3 at 128 kbit/s. Deprecated by the service.
      case hlsMP3 = "hls_mp3_128_url"
      /// MP3 at 128 kbit/s. Deprecated by the service.
      case progressiveMP3 = "http_mp3_128_url"
      /// A preview as MP3 at 128 kbit/s.
      case preview = "preview_mp3_128_url"

      /// The formats of the whole track, best first.
      static let whole: [Form] = [.hlsAAC160, .hlsAAC96, .hlsMP3, .progressiveMP3]
    }

    private let addresses: [Form: URL]

    /// The address of a format; `nil` if there is none.
    public subscript(form: Form) -> URL? { addresses[form] }

    /// Only the names of the formats.
    public var description: String {
      "Streams(\(Form.allCases.filter { addresses[$0] != nil }.map(\.rawValue)))"
    }
  }
}

extension SoundCloud.Streams: Decodable {
  /// Decodes the addresses that lead to servers.
  public init(from decoder: any Decoder) throws {
    let texts = try decoder.singleValueContainer().decode([String: JSONValue].self)
    addresses = Form.allCases.reduce(into: [:]) { addresses, form in
      guard let text = texts[form.rawValue]?.string, text.utf8.count <= 8_000,
        let url = WebAddress.url(text), ["http", "https"].contains(url.scheme?.lowercased()),
        url.host()?.isEmpty == false, url.user() == nil
      else { return }
      addresses[form] = url
    }
  }
}

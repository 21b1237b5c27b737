import Foundation
import HTTPTypes
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting

@testable import PlayerKitInternetArchive

/// Invented answers, in the documented and the real forms of the archive.
enum ArchiveFixture {
  static let id = "tb1977-05-08.example"

  /// A concert: originals in FLAC, files derived from them, and files without audio.
  static let concert = #"""
    {"created":1700000000,"d1":"ia800000.us.archive.org","dir":"/5/items/x","item_size":"1000",
    "metadata":{"identifier":["tb1977-05-08.example"],"title":"Live at\tExample Hall",
    "creator":["The Band","A Guest"],"date":"1977-05-08 00:00:00","year":1977,"mediatype":"etree",
    "collection":["TheBand","etree"],"licenseurl":"","venue":["Example Hall"]},
    "files":[
    {"name":"d1t10.flac","source":"original","format":"Flac","track":"10","length":"60","size":"900",
    "title":"Ten"},
    {"name":"d1t02 50% & more?.flac","source":"original","format":"Flac","track":"02/3",
    "length":"213.40","size":800,"title":["Two","Dos"],"creator":"Someone"},
    {"name":"d1t02 50% & more?.mp3","source":"derivative","format":"VBR MP3",
    "original":"d1t02 50% & more?.flac","length":"03:33","size":"90"},
    {"name":"d1t02 50% & more?_64kb.mp3","source":"derivative","format":"64Kbps MP3",
    "original":["d1t02 50% & more?.mp3"],"size":"50"},
    {"name":"d1t10.mp3","source":"derivative","format":"VBR MP3","original":"d1t10.flac","track":10},
    {"name":"d1t10.ogg","source":"derivative","format":["Ogg Vorbis"],"original":"d1t10.flac"},
    {"name":"d1t01.mp3","source":"original","format":"VBR MP3","length":"1:02:03","track":1},
    {"name":"d1t01.ogg","source":"derivative","format":"Ogg Vorbis","original":"d1t01.mp3"},
    {"name":"d1t10.png","source":"derivative","format":"Spectrogram","original":"d1t10.flac"},
    {"name":"x_vbr.m3u","source":"derivative","format":"VBR M3U"},{"name":"../../etc/passwd.mp3"},
    {"name":"secret.flac","source":"original","format":"Flac","private":"true"},
    {"source":"original"},null,{"name":7},
    {"name":"x_meta.xml","source":"original","format":"Metadata","md5":"0"}]}
    """#

  static func item(_ text: String) throws -> InternetArchive.Item {
    try JSONDecoder().decode(InternetArchive.Item.self, from: Data(text.utf8))
  }

  /// An item of files, described by their fields.
  static func item(of files: [String]) throws -> InternetArchive.Item {
    try item(
      #"{"metadata":{"identifier":"x"},"files":[\#(files.map { "{\($0)}" }.joined(separator: ","))]}"#
    )
  }

  static func names(_ files: [String], _ formats: [ArchiveFormat] = .best) throws -> [String] {
    InternetArchiveTrack.tracks(of: try item(of: files), preferring: formats)
      .map { String($0.id.dropFirst(2)) }
  }

  static func service(
    base: String? = nil,
    formats: [ArchiveFormat] = .best,
    _ transport: any HTTPTransport
  ) -> InternetArchiveService {
    InternetArchiveService(
      client: InternetArchiveClient(
        userAgent: "Jukebox/1.2",
        configuration: ClientConfiguration(
          baseURL: base.flatMap { URL(string: $0) },
          transport: transport,
          clock: ManualClock()
        )
      ),
      formats: formats
    )
  }
}

import Foundation

/// The files that the demo plays: some synthesized or written into a folder of its own, the others carried by the
/// package.
struct DemoFiles: Sendable {
  /// Who a listener sees as the artist of all of them.
  static let artist = "The PlayerKit Ensemble"
  /// The part of the podcast's episode that is played.
  static let soundbite = (start: 2.5, length: 4.25)

  /// "First Light", first half: WAV. Its second half follows without a gap.
  let firstHalf: URL
  /// "First Light", second half: FLAC.
  let secondHalf: URL
  /// "Paper Boats": MP3.
  let paperBoats: URL
  /// "Undertow": AAC.
  let undertow: URL
  /// "Undertow" by HLS: the list of its parts, which all lie in one file.
  let undertowList: URL
  /// A podcast with one episode, which is ``paperBoats``.
  let feed: URL
  /// A page that embeds ``paperBoats``.
  let page: URL
  /// Where it is written what is not carried. The caller removes it in the end.
  let folder: URL
  private let undertowParts: URL

  /// What is played over http.
  var served: [URL] {
    [secondHalf, paperBoats, undertowList, undertowParts, feed, page]
  }

  /// Makes what is not carried. Takes about a second in a debug build.
  ///
  /// - Throws: When the temporary folder can't be written, or a carried file is missing.
  static func prepare() throws -> DemoFiles {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("playerkit-demo-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let files = DemoFiles(
      firstHalf: folder.appendingPathComponent("first-light-1.wav"),
      secondHalf: try carried("first-light-2.flac"),
      paperBoats: try carried("paper-boats.mp3"),
      undertow: try carried("undertow.m4a"),
      undertowList: try carried("undertow.m3u8"),
      feed: folder.appendingPathComponent("feed.xml"),
      page: folder.appendingPathComponent("page.html"),
      folder: folder,
      undertowParts: try carried("undertow.m4s")
    )
    let (samples, _) = DemoMusic.firstLight.render().cut(atFrame: DemoMusic.firstLightCut)
    try WAVWriter.write(samples, to: files.firstHalf)
    try Data(feedText(files.paperBoats.lastPathComponent).utf8).write(to: files.feed)
    try Data(pageText(files.paperBoats.lastPathComponent).utf8).write(to: files.page)
    return files
  }

  private static func carried(_ name: String) throws -> URL {
    guard let file = Bundle.module.url(forResource: name, withExtension: nil) else {
      throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: name])
    }
    return file
  }

  private static func feedText(_ media: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel>
    <title>The Demo's Podcast</title><item><title>On Paper Boats</title><guid>paper-boats</guid>
    <enclosure url="\(media)" length="0" type="audio/mpeg"/>
    <podcast:soundbite startTime="\(soundbite.start)" duration="\(soundbite.length)"/>
    </item></channel></rss>
    """
  }

  private static func pageText(_ media: String) -> String {
    """
    <!DOCTYPE html><html><head><title>Paper Boats</title></head>
    <body><audio src="\(media)"></audio></body></html>
    """
  }
}

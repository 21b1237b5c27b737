import Foundation

/// The files that the demo plays. The music comes with the package. A feed and a page are written
/// into a temporary folder.
struct DemoFiles: Sendable {
  /// The artist of all pieces.
  static let artist = "The PlayerKit Ensemble"
  /// The part of the podcast episode to play, in seconds.
  static let soundbite = (start: 2.5, length: 4.25)

  /// "First Light", first half: FLAC. Its second half follows without a gap.
  let firstHalf: URL
  /// "First Light", second half: FLAC.
  let secondHalf: URL
  /// "Paper Boats": MP3.
  let paperBoats: URL
  /// "Undertow": AAC.
  let undertow: URL
  /// "Undertow" as HLS: a playlist whose segments are all in one file.
  let undertowList: URL
  /// A podcast with one episode, ``paperBoats``.
  let feed: URL
  /// A page that embeds ``paperBoats``.
  let page: URL
  /// The folder for created files. The caller deletes it at the end.
  let folder: URL
  private let undertowParts: URL

  /// The files to play over HTTP.
  var served: [URL] {
    [secondHalf, paperBoats, undertowList, undertowParts, feed, page]
  }

  /// Creates the files that don't come with the package.
  ///
  /// - Throws: If the temporary folder can't be written, or a file of the package is missing.
  static func prepare() throws -> DemoFiles {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("playerkit-demo-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let files = DemoFiles(
      firstHalf: try carried("first-light-1.flac"),
      secondHalf: try carried("first-light-2.flac"),
      paperBoats: try carried("paper-boats.mp3"),
      undertow: try carried("undertow.m4a"),
      undertowList: try carried("undertow.m3u8"),
      feed: folder.appendingPathComponent("feed.xml"),
      page: folder.appendingPathComponent("page.html"),
      folder: folder,
      undertowParts: try carried("undertow.m4s")
    )
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

import Foundation

/// The files that the demo plays, in their order: one synthesized into a folder of its own, the
/// others carried by the package.
struct DemoFiles: Sendable {
  /// One file of the demo's queue.
  struct Item: Sendable {
    /// What a listener sees.
    var title: String
    /// Where it is.
    var file: URL
    /// Whether the demo plays it over http, from its own server.
    var isRemote: Bool
  }

  /// Who a listener sees as the artist of all of them.
  static let artist = "The PlayerKit Ensemble"

  /// How many there are.
  static let count = 4

  /// The queue: WAV, FLAC, MP3 and AAC. The first two are halves of one piece.
  let items: [Item]
  /// Where the synthesized file is. The caller removes it in the end.
  let folder: URL

  /// Synthesizes what is not carried. Takes about a second in a debug build.
  ///
  /// - Throws: When the temporary folder can't be written, or a carried file is missing.
  static func prepare() throws -> DemoFiles {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("playerkit-demo-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let firstHalf = folder.appendingPathComponent("first-light-1.wav")
    let (samples, _) = DemoMusic.firstLight.render().cut(atFrame: DemoMusic.firstLightCut)
    try WAVWriter.write(samples, to: firstHalf)
    return DemoFiles(
      items: [
        Item(title: "First Light, first half", file: firstHalf, isRemote: false),
        Item(
          title: "First Light, second half",
          file: try carried("first-light-2.flac"),
          isRemote: true
        ),
        Item(
          title: DemoMusic.paperBoats.title,
          file: try carried("paper-boats.mp3"),
          isRemote: true
        ),
        Item(title: DemoMusic.undertow.title, file: try carried("undertow.m4a"), isRemote: false),
      ],
      folder: folder
    )
  }

  private static func carried(_ name: String) throws -> URL {
    guard let file = Bundle.module.url(forResource: name, withExtension: nil) else {
      throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: name])
    }
    return file
  }
}

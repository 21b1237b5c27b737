import PlayerKitSystem

/// A file with the original volumes of the rooms that we silenced. If this process is killed, the
/// next run restores them. The file exists only while there are such rooms.
struct HoldRecord: Sendable {
  private struct Room: Codable {
    var id: String
    var percent: Int
  }

  private let file: String

  /// - Parameter folder: The folder of the file. Created if it is missing; only its owner can read
  ///   it.
  init(folder: String, server: SnapcastAddress, stream: SnapcastStream.ID) {
    let name = "\(server)-\(stream.rawValue)".utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"):
        String(UnicodeScalar(byte))
      default: "_\(byte)_"
      }
    }
    PrivateFiles.makeFolder(folder)
    file = folder + "/rooms-" + name.joined().prefix(150) + ".json"
  }

  /// Returns the recorded volumes. Empty if there is no file or it can't be read.
  func read() -> [SnapcastRoom.ID: Int] {
    guard let data = FileManager.default.contents(atPath: file), data.count < 1 << 20,
      let rooms = try? JSONDecoder().decode([Room].self, from: data)
    else { return [:] }
    return Dictionary(rooms.map { (SnapcastRoom.ID(rawValue: $0.id), $0.percent) }) { $1 }
  }

  /// Records these volumes. Errors are ignored, since playback must not depend on the file.
  func write(_ rooms: [SnapcastRoom.ID: Int]) {
    guard !rooms.isEmpty else {
      try? FileManager.default.removeItem(atPath: file)
      return
    }
    let list = rooms.sorted { $0.key.rawValue < $1.key.rawValue }.map { id, percent in
      Room(id: id.rawValue, percent: percent)
    }
    let data = try? JSONEncoder().encode(list)
    try? data?.write(to: URL(fileURLWithPath: file), options: .atomic)
  }
}

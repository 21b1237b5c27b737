/// The error of a failed command, with MPD's number and a message for the client.
struct MPDError: Error, Equatable {
  /// MPD's error numbers.
  enum Code: Int {
    case argument = 2
    case password = 3
    case permission = 4
    case unknown = 5
    case noSuchThing = 50
    case playlistTooLarge = 51
    case system = 52
    case playlistLoad = 53
    case notPlaying = 55
    case exists = 56
  }

  var code: Code
  var message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  static let badIndex = MPDError(.argument, "Bad song index")
  static let noSuchSong = MPDError(.noSuchThing, "No such song")
  static let notPlaying = MPDError(.notPlaying, "Not playing")
  static let noSuchPlaylist = MPDError(.noSuchThing, "No such playlist")
  static let noSuchDirectory = MPDError(.noSuchThing, "No such directory")

  /// Returns the error's line.
  ///
  /// - Parameters:
  ///   - index: The index of the command in its list; 0 for a single command.
  ///   - command: The name of the command. Empty if there is none.
  func line(index: Int, command: String) -> String {
    "ACK [\(code.rawValue)@\(index)] {\(command)} \(MPDResponse.oneLine(message))\n"
  }
}

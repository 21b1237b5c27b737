import ArgumentParser
import PlayerKitRooms

/// Lists the rooms of a snapserver.
struct RoomsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rooms",
    abstract: "List the groups and rooms of a snapserver."
  )

  @Option(
    help: ArgumentHelp("The server, by its port for JSON-RPC.", valueName: "host:port"),
    transform: { text in
      guard let address = SnapcastAddress(text) else {
        throw ValidationError("“\(PrintableText.line(text))” is not HOST or HOST:PORT.")
      }
      return address
    }
  )
  var snapserver = SnapcastAddress(host: "localhost")

  @Flag(help: "Write one JSON object a line, one for each group.")
  var json = false

  func run() async throws {
    let client = SnapcastClient(snapserver)
    defer { client.close() }
    let status: SnapcastStatus
    do throws(SnapcastError) {
      status = try await client.status()
    } catch {
      ConsoleWriter.standardError.write("playerkit: \(PrintableText.line(error.message))\n")
      throw ExitCode(ExitStatus.failure.rawValue)
    }
    for group in status.groups {
      let text = json ? Self.object(group).text : Self.lines(group)
      guard ConsoleWriter.standardOutput.write(text + "\n") else { return }
    }
  }

  static func lines(_ group: SnapcastGroup) -> String {
    let name = group.name.isEmpty ? group.id.rawValue : group.name
    let plays = "plays " + PrintableText.line(group.stream.rawValue)
    let title = "\(PrintableText.line(name))\t\(plays)\(group.isMuted ? ", muted" : "")"
    let rooms = group.rooms.map { room in
      let volume = "\(room.volume.percent) %\(room.volume.isMuted ? ", muted" : "")"
      let latency = "\(Int(room.latency / .milliseconds(1))) ms"
      let presence = room.isConnected ? "" : "\taway"
      return "  \(PrintableText.line(room.displayName))\t\(volume)\t\(latency)\(presence)"
    }
    return ([title] + rooms).joined(separator: "\n")
  }

  static func object(_ group: SnapcastGroup) -> JSONObject {
    var object = JSONObject()
    object.add("group", group.id.rawValue)
    object.add("name", group.name.isEmpty ? nil : group.name)
    object.add("stream", group.stream.rawValue)
    object.add("muted", group.isMuted)
    object.add("rooms", group.rooms.map(room))
    return object
  }

  private static func room(_ room: SnapcastRoom) -> JSONObject {
    var object = JSONObject()
    object.add("room", room.id.rawValue)
    object.add("name", room.name.isEmpty ? nil : room.name)
    object.add("host", room.host.isEmpty ? nil : room.host)
    object.add("connected", room.isConnected)
    object.add("volume", room.volume.percent)
    object.add("muted", room.volume.isMuted)
    object.add("latency", room.latency)
    return object
  }
}

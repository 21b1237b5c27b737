import Foundation

@testable import PlayerKitRemote
@testable import PlayerKitRooms

#if os(Linux)
  private let desktop = [FuzzTarget.dbus]
#else
  private let desktop: [FuzzTarget] = []
#endif

extension FuzzTarget {
  static let remote =
    [
      FuzzTarget(
        name: "mpd-line",
        words: ["status", "add ", "\"", "\\\"", "\\\\", "find ", "playid ", "'", "\t"],
        samples: ["add \"a \\\"b\\\" c\" 3", "find \"(artist == 'x')\" window 0:3", "idle player"]
      ) { bytes in
        guard let line = try? MPDLine(bytes) else { return }
        require(line.arguments.count <= MPDLine.maximumArguments, "arguments are limited")
        let written = ([line.name] + line.arguments.map(quoted)).joined(separator: " ")
        require((try? MPDLine(Array(written.utf8))) == line, "a written line is read again")
        _ = try? MPDQuery(line.arguments, ignoresCase: true)
        for argument in line.arguments {
          _ = try? MPDRange(argument)
          _ = try? MPDPosition(argument)
          _ = try? MPDArguments([argument]).seconds(0)
        }
      },
      FuzzTarget(
        name: "mpd-filter",
        words: [
          "(", ")", "((", "!(", " AND ", "artist ", "== ", "!= ", "contains ", "starts_with ", "'",
          "base ", "file ", "any ", "modified-since ", "\\",
        ],
        samples: ["((artist == 'A') AND (!(title contains \"b\")))", "(base 'x/y')"]
      ) { bytes in
        var parser = MPDFilterParser(text(bytes), ignoresCase: false)
        let filter = try? parser.parse()
        require(filter.map { $0.conditionCount <= bytes.count } ?? true, "conditions are limited")
      },
      FuzzTarget(
        name: "mpd-session",
        words: [
          "command_list_begin\n", "command_list_ok_begin\n", "command_list_end\n", "idle\n",
          "noidle\n", "status\n", "close\n", "GET / HTTP/1.1\r\n", "password x\n",
        ],
        samples: ["status\ncommand_list_ok_begin\nnext\nfail\ncommand_list_end\nidle\nnoidle\n"]
      ) { bytes in
        require(
          actions([bytes[...]]) == actions(pieces(of: bytes)),
          "a session does not depend on the pieces"
        )
      },
      FuzzTarget(
        name: "http-request",
        words: [
          "GET / HTTP/1.1\r\n", "POST ", "Host: ", "Origin: ", "Cookie: a=b", "Upgrade: websocket",
          "Content-Length: ", "Transfer-Encoding: chunked", "Connection: close", "\r\n\r\n",
        ],
        samples: [
          "GET /ws?x HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\n\r\nGET / HTTP/1.0\r\n\r\n"
        ]
      ) { bytes in
        require(
          heads([bytes[...]]) == heads(pieces(of: bytes)),
          "heads do not depend on the pieces"
        )
      },
      FuzzTarget(
        name: "websocket",
        samples: ["\u{1}\u{1}"]
      ) { bytes in
        let whole = events([bytes[...]])
        let pieced = events(pieces(of: bytes))
        require(whole.close == pieced.close, "the end does not depend on the pieces")
        // A decoder drops complete messages in the piece with the fault.
        require(whole.close != nil || whole.events == pieced.events, "nor do the messages")
        let frame = Array(WebSocketEncoder.text(Data(bytes)))
        require(frame.suffix(bytes.count).elementsEqual(bytes), "a frame ends with its payload")
      },
      FuzzTarget(
        name: "web-request",
        words: [
          "{\"id\":1,\"do\":\"", "\"play\"", "\"seek\"", "\"to\":", "\"entries\":[",
          "\"items\":[\"",
          "\"window\"", "\"from\":", "\"count\":", "1e308", "-1", "9223372036854775807",
        ],
        samples: [
          "{\"id\":1,\"do\":\"seek\",\"to\":12.5}",
          "{\"id\":2,\"do\":\"window\",\"from\":0,\"count\":50}",
          "{\"id\":3,\"do\":\"add\",\"items\":[\"https://a.example/x\"],\"place\":\"next\"}",
        ]
      ) { bytes in
        _ = try? WebRequest(json: Data(bytes))
      },
      FuzzTarget(
        name: "snapcast",
        words: [
          "{\"id\":1,\"jsonrpc\":\"2.0\",\"result\":{", "\"method\":\"Client.OnVolumeChanged\"",
          "\"params\":{", "\"error\":{\"code\":-32601", "\"server\":{\"groups\":[{\"clients\":[{",
          "\"volume\":{\"muted\":false,\"percent\":74}", "Plugin.Stream.Player.Control", "1e400",
        ],
        samples: [
          "{\"jsonrpc\":\"2.0\",\"method\":\"Client.OnVolumeChanged\","
            + "\"params\":{\"id\":\"a\",\"volume\":{\"muted\":false,\"percent\":5}}}\n",
          "[{\"method\":\"Group.OnMute\",\"params\":{\"id\":\"g\",\"mute\":true}}]\n",
          "{\"id\":1,\"jsonrpc\":\"2.0\",\"method\":\"Plugin.Stream.Player.Control\","
            + "\"params\":{\"command\":\"seek\",\"params\":{\"offset\":3.5}}}\n",
          "[fe80::1]:1705",
        ]
      ) { bytes in
        let limit = 4_096
        var (whole, pieced) = (LineBuffer(limit: limit), LineBuffer(limit: limit))
        let lines = whole.lines(adding: bytes)
        var again: [[UInt8]]? = []
        for piece in pieces(of: bytes) where again != nil {
          let more = pieced.lines(adding: piece)
          again = more.flatMap { more in again.map { $0 + more } }
        }
        require(lines == again, "lines do not depend on the pieces")
        for line in lines ?? [] {
          _ = RPCMessage(line)
          _ = PluginRequest(line)
          _ = try? RPCAnswer<StatusAnswer>.read(line)
        }
        if let address = SnapcastAddress(text(bytes)) {
          require(SnapcastAddress("\(address)") == address, "a written address is read again")
        }
      },
    ] + desktop
}

private func quoted(_ text: String) -> String {
  "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
}

private func actions(_ pieces: [ArraySlice<UInt8>]) -> [MPDSession.Action] {
  var session = MPDSession()
  var all: [MPDSession.Action] = []
  for piece in pieces {
    session.received(piece)
    while let action = session.next() {
      all.append(action)
      guard case .run(let line) = action else { continue }
      switch line.name {
      case "idle": session.ran(.waits(.player))
      case "close": session.ran(.leaves)
      case "fail": session.ran(.failed(.badIndex))
      default: session.ran(.done)
      }
    }
  }
  return all
}

private func heads(_ pieces: [ArraySlice<UInt8>]) -> [Result<
  HTTPRequestHead, HTTPRequestHead.Fault
>] {
  var bytes: [UInt8] = []
  var heads: [Result<HTTPRequestHead, HTTPRequestHead.Fault>] = []
  for piece in pieces {
    bytes += piece
    do throws(HTTPRequestHead.Fault) {
      while let head = try HTTPRequestHead.take(from: &bytes) { heads.append(.success(head)) }
    } catch {
      return heads + [.failure(error)]
    }
  }
  return heads
}

private func events(
  _ pieces: [ArraySlice<UInt8>]
) -> (events: [WebSocketDecoder.Event], close: WebSocketClose?) {
  var decoder = WebSocketDecoder(limit: 4_096)
  var events: [WebSocketDecoder.Event] = []
  for piece in pieces {
    do throws(WebSocketClose) { events += try decoder.feed(Array(piece)) } catch {
      return (events, error)
    }
  }
  return (events, nil)
}

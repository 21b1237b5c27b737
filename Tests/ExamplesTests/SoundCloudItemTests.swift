import Foundation
import PlayerKitServiceSimulator
import PlayerKitServices
import TestSupport
import Testing

@testable import PlayerKitCLI

@Suite("Items of SoundCloud, and of yt-dlp", .tags(.local), .timeLimit(.minutes(2)))
struct SoundCloudItemTests {
  private static let keys = ["SOUNDCLOUD_CLIENT_ID": "a", "SOUNDCLOUD_CLIENT_SECRET": "b"]

  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  @Test("A link that both support uses the official API if there are keys, or else yt-dlp")
  func whose() {
    func service(_ environment: [String: String]) -> String? {
      let services = MusicServices(bases: [:], environment: environment)
      let link = MusicReference(
        "https://soundcloud.com/band/song",
        recognizers: services.recognizers
      )
      guard case .link(let link) = link else { return nil }
      return link.service.rawValue
    }
    #expect(service(Self.keys.merging(["YTDLP": "/bin/sh"]) { $1 }) == "soundcloud")
    #expect(service(["YTDLP": "/bin/sh"]) == "ytdlp")
    #expect(service(Self.keys) == "soundcloud")
    // Neither service can be used. The message names the missing keys.
    #expect(service([:]) == "soundcloud")
  }

  @Test("A track plays completely over HLS, even if its address expires in the middle")
  func renewed() async throws {
    try await SimulatedServices.with { services in
      let simulator = services.simulator
      let run = { (file: String) in
        try await Tool.run(
          ["play", "--json", "--output", "pcm:\(file)"]
            + ["--api", "soundcloud=\(simulator.soundCloud)"]
            + ["--api", "soundcloud-accounts=\(simulator.soundCloudAccounts)"]
            + ["soundcloud:210000003"],
          in: scratch.url,
          environment: [
            "SOUNDCLOUD_CLIENT_ID": simulator.soundCloudClientID,
            "SOUNDCLOUD_CLIENT_SECRET": simulator.soundCloudClientSecret,
            "PLAYERKIT_LOG": "trace",
          ]
        )
      }
      func count(_ end: String) -> Int {
        simulator.requests.count { $0.path.hasSuffix(end) }
      }
      let first = try await run("a.pcm")
      #expect(first.status == 0, "\(first.errors)")
      #expect(try first.events("track").map(\.playerType) == ["soundCloud"])
      #expect(count("/streams") == 1)
      let second = try await {
        simulator.add(Fault(status: 403, path: "/", times: 1), to: .soundCloudMedia)
        return try await run("b.pcm")
      }()
      #expect(second.status == 0, "\(second.errors)")
      #expect(count("/streams") == 3)
      let whole = try Data(contentsOf: scratch.url.appendingPathComponent("a.pcm"))
      #expect(whole.count > 10 * 44_100 * 4)
      #expect(try Data(contentsOf: scratch.url.appendingPathComponent("b.pcm")) == whole)
      // No header field was sent to the API's redirect target, and no secret is shown.
      let media = simulator.requests.filter { $0.service == "soundCloudMedia" }
      #expect(media.allSatisfy { $0.headers["authorization"] == nil })
      for text in [first.output, first.errors, second.output, second.errors] {
        #expect(!text.contains("OAuth") && !text.contains("Policy=e"))
        #expect(!text.contains(simulator.soundCloudClientSecret))
      }
    }
  }

  @Test("A track that is not playable plays as the same recording elsewhere, if that is turned on")
  func fallsBack() async throws {
    try await SimulatedServices.with { services in
      let simulator = services.simulator
      let run = { (fallback: [String]) in
        try await Tool.run(
          ["play", "--json", "--output", "pcm:out.pcm"] + services.options + fallback
            + ["--api", "soundcloud=\(simulator.soundCloud)"]
            + ["--api", "soundcloud-accounts=\(simulator.soundCloudAccounts)"]
            + ["soundcloud:210000015"],
          in: scratch.url,
          environment: services.environment.merging([
            "SOUNDCLOUD_CLIENT_ID": simulator.soundCloudClientID,
            "SOUNDCLOUD_CLIENT_SECRET": simulator.soundCloudClientSecret,
          ]) { $1 }
        )
      }
      let without = try await run([])
      #expect(without.status == 1)
      #expect(try without.events("error").map(\.code) == ["forbidden"])
      #expect(!simulator.requests.contains { $0.service == "deezer" })
      let with = try await run(["--fallback", "soundcloud, itunes,deezer"])
      #expect(with.status == 0, "\(with.errors)")
      let errors = try with.events("error")
      #expect(errors.map(\.code) == ["forbidden"])
      #expect(errors.map(\.action) == ["alternative"])
      let frames = try Data(contentsOf: scratch.url.appendingPathComponent("out.pcm")).count / 4
      #expect(simulator.previewPieces.map(\.frames).contains(frames))
      // One service that answers is enough.
      let asked = Set(simulator.requests.map(\.service)).intersection(["itunes", "deezer"])
      #expect(asked == ["itunes"])
    }
    let odd = try await Tool.run(["play", "--fallback", "nobody", "x.mp3"], in: scratch.url)
    #expect(odd.status == 2)
  }

  @Test("yt-dlp ends with a command that is interrupted during the look-up of its items")
  func interrupted() async throws {
    let tool = scratch.url.appendingPathComponent("yt-dlp")
    let ids = scratch.url.appendingPathComponent("ids")
    let script = "#!/bin/sh\necho $$ >> '\(ids.path)'\nkill -INT $PPID\nexec sleep 300\n"
    try Data(script.utf8).write(to: tool)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: tool.path)
    for command in ["play", "info", "resolve"] {
      let output = command == "play" ? ["--output", "null"] : []
      let run = try await Tool.run(
        [command, "--json", "--yt-dlp", tool.path] + output
          + ["https://soundcloud.com/band/sets/album"],
        in: scratch.url
      )
      #expect(run.status == 130, "\(command): \(run.errors)")
    }
    let started = try String(contentsOf: ids, encoding: .utf8).split(separator: "\n")
      .compactMap { pid_t($0) }
    #expect(started.count == 3)
    #expect(started.allSatisfy { kill($0, 0) != 0 })
  }

  @Test("For a page, info and resolve print the items that yt-dlp finds on it")
  func page() async throws {
    try scratch.writeWAV("a.wav", frames: 0..<44_100)
    let media = scratch.url.appendingPathComponent("a.wav")
    let server = try await DemoServer.start(serving: [media])
    let address = server.url(of: media)
    let tool = scratch.url.appendingPathComponent("yt-dlp")
    let answer =
      #"{"id":"1","title":"On the page","uploader":"Somebody","url":"\#(address)","protocol":"http","#
      + #""ext":"wav","webpage_url":"https://site.example/page"}"#
    try Data("#!/bin/sh\necho '\(answer)'\n".utf8).write(to: tool)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: tool.path)
    for command in ["resolve", "info"] {
      let run = try await Tool.run(
        [command, "--json", "--yt-dlp", tool.path, "http://127.0.0.1:9/page"],
        in: scratch.url
      )
      #expect(run.status == 0, "\(run.errors) \(run.output)")
      if command == "resolve" { #expect(run.output.contains(address.lastPathComponent)) }
      if command == "info" {
        #expect(run.output.contains("On the page") && run.output.contains("Somebody"))
        #expect(run.output.contains(#""duration":1"#))
      }
    }
    await server.stop()
  }

  @Test(
    "A command that was interrupted during a look-up plays nothing, and a second signal ends it"
  )
  func afterwards() async throws {
    // A process that does not end by itself is killed a second later. The test need not wait for
    // that.
    let tool = scratch.url.appendingPathComponent("yt-dlp")
    let script = "#!/bin/sh\ntrap '' TERM\nwhile kill -INT $PPID; do sleep 0.3; done\n"
    try Data(script.utf8).write(to: tool)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: tool.path)
    let run = try await Tool.run(
      ["play", "--json", "--output", "null", "--yt-dlp", tool.path]
        + ["https://soundcloud.com/band/sets/album"],
      in: scratch.url
    )
    #expect(run.status == 130, "\(run.errors)")
    #expect(run.output.isEmpty)
  }
}

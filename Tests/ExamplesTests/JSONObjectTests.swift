import Foundation
import PlayerKitMPV
import TestSupport
import Testing

@testable import PlayerKitCLI

@Suite("A JSON object", .tags(.pure))
struct JSONObjectTests {
  @Test("preserves any text, on one line")
  func text() throws {
    let everything = (0...0x2FF).compactMap(Unicode.Scalar.init).map(String.init).joined()
    let value = everything + "\u{2028}\u{2029}\u{FEFF}\u{FFFD}👨‍👩‍👧歌\"\\/"
    var object = JSONObject()
    object.add(value, value)
    #expect(!object.text.contains { $0.isNewline })
    let decoded = try JSONDecoder().decode([String: String].self, from: Data(object.text.utf8))
    #expect(decoded == [value: value])
  }

  @Test("keeps the order of its fields, and omits unknown ones")
  func order() {
    var object = JSONObject()
    object.add("z", "last letter")
    object.add("nothing", nil as Int?)
    object.add("a", 1)
    object.add("m", true)
    object.add("d", Duration.microseconds(1_234_567))
    #expect(object.text == #"{"z":"last letter","a":1,"m":true,"d":1.235}"#)
  }
}

@Suite("The value of --output", .tags(.pure))
struct OutputOptionTests {
  @Test(
    "is one of the library's outputs",
    arguments: [
      ("auto", .auto), ("null", .null), ("pcm:a b:c", .pcm(path: "a b:c")),
      ("pulse:sink.monitor", .device("pulse/sink.monitor")),
      ("alsa:plughw:CARD=0", .device("alsa/plughw:CARD=0")), ("jack", .device("jack")),
    ] as [(String, MPVEngine.Output)]
  )
  func outputs(argument: String, expected: MPVEngine.Output) {
    #expect(OutputOption(argument: argument)?.output == expected)
    #expect(OutputOption(expected).description == argument)
  }

  @Test(
    "can't be anything else",
    arguments: ["", "nul", "pcm", "pcm:", "pulse:", ":x", "what:x", "AUTO"]
  )
  func nothing(argument: String) {
    #expect(OutputOption(argument: argument) == nil)
  }
}

import Foundation
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitMPRIS

/// An object that returns given answers, for tests of the connection.
final class Answerer: DBusObjectHandler {
  static let interface = DBusInterface(
    name: "test.Answerer",
    methods: [
      .init(
        name: "Echo",
        arguments: ["value": "v"],
        results: ["value": "v"]
      ),
      .init(name: "Fail"), .init(name: "Forget"), .init(name: "Later"), .init(name: "Broken"),
    ],
    signals: [.init(name: "Said", arguments: ["text": "s"])],
    properties: [
      .init(name: "Level", signature: "d", isWritable: true), .init(name: "Name", signature: "s"),
    ]
  )

  let level = Locked(0.5)
  let kept = Locked<[DBusReply]>([])

  /// Answers the waiting calls.
  func answerKept() {
    let replies = kept.withLock { kept in
      defer { kept = [] }
      return kept
    }
    for reply in replies { reply.done() }
  }

  func value(of property: String, in interface: String) -> DBusValue? {
    values(in: interface)[property]
  }

  func values(in interface: String) -> [String: DBusValue] {
    ["Level": .double(level.withLock(\.self)), "Name": .string("x")]
  }

  func set(_ property: String, in interface: String, to value: DBusValue) throws(DBusError) {
    guard let number = value.double, number >= 0 else { throw .invalidArguments("below 0") }
    level.withLock { $0 = number }
  }

  func call(_ call: DBusCall, reply: DBusReply) {
    switch call.method {
    case "Echo": reply(.success(call.arguments))
    case "Fail": reply(.failure(.notSupported("no")))
    case "Later": kept.withLock { $0.append(reply) }
    case "Broken": reply(.success([.path("no path")]))
    default: break
    }
  }
}

@Suite(
  "A connection to a bus",
  .tags(.local),
  .enabled(if: PrivateBus.isThere, "There is no D-Bus here.")
)
struct DBusConnectionTests {
  private let bus: PrivateBus
  private let answerer = Answerer()
  private let path = "/test"

  init() throws { bus = try PrivateBus() }

  private func serve() async throws -> DBusConnection {
    let names = Recorded<String?>()
    let server = try await bus.connect()
    server.export(DBusObject(path: path, interfaces: [Answerer.interface], handler: answerer))
    server.own(["test.server"]) { names.append($0) }
    _ = try await names.first("a name") { $0 == "test.server" }
    return server
  }

  private func call(_ method: String, _ arguments: [DBusValue] = []) -> DBusCall {
    DBusCall(
      peer: "test.server",
      path: path,
      interface: "test.Answerer",
      method: method,
      arguments: arguments
    )
  }

  private func access(_ method: String, _ arguments: [DBusValue]) -> DBusCall {
    DBusCall(
      peer: "test.server",
      path: path,
      interface: DBusNames.properties,
      method: method,
      arguments: arguments
    )
  }

  @Test("values of every type survive a round trip")
  func values() async throws {
    let server = try await serve()
    let client = try await bus.connect()
    let values: [DBusValue] = [
      .byte(255), .bool(true), .int16(-2), .uint16(2), .int32(-3), .uint32(3), .int64(.min),
      .uint64(.max), .double(0.25), .string("Dvořák — \n"), .path("/a/b"), .signature("a{sv}"),
      .strings(["a", ""]), .paths([]), .structure([.string("s"), .int32(1)]),
      .array(of: "(si)", [.structure([.string("a"), .int32(1)])]),
      .dictionary(key: "u", value: "as", [.init(key: .uint32(1), value: .strings(["x"]))]),
      .properties(["a": .int64(1), "b": .variant(.string("c"))]),
      .variant(.variant(.byte(0))),
    ]
    for value in values {
      let answer = try await client.call(call("Echo", [.variant(value)]))
      #expect(answer == [.variant(value)])
    }
    withExtendedLifetime(server) {}
  }

  @Test("a text with a NUL is sent without the NUL")
  func endsInText() async throws {
    let server = try await serve()
    let answer = try await bus.connect().call(call("Echo", [.variant(.string("a\0b"))]))
    #expect(answer == [.variant(.string("ab"))])
    withExtendedLifetime(server) {}
  }

  @Test("noncharacters, which the bus refuses, are sent as replacement characters")
  func noncharacters() async throws {
    let server = try await serve()
    let client = try await bus.connect()
    let planes = (0...16).flatMap { [UInt32($0 << 16 | 0xFFFE), UInt32($0 << 16 | 0xFFFF)] }
    let text = (planes + Array(0xFDD0...0xFDEF)).reduce(into: "") {
      $0.unicodeScalars.append(Unicode.Scalar($1) ?? "x")
    }
    let answer = try await client.call(call("Echo", [.variant(.string("a" + text + "\u{FDF0}"))]))
    let replaced = String(repeating: "\u{FFFD}", count: 34 + 32)
    #expect(answer == [.variant(.string("a" + replaced + "\u{FDF0}"))])
    withExtendedLifetime(server) {}
  }

  @Test(
    "a call that an interface does not allow gets the error for that",
    arguments: [
      ("Echo", [DBusValue.string("x")], "InvalidArgs"), ("Nothing", [], "UnknownMethod"),
      ("Fail", [], "NotSupported"), ("Forget", [], "Failed"), ("Broken", [], "Failed"),
    ]
  )
  func refusals(method: String, arguments: [DBusValue], error: String) async throws {
    let server = try await serve()
    let client = try await bus.connect()
    let failure = await #expect(throws: DBusError.self) {
      try await client.call(call(method, arguments))
    }
    #expect(failure?.name == "org.freedesktop.DBus.Error." + error)
    withExtendedLifetime(server) {}
  }

  @Test(
    "a property accepts only a variant of its type",
    arguments: [
      (
        [DBusValue.string("test.Answerer"), .string("Level"), .variant(.string("1"))], "InvalidArgs"
      ),
      ([.string("test.Answerer"), .string("Level"), .double(1)], "InvalidArgs"),
      ([.string("test.Answerer"), .string("Level"), .variant(.double(-1))], "InvalidArgs"),
      ([.string("test.Answerer"), .string("Name"), .variant(.string("y"))], "PropertyReadOnly"),
      ([.string("test.Answerer"), .string("None"), .variant(.string("y"))], "UnknownProperty"),
      ([.string("test.None"), .string("Name"), .variant(.string("y"))], "UnknownInterface"),
      ([.string("test.Answerer")], "InvalidArgs"),
    ]
  )
  func settingWrongly(arguments: [DBusValue], error: String) async throws {
    let server = try await serve()
    let client = try await bus.connect()
    let failure = await #expect(throws: DBusError.self) {
      try await client.call(access("Set", arguments))
    }
    #expect(failure?.name == "org.freedesktop.DBus.Error." + error)
    #expect(answerer.level.withLock(\.self) == 0.5)
    withExtendedLifetime(server) {}
  }

  @Test("properties are read singly and all at once, and writes are visible")
  func properties() async throws {
    let server = try await serve()
    let client = try await bus.connect()
    _ = try await client.call(
      access("Set", [.string("test.Answerer"), .string("Level"), .variant(.double(0.75))])
    )
    let peer = "test.server"
    let level = try await client.property("Level", of: "test.Answerer", at: path, peer: peer)
    #expect(level == .double(0.75))
    let all = try await client.properties(of: "test.Answerer", at: path, peer: peer)
    #expect(all == ["Level": .double(0.75), "Name": .string("x")])
    withExtendedLifetime(server) {}
  }

  @Test("an answer may come later, from another thread")
  func later() async throws {
    let server = try await serve()
    let client = try await bus.connect()
    let answer = Task { try await client.call(call("Later")) }
    try await eventually("called") { answerer.kept.withLock(\.count) == 1 }
    answerer.answerKept()
    #expect(try await answer.value == [])
    withExtendedLifetime(server) {}
  }

  @Test("a call without an answer fails after its timeout")
  func timeout() async throws {
    let server = try await serve()
    let client = try await bus.connect()
    await #expect(throws: DBusError.self) {
      try await client.call(call("Later"), limit: .milliseconds(20))
    }
    withExtendedLifetime(server) {}
  }

  @Test("signals reach only their subscribers")
  func signals() async throws {
    let server = try await serve()
    let client = try await bus.connect()
    let (heard, others) = (Recorded<DBusSignal>(), Recorded<DBusSignal>())
    let wanted = client.subscribe(DBusMatch(path: path, interface: "test.Answerer", name: "Said")) {
      heard.append($0)
    }
    let other = client.subscribe(DBusMatch(path: path, interface: "test.Answerer", name: "Other")) {
      others.append($0)
    }
    // Earlier work on the connection is settled when this is answered.
    _ = try await client.call(call("Echo", [.variant(.byte(1))]))
    let signal = DBusSignal(
      path: path,
      interface: "test.Answerer",
      name: "Said",
      arguments: [.string("hello")]
    )
    server.emit(signal)
    let first = try await heard.first("a signal") { _ in true }
    #expect(first.arguments == [.string("hello")])
    #expect(first.sender?.first == ":")
    wanted.cancel()
    _ = try await client.call(call("Echo", [.variant(.byte(1))]))
    server.emit(signal)
    _ = try await client.call(call("Echo", [.variant(.byte(1))]))
    #expect(heard.elements.count == 1)
    #expect(others.elements.isEmpty)
    withExtendedLifetime((server, other)) {}
  }

  @Test("the first free name of several is taken, and released with the connection")
  func names() async throws {
    let (first, second, third) = (Recorded<String?>(), Recorded<String?>(), Recorded<String?>())
    let one = try await bus.connect()
    one.own(["test.a", "test.b"]) { first.append($0) }
    #expect(try await first.first("a name") { _ in true } == "test.a")
    let two = try await bus.connect()
    two.own(["test.a", "test.b"]) { second.append($0) }
    #expect(try await second.first("another name") { _ in true } == "test.b")
    let three = try await bus.connect()
    three.own(["test.a", "test.b"]) { third.append($0) }
    #expect(try await third.first("no name") { _ in true } == .some(nil))
    one.close()
    try await eventually("the name is free") {
      let names = Recorded<String?>()
      three.own(["test.a"]) { names.append($0) }
      return (try? await names.first("a name") { _ in true }) == "test.a"
    }
    withExtendedLifetime(two) {}
  }

  @Test("the owner of a name is followed: it appears, and it vanishes")
  func owners() async throws {
    let owners = Recorded<String?>()
    let client = try await bus.connect()
    let watch = client.watchOwner(of: "test.server") { owners.append($0) }
    _ = try await owners.first("nobody") { $0 == nil }
    let server = try await serve()
    let owner = try await owners.first("somebody") { $0 != nil }
    #expect(owner?.first == ":")
    server.close()
    _ = try await owners.first("nobody again", after: 2) { $0 == nil }
    #expect(owners.elements.count == 3)
    withExtendedLifetime(watch) {}
  }

  @Test("a bus that dies and restarts gets everything registered again")
  func restoring() async throws {
    let (server, client) = (try await serve(), try await bus.connect())
    let (heard, owners) = (Recorded<DBusSignal>(), Recorded<String?>())
    let watch = client.watchOwner(of: "test.server") { owners.append($0) }
    let subscription = client.subscribe(DBusMatch(path: path, name: "Said")) { heard.append($0) }
    _ = try await owners.first("somebody") { $0 != nil }
    bus.stop()
    _ = try await owners.first("nobody", after: 1) { $0 == nil }
    await #expect(throws: DBusError.disconnected) { try await client.call(call("Echo")) }
    try bus.start()
    _ = try await owners.first("somebody again", after: 2) { $0 != nil }
    let answer = try await client.call(call("Echo", [.variant(.byte(7))]))
    #expect(answer == [.variant(.byte(7))])
    server.emit(
      DBusSignal(path: path, interface: "test.Answerer", name: "Said", arguments: [.string("x")])
    )
    _ = try await heard.first("a signal") { _ in true }
    withExtendedLifetime((watch, subscription, server)) {}
  }

  @Test("a call in progress fails when the bus dies")
  func dyingInACall() async throws {
    let server = try await serve()
    let client = try await bus.connect()
    let answer = Task { try await client.call(call("Later"), limit: .seconds(60)) }
    try await eventually("called") { answerer.kept.withLock(\.count) == 1 }
    bus.stop()
    await #expect(throws: DBusError.self) { try await answer.value }
    // Its caller is gone.
    answerer.answerKept()
    withExtendedLifetime(server) {}
  }

  @Test("a bus that does not run yet is waited for")
  func waiting() async throws {
    let late = try PrivateBus(isStarted: false)
    let statuses = Recorded<DBusLinkStatus>()
    let connection = DBusConnection(
      late.address,
      firstDelay: .milliseconds(5),
      longestDelay: .milliseconds(20)
    ) { statuses.append($0) }
    connection.start()
    _ = try await statuses.first("no bus") { if case .down = $0 { true } else { false } }
    await #expect(throws: DBusError.disconnected) { try await connection.call(call("Echo")) }
    try late.start()
    _ = try await statuses.first("a bus") { if case .up = $0 { true } else { false } }
    connection.close()
    _ = try await statuses.first("closed") { $0 == .closed }
    await #expect(throws: DBusError.disconnected) { try await connection.call(call("Echo")) }
  }

  @Test("a message with absurdly many values is refused, and the next is answered")
  func tooMuch() async throws {
    let server = try await serve()
    let client = try await bus.connect()
    let flood = DBusValue.array(of: "y", Array(repeating: .byte(1), count: 30_000))
    let deep = (0..<20).reduce(DBusValue.byte(1)) { value, _ in .variant(value) }
    let long = DBusValue.string(String(repeating: "x", count: 2 << 20))
    for value in [flood, deep, long] {
      let failure = await #expect(throws: DBusError.self) {
        try await client.call(call("Echo", [.variant(value)]))
      }
      #expect(failure?.name == "org.freedesktop.DBus.Error.LimitsExceeded")
    }
    let answer = try await client.call(call("Echo", [.variant(.byte(7))]))
    #expect(answer == [.variant(.byte(7))])
    withExtendedLifetime(server) {}
  }

  @Test("the introspection data name an object's members")
  func introspection() async throws {
    let server = try await serve()
    let answer = try await bus.connect().call(
      DBusCall(
        peer: "test.server",
        path: path,
        interface: DBusNames.introspectable,
        method: "Introspect"
      )
    )
    let text = answer.first?.string ?? ""
    for part in ["test.Answerer", "\"Level\" type=\"d\" access=\"readwrite\"", "Said", "GetAll"] {
      #expect(text.contains(part))
    }
    withExtendedLifetime(server) {}
  }
}

import PlayerKitSystem
import TestSupport
import Testing

@Suite("Addresses of sockets", .tags(.local))
struct StreamAddressTests {
  @Test(
    "have a name, a port, and a scope",
    arguments: [
      ("127.0.0.1", "127.0.0.1:6600", true), ("::1", "[::1]:6600", true),
      ("10.0.0.1", "10.0.0.1:6600", false), ("2001:db8::7", "[2001:db8::7]:6600", false),
    ]
  )
  func parts(host: String, name: String, isLoopback: Bool) throws {
    var address = try #require(try StreamAddress.resolve(host, port: 6600).first)
    #expect(address.name == name)
    #expect(address.port == 6600)
    #expect(address.isLoopback == isLoopback)
    #expect(address.ip == IPAddress(host))
    address.port = 80
    #expect(address.port == 80)
    #expect(address.ip == IPAddress(host))
  }

  @Test("of files have no port, and a limited length")
  func files() throws {
    let address = try #require(StreamAddress(path: "/tmp/s"))
    #expect(address.port == nil)
    #expect(address.ip == nil)
    #expect(address.isLoopback)
    #expect(StreamAddress(path: String(repeating: "x", count: 200)) == nil)
  }

  @Test("that are in use cannot be listened on, and can be again after the end")
  func taken() throws {
    let any = try #require(try StreamAddress.resolve("127.0.0.1", port: 0).first)
    let first = try SocketListener(at: any)
    #expect(first.address.port != 0)
    #expect(throws: SystemError.self) { try SocketListener(at: first.address) }
    #expect(throws: SystemError.self) { try SocketListener.all(at: [first.address]) }
    first.end()
    #expect(try SocketListener.all(at: [first.address]).map(\.address) == [first.address])
  }
}

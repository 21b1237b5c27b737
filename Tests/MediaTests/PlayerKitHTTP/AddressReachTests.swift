import PlayerKitSystem
import TestSupport
import Testing

@testable import PlayerKitHTTP

@Suite("The reach of addresses from a public server", .tags(.pure))
struct AddressReachTests {
  @Test(
    "excludes the machine itself and the network around it",
    arguments: [
      "127.0.0.1", "127.255.255.254", "0.0.0.0", "10.0.0.1", "172.16.0.1", "172.31.255.255",
      "192.168.1.1", "169.254.169.254", "100.64.0.1", "224.0.0.1", "255.255.255.255", "::1", "::",
      "[::1]", "fe80::1%eth0", "fc00::1", "fd12:3456::1", "::ffff:127.0.0.1", "::ffff:7f00:1",
      "64:ff9b::10.0.0.1", "2001:db8::1", "2002:7f00:1::", "ff02::1",
    ]
  )
  func refused(text: String) throws {
    let address = try #require(IPAddress(text))
    #expect(!NetworkScope.publicAlone.allows(address))
    #expect(!NetworkScope.publicAlone.allows(host: text))
    #expect(NetworkScope.everywhere.allows(address))
    #expect(NetworkScope.publicAfterRedirect.allows(address))
  }

  @Test(
    "includes public addresses",
    arguments: [
      "1.1.1.1", "172.32.0.1", "100.128.0.1", "192.169.0.1", "223.255.255.1", "2606:4700::1111",
      "[2a00:1450:4001::200e]", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8",
    ]
  )
  func allowed(text: String) throws {
    #expect(NetworkScope.publicAlone.allows(IPAddress(text)))
    #expect(NetworkScope.publicAlone.allows(host: text))
  }

  @Test(
    "is determined by the name alone if a proxy connects",
    arguments: [
      ("music.example", true), ("localhost", false), ("a.localhost", false), ("router", false),
      ("nas.local", false), ("127.1", false), ("2130706433", false), ("0x7f.1", false), ("", false),
      ("LOCALHOST.", false), ("127.0.0.1.", false), ("a.b.1", false),
    ]
  )
  func names(host: String, isAllowed: Bool) {
    #expect(NetworkScope.publicAlone.allows(host: host) == isAllowed)
  }

  @Test("narrows once a server was public, and stays narrow")
  func steps() {
    #expect(!NetworkScope.publicAlone.allows(IPAddress("no address")))
    #expect(NetworkScope.publicAfterRedirect.afterServer(isPublic: false) == .publicAfterRedirect)
    #expect(NetworkScope.publicAfterRedirect.afterServer(isPublic: true) == .publicAlone)
    #expect(NetworkScope.publicAlone.afterServer(isPublic: false) == .publicAlone)
    #expect(NetworkScope.everywhere.afterServer(isPublic: true) == .everywhere)
  }
}

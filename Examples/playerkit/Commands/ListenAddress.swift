import ArgumentParser

/// An address to listen on: `127.0.0.1:6600`, `[::1]:6600`, `localhost:0`. Without a host, all
/// addresses.
struct ListenAddress: ExpressibleByArgument {
  let address: String
  let port: UInt16

  init?(argument: String) {
    guard let colon = argument.lastIndex(of: ":"),
      let port = UInt16(argument[argument.index(after: colon)...])
    else { return nil }
    var address = argument[..<colon]
    if address.hasPrefix("["), address.hasSuffix("]") {
      address = address.dropFirst().dropLast()
    } else if address.contains(":") {
      return nil
    }
    self.address = String(address)
    self.port = port
  }
}

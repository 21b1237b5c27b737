import Foundation

// Commands for the connection and the server.
extension MPDInterpreter {
  func connection(
    _ name: String,
    _ arguments: MPDArguments,
    _ id: Int
  ) throws(MPDError) -> MPDResult? {
    switch name {
    case "ping": return .done
    case "close": return .leaves
    case "idle": return .waits(try MPDSubsystems(naming: arguments.all))
    case "password": return try logIn(arguments[0], id)
    case "binarylimit":
      let limit = try arguments.number(0)
      guard limit >= 64 else { throw MPDError(.argument, "Value too small") }
      // Clients send the maximum that they accept.
      clients[id]?.binaryLimit = min(limit, MPDClient.largestBinary)
      return .done
    case "tagtypes": return try tagTypes(arguments, id)
    case "commands": return commands(id) { $0 }
    case "notcommands": return commands(id) { !$0 }
    case "urlhandlers":
      return .lines { response in
        for scheme in ["http://", "https://"] { response.add("handler", scheme) }
      }
    case "decoders": return .done
    case "listmounts": return .lines { $0.add("mount", "") }
    case "listpartitions": return .lines { $0.add("partition", "default") }
    case "partition":
      guard arguments[0] == "default" else {
        throw MPDError(.noSuchThing, "partition does not exist")
      }
      return .done
    case "subscribe": return try subscribe(arguments[0], id)
    case "unsubscribe": return try unsubscribe(arguments[0], id)
    case "channels":
      let channels = clients.values.reduce(into: Set<String>()) { $0.formUnion($1.channels) }
      return .lines { for channel in channels.sorted() { $0.add("channel", channel) } }
    case "readmessages":
      let messages = clients[id]?.messages ?? []
      clients[id]?.messages = []
      return .lines { response in
        for message in messages {
          response.add("channel", message.channel)
          response.add("message", message.text)
        }
      }
    case "sendmessage": return try send(arguments[1], to: arguments[0])
    default: return nil
    }
  }

  private func logIn(_ password: String, _ id: Int) throws(MPDError) -> MPDResult {
    let address = clients[id]?.address ?? ""
    if let instant = guesses.delay(for: address, now: clock.now) {
      return .delayed(until: instant)
    }
    if let right = configuration.password, MPDSecret.isEqual(password, right) {
      guesses.succeeded(address)
      clients[id]?.isAuthorized = true
      clients[id]?.wrongPasswords = 0
      return .done
    }
    let wrong = guesses.failed(address, now: clock.now)
    configuration.logger.warning(
      "A client sent a wrong password.",
      metadata: ["address": "\(address)", "inARow": "\(wrong)"]
    )
    clients[id]?.wrongPasswords += 1
    guard (clients[id]?.wrongPasswords ?? 0) < MPDClient.maximumTries else { return .leaves }
    throw MPDError(.password, "incorrect password")
  }

  private func commands(_ id: Int, _ isListed: (Bool) -> Bool) -> MPDResult {
    let isAuthorized = clients[id]?.isAuthorized ?? false
    return .lines { response in
      for info in MPDCommandInfo.all {
        let isAllowed = info.isSupported && (isAuthorized || info.isOpenToAll)
        if isListed(isAllowed) { response.add("command", info.name) }
      }
    }
  }

  private func tagTypes(_ arguments: MPDArguments, _ id: Int) throws(MPDError) -> MPDResult {
    guard arguments.count > 0 else {
      let tags = clients[id]?.tags ?? []
      return .lines { response in
        for tag in MPDTag.allCases where tags.contains(tag) {
          response.add("tagtype", tag.rawValue)
        }
      }
    }
    let named = Array(arguments.all.dropFirst())
    switch arguments[0] {
    case "all" where named.isEmpty: clients[id]?.tags = MPDTag.usual
    case "clear" where named.isEmpty: clients[id]?.tags = []
    case "enable": clients[id]?.tags.formUnion(try tags(named))
    case "disable": clients[id]?.tags.subtract(try tags(named))
    case "reset": clients[id]?.tags = try tags(named)
    case "all", "clear": throw MPDError(.argument, "Too many arguments")
    default: throw MPDError(.argument, "Unknown sub command")
    }
    return .done
  }

  private func tags(_ names: [String]) throws(MPDError) -> Set<MPDTag> {
    guard !names.isEmpty else { throw MPDError(.argument, "Not enough arguments") }
    for name in names where !MPDTag.isKnown(name) {
      throw MPDError(.argument, "Unknown tag type")
    }
    return Set(names.compactMap(MPDTag.init(named:)))
  }

  // MARK: - Messages between clients

  private func subscribe(_ channel: String, _ id: Int) throws(MPDError) -> MPDResult {
    guard Self.isChannel(channel) else { throw MPDError(.argument, "invalid channel name") }
    guard var client = clients[id] else { return .leaves }
    guard !client.channels.contains(channel) else {
      throw MPDError(.exists, "already subscribed to this channel")
    }
    guard client.channels.count < MPDClient.maximumChannels else {
      throw MPDError(.exists, "subscription list is full")
    }
    client.channels.insert(channel)
    clients[id] = client
    changes.append((nil, .subscription))
    return .done
  }

  private func unsubscribe(_ channel: String, _ id: Int) throws(MPDError) -> MPDResult {
    guard clients[id]?.channels.remove(channel) != nil else {
      throw MPDError(.noSuchThing, "not subscribed to this channel")
    }
    changes.append((nil, .subscription))
    return .done
  }

  private func send(_ text: String, to channel: String) throws(MPDError) -> MPDResult {
    guard Self.isChannel(channel) else { throw MPDError(.argument, "invalid channel name") }
    let hearers = clients.filter { $0.value.channels.contains(channel) }.keys
    guard !hearers.isEmpty else {
      throw MPDError(.noSuchThing, "nobody is subscribed to this channel")
    }
    for hearer in hearers where clients[hearer]?.messages.count ?? 0 < MPDClient.maximumMessages {
      clients[hearer]?.messages.append((channel, text))
      changes.append((hearer, .message))
    }
    return .done
  }

  private static func isChannel(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        let letter = byte | 0x20
        return letter.isLowercaseLetter || (0x30...0x39).contains(byte)
          || "_-.:".utf8.contains(byte)
      }
  }
}

enum MPDSecret {
  /// Compares two strings in a time that does not depend on where they differ.
  static func isEqual(_ a: String, _ b: String) -> Bool {
    let (a, b) = (Array(a.utf8), Array(b.utf8))
    var difference = UInt(bitPattern: a.count ^ b.count)
    for place in a.indices {
      difference |= UInt(a[place] ^ (b.isEmpty ? 0 : b[place % b.count]))
    }
    return difference == 0
  }
}

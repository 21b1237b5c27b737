#if os(Linux)
  import Foundation
  import PlayerKitCSystemd
  @testable import PlayerKitMPRIS

  extension FuzzTarget {
    /// Values that other programs may send, made from the input.
    static let dbus = FuzzTarget(
      name: "dbus",
      words: ["Metadata", "mpris:length", "mpris:trackid", "PlaybackStatus", "xesam:artist"],
      samples: ["\u{D}\u{2}Metadata\u{E}\u{D}\u{1}xesam:title\u{9}\u{4}abcd"]
    ) { bytes in
      var maker = Maker(rest: bytes[...])
      let value = maker.value(depth: 0)
      var state = MPRISPeerState()
      state.apply(value.properties ?? ["Metadata": value, "Position": value, "Volume": value])
      require((state.volume ?? 0) >= 0 && (state.position ?? .zero) >= .zero, "values are bounded")
      _ = state.foreignTrack
      guard let message = newMessage() else { return }
      defer { sd_bus_message_unref(message) }
      do throws(DBusError) { try SDBusWriter(message: message).append(value) } catch { return }
      guard sd_bus_message_seal(message, 1, 0) >= 0, sd_bus_message_rewind(message, 1) >= 0 else {
        return
      }
      var reader = SDBusReader(message: message)
      do throws(DBusError) {
        require(try reader.values(depth: 0) == [value], "a written value is read again")
      } catch {
        // Deep or long values exceed the limits of the reader.
        require(bytes.count > 16, "\(value) is read: \(error)")
      }
    }
  }

  /// A bus on one end of a pair of sockets. It never connects.
  private nonisolated(unsafe) let bus: OpaquePointer? = {
    var ends: [Int32] = [0, 0]
    var bus: OpaquePointer?
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0, sd_bus_new(&bus) >= 0,
      sd_bus_set_fd(bus, ends[0], ends[0]) >= 0, sd_bus_start(bus) >= 0
    else { return nil }
    return bus
  }()

  private func newMessage() -> OpaquePointer? {
    var message: OpaquePointer?
    let status = sd_bus_message_new_signal(bus, &message, "/a", "a.b", "C")
    require(status >= 0, "a message can be made: \(status)")
    return message
  }

  private struct Maker {
    var rest: ArraySlice<UInt8>

    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    mutating func number() -> UInt64 {
      (0..<8).reduce(0) { value, _ in value << 8 | UInt64(byte()) }
    }

    mutating func text() -> String {
      let count = Int(byte())
      defer { rest = rest.dropFirst(count) }
      return String(decoding: rest.prefix(count).filter { $0 != 0 }, as: UTF8.self)
    }

    mutating func value(depth: Int) -> DBusValue {
      switch byte() % (depth < 6 ? 15 : 10) {
      case 0: .byte(byte())
      case 1: .bool(byte() & 1 == 1)
      case 2: .int16(Int16(truncatingIfNeeded: number()))
      case 3: .uint16(UInt16(truncatingIfNeeded: number()))
      case 4: .int32(Int32(truncatingIfNeeded: number()))
      case 5: .uint32(UInt32(truncatingIfNeeded: number()))
      case 6: .int64(Int64(bitPattern: number()))
      case 7: .uint64(number())
      case 8: .double(finite())
      case 9: .string(text().dbusText)
      case 10: .path("/a")
      case 11: .signature("as")
      case 12: .array(of: "v", (0..<Int(byte() % 8)).map { _ in .variant(value(depth: depth + 1)) })
      case 13:
        .dictionary(
          key: "s",
          value: "v",
          (0..<Int(byte() % 8)).map { _ in
            .init(key: .string(text().dbusText), value: .variant(value(depth: depth + 1)))
          }
        )
      default: .structure((0...Int(byte() % 4)).map { _ in value(depth: depth + 1) })
      }
    }

    /// Not a number is not equal to itself.
    private mutating func finite() -> Double {
      let value = Double(bitPattern: number())
      return value.isNaN ? 0 : value
    }
  }
#endif

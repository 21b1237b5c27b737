/// A libmpv event, copied out of its memory.
enum MPVEvent: Sendable, Equatable {
  /// How an entry of libmpv's playlist ended.
  enum End: Sendable, Equatable {
    case endOfFile
    case stopped
    case quit
    case failed(MPVFailure)
    /// The bytes were a playlist, and libmpv replaced the entry with its items.
    case redirected
  }

  case none
  case shutdown
  case log(level: String, module: String, text: String)
  case startFile(entry: Int64)
  case endFile(entry: Int64, End)
  case seek
  case playbackRestart
  case propertyChange(name: String, MPVValue)
  case hook(name: String, id: UInt64)
  case other
}

/// An error code of libmpv.
struct MPVFailure: Error, Sendable, Equatable {
  let code: Int32
  /// libmpv's text for the code.
  let text: String
}

/// The hooks at which libmpv waits for us.
enum MPVHook: String, CaseIterable {
  /// An entry could not be opened. If it gets another name, libmpv opens that instead.
  case isRefused = "on_load_fail"
  /// An entry is open, but nothing is decoded.
  case isOpened = "on_preloaded"
  case isToBeUnloaded = "on_unload"
}

/// A value of libmpv's commands and properties.
enum MPVValue: Sendable, Equatable {
  case none
  case string(String)
  case flag(Bool)
  case int(Int64)
  case double(Double)
  case array([MPVValue])
  case map([String: MPVValue])

  /// A member of a map; `none` if there is no such member, or this is not a map.
  subscript(key: String) -> MPVValue {
    if case .map(let members) = self { members[key] ?? .none } else { .none }
  }

  /// The number, whether libmpv returned an integer or a double; `nil` for other values.
  var number: Double? {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    case .none, .string, .flag, .array, .map: nil
    }
  }

  /// The text; `nil` for other values.
  var text: String? {
    if case .string(let value) = self { value } else { nil }
  }
}

/// An event of libmpv, copied out of its memory.
enum MPVEvent: Sendable, Equatable {
  /// How an entry of libmpv's playlist came to its end.
  enum End: Sendable, Equatable {
    case endOfFile
    case stopped
    case quit
    case failed(MPVFailure)
    /// The bytes were a playlist, whose items libmpv put in the entry's place.
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
  /// libmpv's words for the code.
  let text: String
}

/// The moments in which libmpv waits for us.
enum MPVHook: String, CaseIterable {
  /// An entry could not be opened; given another name for it, libmpv opens that instead.
  case isRefused = "on_load_fail"
  /// An entry is open, and nothing of it is decoded.
  case isOpened = "on_preloaded"
  case isToBeUnloaded = "on_unload"
}

/// A value as libmpv's commands and properties carry it.
enum MPVValue: Sendable, Equatable {
  case none
  case string(String)
  case flag(Bool)
  case int(Int64)
  case double(Double)
  case array([MPVValue])
  case map([String: MPVValue])

  /// A member of a map; `none` where there is no such member, or this is no map.
  subscript(key: String) -> MPVValue {
    if case .map(let members) = self { members[key] ?? .none } else { .none }
  }

  /// The number, whichever way libmpv spelled it.
  var number: Double? {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    case .none, .string, .flag, .array, .map: nil
    }
  }

  /// The text.
  var text: String? {
    if case .string(let value) = self { value } else { nil }
  }
}

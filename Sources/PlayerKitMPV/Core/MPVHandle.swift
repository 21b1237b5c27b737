import PlayerKit
import PlayerKitCMPV
import PlayerKitSystem

/// Owns one libmpv core. The only file that calls libmpv.
///
/// libmpv's functions are thread-safe, but ``waitEvent(timeout:)`` belongs to one thread, and
/// ``destroy()`` must be the last call. ``MPVExecutor`` ensures both.
final class MPVHandle: Sendable {
  /// Opens a stream for a name such as `pk://7`; returns `nil` to refuse. Called on libmpv's
  /// threads.
  typealias Opener = @Sendable (_ name: String) -> OpenedStream?

  // libmpv's client API may be used from any thread (client.h, "Threading"). The field never
  // changes, and the executor ensures that nothing is called after the destroy.
  private nonisolated(unsafe) let core: OpaquePointer
  /// Kept until the core has ended, since libmpv calls them until then.
  private let openers = Locked<[OpenerBox]>([])

  /// Creates an uninitialized core.
  init() throws(MPVFailure) {
    // libmpv does not start if the locale's decimal separator is not a point. A Swift program has
    // the C locale unless its code or a library changed it; in that case, only this category is
    // reset.
    if let locale = setlocale(LC_NUMERIC, nil), String(cString: locale) != "C" {
      setlocale(LC_NUMERIC, "C")
    }
    guard let core = mpv_create() else {
      throw MPVFailure(code: MPV_ERROR_NOMEM.rawValue, text: "the core could not be created")
    }
    self.core = core
  }

  func setOption(_ name: String, _ value: String) throws(MPVFailure) {
    try check(mpv_set_option_string(core, name, value))
  }

  func initialize() throws(MPVFailure) {
    try check(mpv_initialize(core))
  }

  func requestLog(level: String) throws(MPVFailure) {
    try check(mpv_request_log_messages(core, level))
  }

  /// Ends and frees the core. Returns when its threads have ended and all streams are closed.
  func destroy() {
    mpv_terminate_destroy(core)
    openers.withLock { $0 = [] }
  }

  /// Makes the current or the next ``waitEvent(timeout:)`` return.
  func wakeup() {
    mpv_wakeup(core)
  }

  // MARK: Commands and properties

  /// Runs a command. Its words are passed unchanged.
  @discardableResult
  func command(_ words: [String]) throws(MPVFailure) -> MPVValue {
    let copies = words.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    var pointers = copies.map { UnsafePointer($0) } + [nil]
    var result = mpv_node()
    defer { mpv_free_node_contents(&result) }
    try check(mpv_command_ret(core, &pointers, &result))
    return MPVValue(result)
  }

  func set(_ property: String, _ value: String) throws(MPVFailure) {
    try check(mpv_set_property_string(core, property, value))
  }

  /// Returns the value of a property; `none` if it currently has none.
  func get(_ property: String) -> MPVValue {
    var node = mpv_node()
    guard mpv_get_property(core, property, MPV_FORMAT_NODE, &node) >= 0 else { return .none }
    defer { mpv_free_node_contents(&node) }
    return MPVValue(node)
  }

  /// Returns the value of a property; `nil` if it has none, or an implausible one.
  func double(_ property: String) -> Double? {
    var value = 0.0
    let status = mpv_get_property(core, property, MPV_FORMAT_DOUBLE, &value)
    return status >= 0 && abs(value) < 1e12 ? value : nil
  }

  func flag(_ property: String) -> Bool? {
    var value: CInt = 0
    return mpv_get_property(core, property, MPV_FORMAT_FLAG, &value) >= 0 ? value != 0 : nil
  }

  /// Requests a ``MPVEvent/propertyChange(name:_:)`` now and at each change.
  func observe(_ property: String) throws(MPVFailure) {
    try check(mpv_observe_property(core, 0, property, MPV_FORMAT_NODE))
  }

  // MARK: Hooks

  func addHook(_ name: String) throws(MPVFailure) {
    try check(mpv_hook_add(core, 0, name, 0))
  }

  func continueHook(_ id: UInt64) {
    _ = mpv_hook_continue(core, id)
  }

  // MARK: Events

  /// Waits for an event. `timeout` is in seconds; a negative value waits forever.
  func waitEvent(timeout: Double) -> MPVEvent {
    guard let event = mpv_wait_event(core, timeout) else { return .none }
    return MPVEvent(event.pointee)
  }

  // MARK: Streams

  /// Makes libmpv open names of a protocol through `opener`.
  func addStreamProtocol(_ name: String, opener: @escaping Opener) throws(MPVFailure) {
    let box = OpenerBox(opener)
    openers.withLock { $0.append(box) }
    try check(
      mpv_stream_cb_add_ro(core, name, Unmanaged.passUnretained(box).toOpaque(), openStream)
    )
  }

  private func check(_ status: CInt) throws(MPVFailure) {
    if status < 0 { throw MPVFailure(status) }
  }
}

extension MPVFailure {
  fileprivate init(_ code: CInt) {
    self.init(code: code, text: String(cString: mpv_error_string(code)))
  }

  /// Whether the output could not be opened.
  var isOutputFailure: Bool { code == MPV_ERROR_AO_INIT_FAILED.rawValue }
}

// MARK: - Translation

extension MPVEvent {
  fileprivate init(_ event: mpv_event) {
    switch event.event_id {
    case MPV_EVENT_NONE: self = .none
    case MPV_EVENT_SHUTDOWN: self = .shutdown
    case MPV_EVENT_SEEK: self = .seek
    case MPV_EVENT_PLAYBACK_RESTART: self = .playbackRestart
    case MPV_EVENT_LOG_MESSAGE:
      self = Self.payload(event) { (line: mpv_event_log_message) in
        let (level, module) = (String(cString: line.level), String(cString: line.prefix))
        return .log(level: level, module: module, text: String(cString: line.text))
      }
    case MPV_EVENT_START_FILE:
      self = Self.payload(event) { (file: mpv_event_start_file) in
        .startFile(entry: file.playlist_entry_id)
      }
    case MPV_EVENT_END_FILE:
      self = Self.payload(event) { (file: mpv_event_end_file) in
        .endFile(entry: file.playlist_entry_id, End(file))
      }
    case MPV_EVENT_PROPERTY_CHANGE:
      self = Self.payload(event) { (property: mpv_event_property) in
        let node = property.format == MPV_FORMAT_NODE ? property.data : nil
        let value = node.map { MPVValue($0.assumingMemoryBound(to: mpv_node.self).pointee) }
        return .propertyChange(name: String(cString: property.name), value ?? .none)
      }
    case MPV_EVENT_HOOK:
      self = Self.payload(event) { (hook: mpv_event_hook) in
        .hook(name: String(cString: hook.name), id: hook.id)
      }
    default:  // Others have no effect.
      self = .other
    }
  }

  private static func payload<Payload>(
    _ event: mpv_event,
    _ translate: (Payload) -> MPVEvent
  ) -> MPVEvent {
    event.data.map { translate($0.assumingMemoryBound(to: Payload.self).pointee) } ?? .other
  }
}

extension MPVEvent.End {
  fileprivate init(_ event: mpv_event_end_file) {
    switch event.reason {
    case MPV_END_FILE_REASON_EOF: self = .endOfFile
    case MPV_END_FILE_REASON_QUIT: self = .quit
    case MPV_END_FILE_REASON_ERROR: self = .failed(MPVFailure(event.error))
    case MPV_END_FILE_REASON_REDIRECT: self = .redirected
    default: self = .stopped
    }
  }
}

extension MPVValue {
  fileprivate init(_ node: mpv_node) {
    switch node.format {
    case MPV_FORMAT_STRING: self = .string(node.u.string.map { String(cString: $0) } ?? "")
    case MPV_FORMAT_FLAG: self = .flag(node.u.flag != 0)
    case MPV_FORMAT_INT64: self = .int(node.u.int64)
    case MPV_FORMAT_DOUBLE: self = .double(node.u.double_)
    case MPV_FORMAT_NODE_ARRAY:
      self = .array(Self.values(node).map { MPVValue($0) })
    case MPV_FORMAT_NODE_MAP:
      guard let keys = node.u.list?.pointee.keys else {
        self = .map([:])
        return
      }
      var members: [String: MPVValue] = [:]
      for (index, value) in Self.values(node).enumerated() {
        if let key = keys[index] { members[String(cString: key)] = MPVValue(value) }
      }
      self = .map(members)
    default: self = .none
    }
  }

  private static func values(_ node: mpv_node) -> [mpv_node] {
    guard let list = node.u.list?.pointee, let values = list.values else { return [] }
    return Array(UnsafeBufferPointer(start: values, count: Int(list.num)))
  }
}

// MARK: - Stream callbacks

/// Opens streams, and keeps the boxes of the most recently closed ones: libmpv may still cancel a
/// stream while, or shortly after, another thread closes it.
private final class OpenerBox: Sendable {
  private static var keptCount: Int { 64 }

  let open: MPVHandle.Opener
  private let closed = Locked<[StreamBox]>([])

  init(_ open: @escaping MPVHandle.Opener) {
    self.open = open
  }

  func keep(_ box: StreamBox) {
    let dropped = closed.withLock { closed in
      closed.append(box)
      return closed.count > Self.keptCount ? closed.removeFirst() : nil
    }
    _ = dropped
  }
}

private final class StreamBox: Sendable {
  private let stream: Locked<OpenedStream?>
  // The opener lives longer: the core closes every stream before it ends.
  private unowned let opener: OpenerBox

  init(_ stream: OpenedStream, opener: OpenerBox) {
    self.stream = Locked(stream)
    self.opener = opener
  }

  /// Returns the stream; `nil` once it is closed.
  static func stream(_ cookie: UnsafeMutableRawPointer?) -> OpenedStream? {
    cookie.flatMap { cookie in
      Unmanaged<StreamBox>.fromOpaque(cookie).takeUnretainedValue().stream.withLock { $0 }
    }
  }

  static func close(_ cookie: UnsafeMutableRawPointer?) {
    guard let cookie else { return }
    let box = Unmanaged<StreamBox>.fromOpaque(cookie).takeRetainedValue()
    let stream = box.stream.withLock { stream in
      defer { stream = nil }
      return stream
    }
    box.opener.keep(box)
    stream?.close()
  }
}

private func openStream(
  user: UnsafeMutableRawPointer?,
  name: UnsafeMutablePointer<CChar>?,
  info: UnsafeMutablePointer<mpv_stream_cb_info>?
) -> CInt {
  guard let user, let name, let info else { return MPV_ERROR_LOADING_FAILED.rawValue }
  let opener = Unmanaged<OpenerBox>.fromOpaque(user).takeUnretainedValue()
  guard let stream = opener.open(String(cString: name)) else {
    return MPV_ERROR_LOADING_FAILED.rawValue
  }
  // Balanced in `close_fn`, which libmpv calls once for each opened stream.
  info.pointee.cookie = Unmanaged.passRetained(StreamBox(stream, opener: opener)).toOpaque()
  info.pointee.read_fn = { cookie, buffer, count in
    guard let stream = StreamBox.stream(cookie), let buffer else { return -1 }
    return Int64(
      stream.read(
        into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(clamping: count))
      )
    )
  }
  info.pointee.seek_fn = { cookie, offset in
    StreamBox.stream(cookie)?.seek(to: offset) ?? Int64(MPV_ERROR_UNSUPPORTED.rawValue)
  }
  info.pointee.size_fn = { cookie in
    StreamBox.stream(cookie)?.size ?? Int64(MPV_ERROR_UNSUPPORTED.rawValue)
  }
  info.pointee.cancel_fn = { cookie in StreamBox.stream(cookie)?.cancel() }
  info.pointee.close_fn = { StreamBox.close($0) }
  return 0
}

import Glibc
import PlayerKitCSystemd
import PlayerKitSystem

/// A bus connection that uses libsystemd. Only the files with this prefix call `sd_bus_*`.
///
/// It belongs to the thread that made it. Make all calls on that thread; callbacks run there within
/// ``process()``. It can't be used after ``process()`` has returned ``Progress/lost(_:)``.
final class SDBus {
  enum Progress {
    /// A message was processed; there may be more.
    case some
    /// There is nothing to do until the socket is ready.
    case none
    case lost(DBusError)
  }

  /// The context of a C callback. The connection retains it until its slot is released.
  private final class Callback {
    let body: (SDBusMessage) -> Bool

    init(_ body: @escaping (SDBusMessage) -> Bool) { self.body = body }
  }

  private struct Slot {
    let pointer: OpaquePointer
    let callback: Callback
  }

  private let bus: OpaquePointer
  private var slots: [Int: Slot] = [:]
  private var serial = 0
  /// Peers' calls that have not been answered yet.
  private var calls: [Int: SDBusMessage] = [:]
  /// The maximum number of unsent messages. Above it, nothing is read.
  private static let maximumUnsent: UInt64 = 1_000
  private static let maximumUnanswered = 1_000

  /// Starts to connect.
  init(_ address: DBusAddress) throws(DBusError) {
    var bus: OpaquePointer?
    let status: Int32
    switch address {
    case .session:
      status = sd_bus_open_user(&bus)
    case .at(let address):
      status = Self.open(address, &bus)
    }
    // There is neither an address nor a folder for the bus.
    guard status != -ENOMEDIUM else { throw .noBus }
    guard status >= 0, let bus else { throw .system(status, "The bus can't be reached") }
    self.bus = bus
  }

  private static func open(_ address: String, _ bus: inout OpaquePointer?) -> Int32 {
    var status = sd_bus_new(&bus)
    guard status >= 0, let new = bus else { return status }
    status = sd_bus_set_address(new, address)
    if status >= 0 { status = sd_bus_set_bus_client(new, 1) }
    if status >= 0 { status = sd_bus_start(new) }
    if status < 0 {
      sd_bus_unref(new)
      bus = nil
    }
    return status
  }

  /// Closes the connection. Waiting calls get no answer.
  func close() {
    calls = [:]
    for slot in slots.values { sd_bus_slot_unref(slot.pointer) }
    slots = [:]
    sd_bus_close(bus)
  }

  deinit {
    sd_bus_unref(bus)
  }

  // MARK: - Processing

  /// Whether the bus has accepted the connection.
  var isReady: Bool { sd_bus_is_ready(bus) > 0 }

  /// Our unique name. Read only while the connection is ready, since the library waits for that.
  var uniqueName: String? {
    var name: UnsafePointer<CChar>?
    guard isReady, sd_bus_get_unique_name(bus, &name) >= 0, let name else { return nil }
    return String(cString: name)
  }

  /// Processes one pending message.
  func process() -> Progress {
    // Don't read from a peer that does not read our messages.
    if unsent > Self.maximumUnsent, !canWrite { return .none }
    let status = sd_bus_process(bus, nil)
    if status < 0 { return .lost(.system(status, "The bus is gone")) }
    if sd_bus_is_open(bus) <= 0 { return .lost(.disconnected) }
    return status > 0 ? .some : .none
  }

  private var unsent: UInt64 {
    var count: UInt64 = 0
    return sd_bus_get_n_queued_write(bus, &count) < 0 ? 0 : count
  }

  private var canWrite: Bool {
    Descriptor.wait(for: Int16(POLLOUT), of: sd_bus_get_fd(bus), atMost: .zero)
  }

  /// The socket and the time to wait for.
  var wait: EventLoop.Wait {
    let wanted = unsent > Self.maximumUnsent ? POLLOUT : max(0, sd_bus_get_events(bus))
    var events: EventLoop.Events = []
    if wanted & POLLIN != 0 { events.insert(.readable) }
    if wanted & POLLOUT != 0 { events.insert(.writable) }
    var wait = EventLoop.Wait(sd_bus_get_fd(bus), for: events)
    var limit: UInt64 = 0
    guard sd_bus_get_timeout(bus, &limit) >= 0, limit != .max else { return wait }
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    let microseconds = UInt64(now.tv_sec) * 1_000_000 + UInt64(now.tv_nsec) / 1_000
    let rest = limit > microseconds ? limit - microseconds : 0
    wait.deadline = SuspendingClock().now.advanced(by: .microseconds(Int64(clamping: rest)))
    return wait
  }

  // MARK: - Objects and matches

  /// Adds an object for incoming calls. The body takes each call with ``accept(_:)``, or lets
  /// libsystemd answer.
  ///
  /// - Returns: The id for ``release(_:)``.
  func addObject(_ path: String, _ body: @escaping (SDBusMessage) -> Bool) throws(DBusError) -> Int
  {
    try add("An object was refused", body) { slot, context in
      sd_bus_add_object(bus, slot, path, respond, context)
    }
  }

  /// Subscribes to signals.
  ///
  /// - Returns: The id for ``release(_:)``.
  func addMatch(
    _ rule: String,
    _ body: @escaping (SDBusMessage) -> Void
  ) throws(DBusError) -> Int {
    try add(
      "A match was refused",
      { message in
        body(message)
        return false
      },
      { slot, context in sd_bus_add_match_async(bus, slot, rule, respond, ignore, context) }
    )
  }

  /// Removes an object or a subscription.
  func release(_ id: Int) {
    guard let slot = slots.removeValue(forKey: id) else { return }
    sd_bus_slot_unref(slot.pointer)
  }

  /// Keeps a call until it is answered. Returns `nil` if too many calls are waiting.
  func accept(_ message: SDBusMessage) -> Int? {
    guard calls.count < Self.maximumUnanswered else { return nil }
    serial += 1
    calls[serial] = message
    return serial
  }

  /// Answers a kept call. Has no effect if it was already answered.
  func answer(_ call: Int, _ answer: Result<[DBusValue], DBusError>) {
    calls.removeValue(forKey: call)?.answer(answer)
  }

  // MARK: - Names and calls

  /// Requests a name.
  ///
  /// - Parameter body: Called once with the answer, unless the connection is lost first.
  func requestName(
    _ name: String,
    _ body: @escaping (Result<Void, DBusError>) -> Void
  ) throws(DBusError) {
    try once("A name was refused", { message in body(message.result.flatMap(Self.owned)) }) {
      slot,
      context in
      sd_bus_request_name_async(bus, slot, name, 0, respond, context)
    }
  }

  private static func owned(_ answer: [DBusValue]) -> Result<Void, DBusError> {
    // 1: it is now ours; 4: it was already ours.
    switch answer.first?.integer {
    case 1, 4: .success(())
    default: .failure(.failed("The name is taken."))
    }
  }

  /// Releases a name.
  func releaseName(_ name: String) {
    _ = sd_bus_release_name_async(bus, nil, name, ignore, nil)
  }

  /// Calls a method of a peer.
  ///
  /// - Parameter body: Called once with the answer, unless the connection is lost first.
  func call(
    _ call: DBusCall,
    limit: Duration,
    _ body: @escaping (Result<[DBusValue], DBusError>) -> Void
  ) throws(DBusError) {
    let message = try SDBusMessage(call: call, on: bus)
    let (seconds, attoseconds) = max(.milliseconds(1), limit).components
    let microseconds =
      UInt64(clamping: min(seconds, 1 << 30)) * 1_000_000
      + UInt64(clamping: attoseconds / 1_000_000_000_000)
    try once("A call was refused", { message in body(message.result) }) { slot, context in
      sd_bus_call_async(bus, slot, message.pointer, respond, context, microseconds)
    }
  }

  /// Sends a signal. Throws if too many messages are unsent.
  func send(_ signal: DBusSignal) throws(DBusError) {
    guard unsent < Self.maximumUnsent else { throw .limitsExceeded("Nobody takes what is said.") }
    let message = try SDBusMessage(signal: signal, on: bus)
    let status = sd_bus_send(bus, message.pointer, nil)
    guard status >= 0 else { throw .system(status, "A signal was refused") }
  }

  // MARK: - Slots

  private typealias Adding = (
    UnsafeMutablePointer<OpaquePointer?>, UnsafeMutableRawPointer
  ) -> Int32

  @discardableResult
  private func add(
    _ failure: String,
    _ body: @escaping (SDBusMessage) -> Bool,
    _ adding: Adding
  ) throws(DBusError) -> Int {
    let callback = Callback(body)
    var slot: OpaquePointer?
    let status = adding(&slot, Unmanaged.passUnretained(callback).toOpaque())
    guard status >= 0, let slot else { throw .system(status, failure) }
    serial += 1
    slots[serial] = Slot(pointer: slot, callback: callback)
    return serial
  }

  /// Like `add`, but releases the callback after its first call.
  private func once(
    _ failure: String,
    _ body: @escaping (SDBusMessage) -> Void,
    _ adding: Adding
  ) throws(DBusError) {
    var id: Int?
    id = try add(
      failure,
      { [unowned self] message in
        if let id { release(id) }
        body(message)
        return false
      },
      adding
    )
  }

  private let respond: sd_bus_message_handler_t = { message, context, _ in
    guard let message, let context else { return 0 }
    // Its slot may be released during the call.
    let callback = Unmanaged<Callback>.fromOpaque(context).takeUnretainedValue()
    return withExtendedLifetime(callback) {
      callback.body(SDBusMessage(message)) ? 1 : 0
    }
  }
}

/// Ignores unneeded answers of the bus. Without it an error would close the connection.
private let ignore: sd_bus_message_handler_t = { _, _, _ in 0 }

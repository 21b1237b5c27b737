/// Threads for work that waits or blocks. They block signals, which are left to the app's threads.
/// A signal such as SIGPIPE, for a write to a closed connection, would end the process.
package enum BackgroundThread {
  /// The identity of a thread, valid while the thread runs.
  package struct ID: Sendable, Equatable {
    private let number: UInt

    /// The current thread.
    package static var current: ID {
      #if canImport(Darwin)
        ID(number: UInt(bitPattern: pthread_self()))
      #else
        ID(number: UInt(pthread_self()))
      #endif
    }
  }

  /// Runs `body` on a new thread.
  ///
  /// - Parameter name: The name in debuggers. Linux keeps the first 15 bytes.
  /// - Returns: Whether the thread was created. If not, `body` is not run.
  package static func start(_ name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
    var (all, old) = (sigset_t(), sigset_t())
    sigfillset(&all)
    for fault in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT] { sigdelset(&all, fault) }
    pthread_sigmask(SIG_SETMASK, &all, &old)
    defer { pthread_sigmask(SIG_SETMASK, &old, nil) }
    let context = Unmanaged.passRetained(Body(name, body))
    #if canImport(Darwin)
      var thread: pthread_t?
      let status = pthread_create(
        &thread,
        nil,
        { context in
          Body.run(context)
          return nil
        },
        context.toOpaque()
      )
      if status == 0, let thread { pthread_detach(thread) }
    #else
      var thread = pthread_t()
      let status = pthread_create(
        &thread,
        nil,
        { context in
          if let context { Body.run(context) }
          return nil
        },
        context.toOpaque()
      )
      if status == 0 { pthread_detach(thread) }
    #endif
    if status != 0 { context.release() }
    return status == 0
  }

  private final class Body: Sendable {
    private let name: String
    private let body: @Sendable () -> Void

    init(_ name: String, _ body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
    }

    static func run(_ context: UnsafeMutableRawPointer) {
      let own = Unmanaged<Body>.fromOpaque(context).takeRetainedValue()
      setName(own.name)
      own.body()
    }

    private static func setName(_ name: String) {
      #if canImport(Darwin)
        pthread_setname_np(name)
      #else
        // Glibc's function for this is not visible to Swift.
        let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        _ = Array(name.utf8.prefix(15)).withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        close(file)
      #endif
    }
  }
}

#if os(Linux) || os(macOS)

  /// A process in its own process group. Used by one thread.
  package struct ChildProcess: ~Copyable {
    /// The id of the process and its group.
    package let id: pid_t
    /// The output, which is read without blocking.
    package let output: Int32
    package let errors: Int32

    /// Starts a program.
    ///
    /// It inherits no files but its streams. Its signals are reset, because this process blocks
    /// them on the waiting threads.
    ///
    /// - Returns: `nil` if it cannot be started.
    package init?(_ program: Program) {
      guard let input = Descriptor.pipe(holding: program.input) else { return nil }
      defer { Descriptor.close(input) }
      guard let output = Descriptor.pipe() else { return nil }
      defer { Descriptor.close(output.write) }
      guard let errors = Descriptor.pipe() else {
        Descriptor.close(output.read)
        return nil
      }
      defer { Descriptor.close(errors.write) }
      // The streams of a program block.
      for end in [input, output.write, errors.write] { Descriptor.makeBlocking(end) }
      guard
        let id = Self.spawn(program, input: input, output: output.write, errors: errors.write)
      else {
        Descriptor.close(output.read)
        Descriptor.close(errors.read)
        return nil
      }
      self.id = id
      self.output = output.read
      self.errors = errors.read
    }

    deinit {
      Descriptor.close(output)
      Descriptor.close(errors)
    }

    /// Returns how the process ended, without reaping it; `nil` if it runs.
    package func end() -> RunStateMachine.End? {
      var info = siginfo_t()
      while waitid(P_PID, id_t(id), &info, WEXITED | WNOHANG | WNOWAIT) != 0 {
        // Another part of this process has reaped it.
        if errno != EINTR { return .exited(-1) }
      }
      return info.si_signo == 0 ? nil : .exited(0)
    }

    /// Reaps the process after its end, and returns how it ended.
    package consuming func reap() -> RunStateMachine.End {
      var status: Int32 = 0
      while waitpid(id, &status, 0) < 0 {
        if errno != EINTR { return .exited(-1) }
      }
      let signal = status & 0x7F
      return signal == 0 ? .exited((status >> 8) & 0xFF) : .signaled(signal)
    }

    /// - Parameters:
    ///   - input: The standard input; `nil` for none.
    ///   - output: The standard output; `nil` to discard it.
    static func spawn(
      _ program: Program,
      input: Int32? = nil,
      output: Int32? = nil,
      errors: Int32? = nil
    ) -> pid_t? {
      #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
      #else
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
      #endif
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawnattr_init(&attributes)
      defer { posix_spawnattr_destroy(&attributes) }
      for (stream, file) in [(0, input), (1, output), (2, errors)] as [(Int32, Int32?)] {
        if let file {
          posix_spawn_file_actions_adddup2(&actions, file, stream)
        } else {
          posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
        }
      }
      var flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
      #if canImport(Darwin)
        flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
      #elseif canImport(Glibc)
        closeRest(in: &actions)
      #endif
      var (none, all) = (sigset_t(), sigset_t())
      sigemptyset(&none)
      sigfillset(&all)
      posix_spawnattr_setsigmask(&attributes, &none)
      posix_spawnattr_setsigdefault(&attributes, &all)
      posix_spawnattr_setpgroup(&attributes, 0)
      posix_spawnattr_setflags(&attributes, Int16(flags))
      let arguments = CStrings([program.path] + program.arguments)
      let environment = CStrings(program.environment.map { "\($0.key)=\($0.value)" })
      var id = pid_t()
      let status = posix_spawn(
        &id,
        program.path,
        &actions,
        &attributes,
        arguments.pointers,
        environment.pointers
      )
      return status == 0 ? id : nil
    }
  }

  #if canImport(Glibc)
    /// Closes all files but the streams. Swift does not import Glibc's function for this, which
    /// exists since 2.34. Without it, a program inherits files that are not marked close-on-exec.
    private func closeRest(in actions: inout posix_spawn_file_actions_t) {
      typealias Function =
        @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, CInt) -> CInt
      guard let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else { return }
      _ = unsafeBitCast(symbol, to: Function.self)(&actions, 3)
    }
  #endif

  extension Descriptor {
    /// Makes a pipe that contains a text and ends after it; `nil` if the text does not fit.
    ///
    /// - Returns: The reading end. The caller must close it.
    fileprivate static func pipe(holding text: String) -> CInt? {
      guard text.utf8.count <= Program.maximumInput, let (read, write) = pipe() else { return nil }
      defer { close(write) }
      var text = text
      let isHeld = text.withUTF8 { bytes in
        bytes.isEmpty || self.write(write, UnsafeRawBufferPointer(bytes)) == .bytes(bytes.count)
      }
      if isHeld { return read }
      close(read)
      return nil
    }
  }

  /// A null-terminated array of C strings.
  private final class CStrings {
    let pointers: [UnsafeMutablePointer<CChar>?]

    init(_ texts: [String]) { pointers = texts.map { strdup($0) } + [nil] }

    deinit { for pointer in pointers { free(pointer) } }
  }
#endif

#if os(Linux) || os(macOS)

  /// Ends a process group when this process ends in any way: by `exit`, by a signal, by SIGKILL.
  ///
  /// A separate shell waits for the end of a pipe that only this process can write to. Used by one
  /// thread.
  package final class GroupWatch {
    private let shell: pid_t
    /// The write end of the pipe. Nothing is ever written. The shell acts when it is closed.
    private let end: Int32

    private static let script = """
      read -r line; kill -s TERM -- "-$1"; sleep 0.2; kill -s KILL -- "-$1"
      """

    /// Starts to watch; `nil` if there are no more processes or files.
    package init?(_ group: pid_t) {
      guard let pipe = Descriptor.pipe() else { return nil }
      // Reading must block in the shell.
      Descriptor.makeBlocking(pipe.read)
      let program = Program(
        path: "/bin/sh",
        arguments: ["-c", Self.script, "sh", String(group)],
        environment: ["PATH": "/usr/bin:/bin"]
      )
      let shell = ChildProcess.spawn(program, input: pipe.read)
      Descriptor.close(pipe.read)
      guard let shell else {
        Descriptor.close(pipe.write)
        return nil
      }
      self.shell = shell
      end = pipe.write
    }

    /// Ends the watch without ending the group. Call it once, before the group's id can be reused.
    package func stop() {
      kill(-shell, SIGKILL)
      wait()
      Descriptor.close(end)
    }

    /// Lets the shell act as if this process had ended. Call it once, instead of ``stop()``.
    package func act() {
      Descriptor.close(end)
      wait()
    }

    private func wait() {
      var status: Int32 = 0
      while waitpid(shell, &status, 0) < 0, errno == EINTR {}
    }
  }
#endif

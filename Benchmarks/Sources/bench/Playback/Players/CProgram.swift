import Foundation

/// Short C programs, compiled on demand.
enum CProgram {
  /// Compiles a program. Returns `nil` if there is no compiler or a header is missing.
  static func compile(_ source: String, in folder: String, name: String, libraries: [String] = [])
    throws -> String?
  {
    guard let compiler = Tool.path(of: "cc") else { return nil }
    let path = "\(folder)/\(name)"
    try Data(source.utf8).write(to: URL(fileURLWithPath: path + ".c"))
    let arguments = ["-O2", "-o", path, path + ".c"] + libraries.map { "-l\($0)" }
    return try Tool.run(compiler, arguments) ? path : nil
  }

  /// Prints that it runs, and waits for the end of its input.
  static let empty = """
    #include <stdio.h>
    int main(void) {
      puts("ready");
      fflush(stdout);
      while (getchar() != EOF) {}
      return 0;
    }
    """

  /// Plays one file to its end, with the minimal use of libmpv.
  static let player = """
    #include <mpv/client.h>
    int main(int count, char **words) {
      mpv_handle *core = mpv_create();
      const char *options[][2] = {
        {"config", "no"}, {"load-scripts", "no"}, {"osc", "no"}, {"input-default-bindings", "no"},
        {"terminal", "no"}, {"idle", "yes"}, {"vid", "no"}, {"vo", "null"},
        {"audio-display", "no"}, {"load-stats-overlay", "no"}, {"load-osd-console", "no"},
        {"load-auto-profiles", "no"}, {"ytdl", "no"}, {"audio-fallback-to-null", "yes"},
      };
      if (count < 2 || !core) return 1;
      for (unsigned i = 0; i < sizeof options / sizeof *options; i++)
        mpv_set_option_string(core, options[i][0], options[i][1]);
      if (mpv_initialize(core) < 0) return 1;
      const char *command[] = {"loadfile", words[1], NULL};
      mpv_command(core, command);
      for (;;) {
        mpv_event_id event = mpv_wait_event(core, -1)->event_id;
        if (event == MPV_EVENT_END_FILE || event == MPV_EVENT_SHUTDOWN) break;
      }
      mpv_terminate_destroy(core);
      return 0;
    }
    """
}

import Foundation
import PackagePlugin

/// Gives a target `let commit: String?`: the commit that is built, as far as git knows it.
@main
struct NoteCommit: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) -> [Command] {
    let folder = context.pluginWorkDirectoryURL
    let file = folder.appending(path: "Commit.swift")
    // A file that stays as it is builds nothing anew.
    let script = #"""
      commit=$(git -C "$1" rev-parse --short=12 HEAD 2>/dev/null)
      text="let commit: String? = ${commit:+\"$commit\"}"
      [ -n "$commit" ] || text="let commit: String? = nil"
      [ "$(cat "$2" 2>/dev/null)" = "$text" ] || printf '%s\n' "$text" > "$2"
      """#
    return [
      .prebuildCommand(
        displayName: "Note the commit",
        executable: URL(filePath: "/bin/sh"),
        arguments: ["-c", script, "sh", context.package.directoryURL.path(), file.path()],
        outputFilesDirectory: folder
      )
    ]
  }
}

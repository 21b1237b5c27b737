import Foundation
import PackagePlugin

/// Generates `let commit: String?` for a target: the current git commit, or `nil` if there is none.
@main
struct NoteCommit: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) -> [Command] {
    let folder = context.pluginWorkDirectoryURL
    let file = folder.appending(path: "Commit.swift")
    // An unchanged file causes no rebuild.
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

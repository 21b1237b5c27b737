import PlayerKit
import PlayerKitMedia

// For an output that reopens between different tracks: the next track is probed before libmpv gets
// it. Otherwise libmpv would block until the old output has played everything, and forever if an
// output does not report this.
extension MPVCore {
  /// The next entry and its declared audio format.
  struct NextFormat: Sendable {
    let entry: PlaylistEntryID
    /// `nil` if it is not known and never will be.
    let format: EntryFormat?
  }

  /// Called when the next entry will very probably open.
  func recognized(_ entry: PlaylistEntryID) {
    guard case .source = configuration.outputQuality, let load = playlist[entry]?.load else {
      return run { $0.examined(entry, .recognized) }
    }
    // Probing a live stream would need a second connection.
    guard registry.isBoundedAhead(entry) != false else {
      return run { $0.examined(entry, .unknown) }
    }
    let bytes = sources.open(load.source, limits: .beginning(keeping: OverlapRules.maximumKept))
    probes.start(bytes) { [self] format in
      submit {
        // A cancelled probe may answer after its replacement.
        guard $0.machine.next?.slot.entry == entry else { return }
        $0.formats.nextFormat = NextFormat(entry: entry, format: format)
        $0.compareNextFormat()
      }
    }
  }

  /// Makes the next entry follow gaplessly if it has the current track's format, otherwise after
  /// that was heard.
  func compareNextFormat() {
    guard let nextFormat = formats.nextFormat,
      let current = machine.current.map({ $0.body ?? $0.entry }),
      let format = playlist[current]?.format
    else { return }
    formats.nextFormat = nil
    run { $0.examined(nextFormat.entry, nextFormat.format == format ? .recognized : .unknown) }
  }
}

import PlayerKitMedia
import PlayerKit

// Where the output is opened anew between tracks that differ: what follows is looked at before libmpv gets it. Left to
// itself, libmpv stands still until the old output has played all, and for ever where an output does not tell that.
extension MPVCore {
  /// What is to follow, and what it says of its sound.
  struct NextFormat: Sendable {
    let entry: PlaylistEntryID
    /// `nil`: that is not known, and never will be.
    let format: EntryFormat?
  }

  /// What follows would very probably open.
  func recognized(_ entry: PlaylistEntryID) {
    guard case .source = configuration.outputQuality, let load = playlist[entry]?.load else {
      return run { $0.examined(entry, .recognized) }
    }
    // A second look at a live stream would be a second connection.
    guard registry.isBoundedAhead(entry) != false else {
      return run { $0.examined(entry, .unknown) }
    }
    let bytes = sources.open(load.source, limits: .beginning(keeping: OverlapHead.maximumKept))
    probes.start(bytes) { [self] format in
      submit {
        // A look that was called off may answer behind the one that replaced it.
        guard $0.machine.next?.slot.entry == entry else { return }
        $0.formats.nextFormat = NextFormat(entry: entry, format: format)
        $0.compareNextFormat()
      }
    }
  }

  /// Has what follows begin without a gap where it has the current track's format, else when that was heard.
  func compareNextFormat() {
    guard let nextFormat = formats.nextFormat,
      let current = machine.current.map({ $0.body ?? $0.entry }),
      let format = playlist[current]?.format
    else { return }
    formats.nextFormat = nil
    run { $0.examined(nextFormat.entry, nextFormat.format == format ? .recognized : .unknown) }
  }
}

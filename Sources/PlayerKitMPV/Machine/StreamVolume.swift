#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The volume that a sound server keeps for the app's stream: what the user gave it there, times what the app wants,
/// times a fade. Pure: the caller asks the server.
///
/// Servers remember the volume of a stream for the app. So the volume is lent, and the user's comes back before the
/// stream goes. A level that was not set from here is the user's. A level above 100 % is left alone: libmpv could not
/// set it again.
struct StreamVolume: Sendable, Equatable {
  /// What the server says and takes: per cent, on a cubic scale.
  typealias Level = Double

  /// What the app wants, 0 to 1 on the cubic scale of libmpv; 0 where it is muted.
  private(set) var share = 1.0
  /// Whether the stream has that.
  private(set) var isTaken = false
  /// A share of the amplitude.
  private var fade = 1.0
  /// What the user gave the stream.
  private var full: Level?
  /// What the stream has, as far as is known.
  private var last: Level?

  /// By how much two levels may differ and be the same: servers round.
  private static let precision = 0.05

  /// Whether the stream is quieter than the user has it.
  var isLowered: Bool { isTaken && share < 1 }

  /// The app wants another volume.
  ///
  /// - Parameter reading: asks the server.
  /// - Returns: what the stream is to have now; `nil`: what it has, or it is not ours.
  mutating func setShare(_ share: Double, _ reading: () -> Level?) -> Level? {
    // A slider may stay at the same place.
    guard share != self.share else { return nil }
    if isTaken { look(reading) }
    self.share = share
    return isTaken ? change() : nil
  }

  /// Takes the stream that there is, where the server tells what it has; said again of another one.
  mutating func take(_ reading: () -> Level?) -> Level? {
    look(reading, isTaking: true)
    isTaken = full != nil
    return change()
  }

  /// The stream gets a share of the amplitude, whether it was taken or not; 1 ends that.
  mutating func setFade(_ fade: Double, _ reading: () -> Level?) -> Level? {
    look(reading)
    self.fade = fade
    return change()
  }

  /// Gives the stream back.
  mutating func restore(_ reading: () -> Level?) -> Level? {
    guard isTaken else { return nil }
    look(reading)
    isTaken = false
    return change()
  }

  /// The stream is gone.
  mutating func lost() {
    isTaken = false
    fade = 1
  }

  /// Finds out what somebody else has changed.
  private mutating func look(_ reading: () -> Level?, isTaking: Bool = false) {
    // While it fades, no one but the fade is listened to.
    guard fade == 1, let level = reading() else { return }
    guard level <= 100 + Self.precision else {
      (isTaken, full, last) = (false, nil, nil)
      return
    }
    defer { self.last = level }
    guard let last else {
      // What an app leaves behind that was killed is no wish of the user's.
      let isLeftBehind = isTaking && share < 1 && abs(level - share * 100) < Self.precision
      return full = isLeftBehind ? 100 : level
    }
    guard abs(level - last) > Self.precision else { return }
    // Nobody asked for more than all.
    full = isTaken && share > 0 ? min(level / share, 100) : level
  }

  private mutating func change() -> Level? {
    guard let full else { return nil }
    let level = full * (isTaken ? share : 1) * cbrt(fade)
    guard level != last else { return nil }
    last = level
    return level
  }
}

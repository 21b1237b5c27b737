import Foundation
import PlayerKit

@testable import PlayerKitMedia

/// An HLS reader that a test feeds by hand, with its pending requests and its results.
struct HLSBench {
  static let address = URL(filePath: "/list.m3u8")
  static let gone = HLSReader.Refusal.status(PlayerError(.notFound, "404"), 404)
  static let forbidden = HLSReader.Refusal.status(PlayerError(.forbidden, "403"), 403)
  static let lost = HLSReader.Refusal.lost(PlayerError(.interrupted, "cut"))

  /// Lines of parts of 4 s, with these numbers as names.
  static func parts(_ numbers: Range<Int>) -> String {
    numbers.map { "#EXTINF:4,\n\($0).ts\n" }.joined()
  }

  var reader: HLSReader
  var sent: [(request: HLSReader.Request, pause: Duration)] = []
  var cancelled: [HLSReader.Resource] = []
  var renewals = 0

  init(
    position: Double? = nil,
    canRenew: Bool = false,
    limits: HLSReader.Limits = .init()
  ) {
    reader = HLSReader(
      address: Self.address,
      position: position,
      canRenew: canRenew,
      limits: limits
    )
  }

  mutating func perform(_ actions: [HLSReader.Action]) {
    for action in actions {
      switch action {
      case .start(let request, let pause): sent.append((request, pause))
      case .cancel(let serial):
        cancelled += sent.filter { $0.request.serial == serial }.map(\.request.resource)
        sent.removeAll { $0.request.serial == serial }
      case .renew: renewals += 1
      }
    }
  }

  mutating func list(_ text: String, at now: Duration = .zero) {
    let serial = sent.first { $0.request.resource == .playlist }?.request.serial
    sent.removeAll { $0.request.resource == .playlist }
    let bytes = Array("#EXTM3U\n#EXT-X-TARGETDURATION:4\n\(text)".utf8)
    let playlist = Result { () throws(HLSFailure) in
      try HLSParser.parse(bytes, from: Self.address, variables: reader.variables ?? [:])
    }
    perform(reader.received(playlist, serial: serial, now: now))
  }

  mutating func answer(
    _ resource: HLSReader.Resource,
    _ bytes: [UInt8] = [1],
    at now: Duration = .zero
  ) {
    guard let index = sent.firstIndex(where: { $0.request.resource == resource }) else { return }
    let serial = sent.remove(at: index).request.serial
    perform(reader.received(bytes, serial: serial, now: now))
  }

  mutating func refuse(
    _ resource: HLSReader.Resource,
    _ refusal: HLSReader.Refusal,
    at now: Duration = .zero
  ) {
    guard let index = sent.firstIndex(where: { $0.request.resource == resource }) else { return }
    perform(reader.refused(refusal, serial: sent.remove(at: index).request.serial, now: now))
  }

  mutating func read(at now: Duration = .zero) -> HLSReader.Step {
    let (step, actions) = reader.read(now: now)
    perform(actions)
    return step
  }

  /// Reads the next output as a part, and returns the part's number.
  mutating func readNumber(at now: Duration = .zero) -> Int64? {
    guard case .part(let input) = read(at: now) else { return nil }
    reader.passed(input.part.number, .init(), canRenew: reader.canRenew)
    return input.part.number
  }

  var resources: [HLSReader.Resource] { sent.map(\.request.resource) }
}

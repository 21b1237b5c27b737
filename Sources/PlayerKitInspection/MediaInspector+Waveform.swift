import PlayerKitMedia
import PlayerKit

extension MediaInspector {
  /// The most points that a waveform has.
  public static let mostWaveformPoints = 4_096

  /// How loud media is over its length. All of it is read and decoded once; what was found is kept, and asked
  /// for again it comes at once, with any number of points. See ``Configuration/waveformFolder``.
  ///
  /// Threads: any. Two are made at a time, on threads of their own, and others wait in line. An hour of FLAC
  /// takes a few seconds. Memory does not grow with the length of the media.
  ///
  /// - Parameters:
  ///   - source: a file, or an address: then all of it is fetched.
  ///   - points: how many points there are to be, from 1 to ``mostWaveformPoints``; what is beyond is taken for
  ///     the nearest. The borders of a point are exact to 1/4,096 of the length, and each point has all the
  ///     samples between its borders.
  /// - Throws: what ``inspect(_:)-(MediaSource)`` throws. Media that breaks off at a server is an error; a file
  ///   that was cut has the waveform of what is there. A cancelled task gets
  ///   ``PlayerKit/PlayerError/Code/interrupted``.
  public func waveform(
    of source: MediaSource,
    points: Int
  ) async throws(PlayerError) -> Waveform {
    try await outline(of: source) { _ in }
      .waveform(points: Self.bounded(points), isWhole: true)
  }

  /// The same, as it becomes known: the parts that were decoded so far, about fifty of them, and the whole at
  /// the end. Who reads late gets the last part alone. Who stops reading ends the decoding.
  public func waveforms(
    of source: MediaSource,
    points: Int
  ) -> AsyncThrowingStream<Waveform, any Error> {
    let points = Self.bounded(points)
    let (stream, continuation) = AsyncThrowingStream<Waveform, any Error>.makeStream(
      bufferingPolicy: .bufferingNewest(1)
    )
    let task = Task {
      do {
        let outline = try await outline(of: source) { part in
          continuation.yield(part.waveform(points: points, isWhole: false))
        }
        continuation.yield(outline.waveform(points: points, isWhole: true))
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  /// How loud a track is over its length: see ``waveform(of:points:)-(MediaSource,_)``.
  ///
  /// - Throws: also ``PlayerKit/PlayerError/Code/noPlayer`` where nobody knows the track's source, and what a
  ///   resolver throws.
  public func waveform(of track: any Track, points: Int) async throws -> Waveform {
    try await waveform(of: source(of: track), points: points)
  }

  private static func bounded(_ points: Int) -> Int { min(max(points, 1), mostWaveformPoints) }

  private func outline(
    of source: MediaSource,
    onPart: @escaping @Sendable (WaveformOutline) -> Void
  ) async throws(PlayerError) -> WaveformOutline {
    guard source.allowsInspection else { throw InspectionFailure.forbidden }
    let name = name(of: source)
    if let known = waveforms.outline(named: name) { return known }
    let control = InspectionControl()
    let result = await withTaskCancellationHandler {
      await decoding.run {
        control.cancel(InspectionFailure.late)
      } _: { [opener] in
        Result { () throws(PlayerError) in
          let bytes = MediaBytes(
            opener.openForInspection(source, limits: .pictureWithin).makeStream(),
            limits: WaveformReader.limits
          )
          defer { control.end() }
          return try control.run(bytes) { () throws(PlayerError) in
            try WaveformReader(bytes).read(onPart: onPart)
          }
        }
      }
    } onCancel: {
      control.cancel(InspectionFailure.cancelled)
    }
    let outline = try result.get()
    waveforms.keep(outline, named: name, isLasting: isLasting(source))
    return outline
  }

  /// Whether a name means the same media for good. That of a file has its version in it, and an app's key says
  /// so. What is at an address may change.
  private func isLasting(_ source: MediaSource) -> Bool {
    if case .file = source.location { return true }
    return source.cacheKey != nil && source.allowsCaching
  }
}

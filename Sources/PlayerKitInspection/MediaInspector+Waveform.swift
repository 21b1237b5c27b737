import PlayerKit
import PlayerKitMedia

extension MediaInspector {
  /// The maximum number of points in a waveform.
  public static let maximumWaveformPoints = 4_096

  /// Returns the waveform of media. Reads and decodes the whole media once. After that, waveforms
  /// with any number of points come at once. See ``Configuration/waveformFolder``.
  ///
  /// May be called on any thread. Decodes two items at a time on its own threads, and others wait.
  /// An hour of FLAC takes a few seconds. Memory does not grow with the length of the media.
  ///
  /// - Parameters:
  ///   - source: A file or an address. Remote media is fetched whole.
  ///   - points: The number of points, clamped to 1...``maximumWaveformPoints``. The borders of a
  ///     point are exact to 1/4,096 of the length, and each point covers all samples between its
  ///     borders.
  /// - Throws: The errors of ``inspect(_:)-(MediaSource)``. Remote media that breaks off is an
  ///   error, but a truncated file gives the waveform of its existing part. A cancelled task gets
  ///   ``PlayerKit/PlayerError/Code/interrupted``.
  public func waveform(
    of source: MediaSource,
    points: Int
  ) async throws(PlayerError) -> Waveform {
    try await outline(of: source) { _ in }
      .waveform(points: Self.bounded(points), isWhole: true)
  }

  /// Returns waveforms as they become known: about fifty of the part decoded so far, and finally
  /// the whole. A slow reader only gets the latest. Ending the iteration ends the decoding.
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

  /// Returns the waveform of a track. See ``waveform(of:points:)-(MediaSource,_)``.
  ///
  /// - Throws: Also ``PlayerKit/PlayerError/Code/noPlayer`` if no resolver knows the track's
  ///   source, and the errors of the resolver.
  public func waveform(of track: any Track, points: Int) async throws -> Waveform {
    try await waveform(of: source(of: track), points: points)
  }

  private static func bounded(_ points: Int) -> Int { min(max(points, 1), maximumWaveformPoints) }

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

  /// Whether a name always means the same media. A file's name includes its version, and a cache
  /// key is the app's promise. The contents of an address may change.
  private func isLasting(_ source: MediaSource) -> Bool {
    if case .file = source.location { return true }
    return source.cacheKey != nil && source.allowsCaching
  }
}

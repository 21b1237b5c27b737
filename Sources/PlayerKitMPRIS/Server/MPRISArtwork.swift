import Foundation
import PlayerKit
import PlayerKitSystem

/// Provides the desktop with addresses of artwork: public URLs, or files that are written when a
/// track plays.
///
/// Threads: any.
final class MPRISArtwork: Sendable {
  private struct State {
    var files: [Artwork: String] = [:]
    /// The oldest first.
    var order: [Artwork] = []
    /// The artwork that could not be loaded. It is not requested again.
    var failed: Set<Artwork> = []
    var loading: (artwork: Artwork, task: Task<Void, Never>)?
    var serial = 0
    var isClosed = false
  }

  /// The requested size of the longer side, in pixels. Desktops display smaller images.
  private static let pixels = 512
  private static let maximumFiles = 16

  private let loader: any ArtworkLoading
  private let folder: Locked<Result<PictureFolder, DBusError>?> = Locked(nil)
  private let parent: String?
  private let state = Locked(State())

  /// - Parameter parent: The folder in which to make a folder for pictures. `nil` to use only
  ///   public URLs.
  init(_ loader: any ArtworkLoading, parent: String?) {
    self.loader = loader
    self.parent = parent
  }

  /// Returns the address of a picture. `nil` if there is none or it is not loaded yet.
  func address(of artwork: Artwork?) -> String? {
    guard let artwork else { return nil }
    return Self.publicAddress(of: artwork) ?? state.withLock { $0.files[artwork] }
  }

  /// Loads a missing picture. Cancels an earlier load.
  ///
  /// - Parameter done: Called when the picture is available.
  func want(_ artwork: Artwork?, done: @escaping @Sendable () -> Void) {
    let isWanted = artwork.map { Self.publicAddress(of: $0) == nil } ?? false
    let earlier = state.withLock { state -> Task<Void, Never>? in
      if state.loading?.artwork == artwork { return nil }
      let earlier = state.loading?.task
      state.loading = nil
      guard let artwork, isWanted, parent != nil, !state.isClosed, state.files[artwork] == nil,
        !state.failed.contains(artwork)
      else { return earlier }
      let task = Task { [self] in
        if await load(artwork) { done() }
      }
      state.loading = (artwork, task)
      return earlier
    }
    earlier?.cancel()
  }

  /// Removes the files and stops loading.
  func close() {
    let task = state.withLock { state in
      defer { state = State(isClosed: true) }
      return state.loading?.task
    }
    task?.cancel()
    if case .success(let folder) = folder.withLock(\.self) { folder.removeAll() }
  }

  private func load(_ artwork: Artwork) async -> Bool {
    let picture = try? await loader.image(for: artwork, atLeast: Self.pixels)
    if Task.isCancelled { return false }
    let number = state.withLock { state in
      state.serial += 1
      return state.serial
    }
    let file = picture.flatMap { place?.write($0, number: number) }
    let removed = state.withLock { state -> [String] in
      if state.loading?.artwork == artwork { state.loading = nil }
      guard !state.isClosed, let file else {
        if state.failed.count > 1_000 { state.failed = [] }
        state.failed.insert(artwork)
        return [file].compactMap(\.self)
      }
      state.files[artwork] = URL(fileURLWithPath: file).absoluteString
      state.order.append(artwork)
      guard state.order.count > Self.maximumFiles else { return [] }
      let address = state.files.removeValue(forKey: state.order.removeFirst())
      return [address.flatMap { URL(string: $0)?.path }].compactMap(\.self)
    }
    for file in removed { place?.remove(file) }
    return file != nil
  }

  /// The folder, created when the first picture is written.
  private var place: PictureFolder? {
    folder.withLock { folder in
      if let folder { return try? folder.get() }
      let made = parent.flatMap { PictureFolder(in: $0) }
      folder = made.map { .success($0) } ?? .failure(.failed("There is no private folder."))
      return made
    }
  }

  /// Returns the URL if it is public and contains no secret.
  private static func publicAddress(of artwork: Artwork) -> String? {
    guard let url = artwork.url(atLeast: pixels), NetworkScope.mayBePublic(url) else { return nil }
    return URL(publicAddress: url.absoluteString)?.absoluteString
  }
}

import Foundation
import PlayerKit

/// Recognizes `upc:CODE`: an album by its barcode (UPC, EAN or GTIN). Any service may have the
/// album.
public struct BarcodeLinks: LinkRecognizer {
  /// Makes the recognizer.
  public init() {}

  /// The placeholder service ``CatalogService/barcode``.
  public var service: CatalogService { .barcode }

  /// Recognizes a barcode in `parts`.
  public func recognize(_ parts: LinkParts) -> LinkRecognition {
    guard parts.scheme == "upc", !parts.hasAuthority else { return .notMine }
    guard parts.colonParts.count == 1, let code = ProductCode(parts.colonParts[0]) else {
      return .malformed(.malformedID)
    }
    return .link(MusicLink(service: .barcode, kind: .album, id: code.digits))
  }

  /// `nil`, since barcodes have no URL.
  public func canonicalURL(of link: MusicLink) -> URL? { nil }
}

extension CatalogService {
  /// A placeholder for links whose id is the barcode of an album.
  public static let barcode = CatalogService(rawValue: "barcode")
}

extension MusicServices {
  /// Returns the tracks of an album from the first service that has it.
  ///
  /// - Throws: The errors of ``tracks(of:)``; ``PlayerKit/PlayerError/Code/notFound`` if no service
  ///   has it.
  func tracks(ofAlbum code: String) async throws -> [any Track] {
    var failure: (any Error)?
    guard let code = ProductCode(code) else {
      throw PlayerError(.invalidItem, "A barcode has 8 to 14 digits. Check the number.")
    }
    for service in configured((any BarcodeService).self) {
      do {
        guard let album = try await service.album(of: code) else { continue }
        return try await service.tracks(of: album.link)
      } catch let error as CancellationError {
        throw error
      } catch let error as CatalogError where error.code == .notFound {
        continue
      } catch {
        failure = failure ?? error
      }
    }
    throw failure ?? PlayerError(.notFound, "No service has an album with this barcode.")
  }
}

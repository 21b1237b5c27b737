import Testing

@Suite("MusicCatalog")
struct MusicCatalogTests {}

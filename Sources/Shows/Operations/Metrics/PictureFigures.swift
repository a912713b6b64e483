import Pictures

/// The size and the use of the picture cache.
struct PictureFigures {
  let statistics: PictureStatistics

  func write(to exposition: inout Exposition) {
    exposition.family(
      "dramatis_picture_cache_bytes", .gauge, "Bytes of the pictures on disk.", Double(statistics.bytes))
    exposition.family(
      "dramatis_picture_cache_files", .gauge, "Pictures on disk.", Double(statistics.files))
    exposition.family(
      "dramatis_picture_cache_requests_total", .counter,
      "Pictures asked for by visitors, by whether they were on disk.",
      [
        .init(Double(statistics.hits), [("result", "hit")]),
        .init(Double(statistics.misses), [("result", "miss")]),
      ])
    exposition.family(
      "dramatis_picture_fetches_total", .counter, "Pictures fetched from outside, by what became of them.",
      [
        .init(Double(statistics.fetched), [("outcome", "stored")]),
        .init(Double(statistics.failed), [("outcome", "failed")]),
      ])
  }
}

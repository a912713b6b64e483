import Glibc

/// The memory of the whole program.
enum Memory {
  /// Hands back what is free, which the allocator would keep: after a large catalog was made, more than
  /// the catalog itself takes.
  static func giveBack() {
    malloc_trim(0)
  }
}

internal import CGnuTLS

/// The Secure Hash Algorithm with 256 bits (FIPS 180-4).
public enum SHA256 {
  /// 32 bytes.
  public static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    // An algorithm that the library has cannot fail.
    gnutls_hash_fast(GNUTLS_DIG_SHA256, bytes, bytes.count, &digest)
    return digest
  }
}

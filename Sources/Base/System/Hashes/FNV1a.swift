/// The FNV-1a hash: the same in every run and on every machine, and no protection against whoever wants
/// a collision.
public enum FNV1a {
  public static func hash32(_ bytes: some Sequence<UInt8>) -> UInt32 {
    bytes.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
  }

  public static func hash64(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }
}

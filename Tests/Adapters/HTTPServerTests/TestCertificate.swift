import Foundation
import HTTPServer

/// A self-signed certificate, valid for a hundred years, and its key.
enum TestCertificate {
  static func load() throws -> TLSCertificate {
    let folder = FileManager.default.temporaryDirectory.appending(path: "dramatis-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (certificateFile, keyFile) = (folder.appending(path: "certificate"), folder.appending(path: "key"))
    try certificate.write(to: certificateFile, atomically: false, encoding: .utf8)
    try key.write(to: keyFile, atomically: false, encoding: .utf8)
    return try TLSCertificate(certificateFile: certificateFile.path, keyFile: keyFile.path)
  }

  private static let certificate = """
    -----BEGIN CERTIFICATE-----
    MIIBlDCCATugAwIBAgIUN3bYD9XfJHkCAUBzTu94GHqDnyowCgYIKoZIzj0EAwIw
    FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTE1MDAwNFoYDzIxMjYxMDI4
    MTUwMDA0WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
    PQMBBwNCAAQutp5+5afG4RKQtBTRhc7IuXB8NgF0Q4qwHT/JaTTmrpO0iyz/O4wW
    qS/sDZ1VeAmmLEEBh0u5hWjvn2qPvgivo2kwZzAdBgNVHQ4EFgQU7d0qVNgwP0AB
    KKbNVIm1k5Qi41EwHwYDVR0jBBgwFoAU7d0qVNgwP0ABKKbNVIm1k5Qi41EwDwYD
    VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
    RwAwRAIgJqwzD+VZ3/OVfLFIC7Y11iy6ePB4aoBvBhbaZCf3zpUCIDBemCmyPZ7b
    2+4ewG3EMbMbXJNjQETAsVagrJ903P1p
    -----END CERTIFICATE-----
    """

  private static let key = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg/hzouX6/vUwO83ZQ
    ZYOkhTXNSvjG2Ddpy83Z5NLzYVqhRANCAAQutp5+5afG4RKQtBTRhc7IuXB8NgF0
    Q4qwHT/JaTTmrpO0iyz/O4wWqS/sDZ1VeAmmLEEBh0u5hWjvn2qPvgiv
    -----END PRIVATE KEY-----
    """
}

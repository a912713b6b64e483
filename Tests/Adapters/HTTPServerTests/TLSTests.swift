import Foundation
import Glibc
import System
import TestSupport
import Testing

@testable import HTTPServer

@Suite("TLS")
struct TLSTests {
  /// The start of a ClientHello that announces 512 bytes.
  private let hello: [UInt8] = [0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xFC, 0x03, 0x03]

  private func server(_ change: (inout ServerConfiguration) -> Void) throws -> Server {
    let certificate = try TestCertificate.load()
    return try echoServer {
      $0.certificate = certificate
      change(&$0)
    }
  }

  @Test("A handshake sent byte by byte is cut off at its timeout")
  func trickle() throws {
    let server = try server {
      $0.requestTimeout = 2
      $0.idleTimeout = 3_600
    }
    let wire = Wire(server.port)
    wire.send(hello)
    // The announced 512 bytes would take longer than the limit of waiting.
    try wait(for: "the end of a slow handshake", every: 400) { !wire.send([0]) }
  }

  @Test("A connection without a handshake or with half of one is closed")
  func silence() throws {
    let server = try server { $0.idleTimeout = 1 }
    let (silent, stopped) = (Wire(server.port), Wire(server.port))
    stopped.send(hello)
    #expect(silent.endsWithoutAnswer())
    #expect(stopped.endsWithoutAnswer())
  }

  @Test("Connections count for their address before the handshake, and the oldest is closed")
  func perAddress() throws {
    let server = try server {
      $0.connectionsPerNetwork = 2
      $0.idleTimeout = 3_600
    }
    // One at a time, because two polling threads may accept two in any order.
    let wires = try (1...2).map { number in
      let wire = Wire(server.port)
      wire.send(hello)
      try wait(for: "connection \(number)") { server.connections.open == number }
      return wire
    }
    var newcomers: [Wire] = []
    try wait(for: "a third connection", every: 50) {
      newcomers.append(Wire(server.port))
      return server.connections.accepted >= 3
    }
    try wait(for: "the end of the first") { server.connections.open <= 2 }
    #expect(wires[0].endsWithoutAnswer())
    withExtendedLifetime((wires, newcomers)) {}
  }

  /// A whole ClientHello of OpenSSL for TLS 1.2.
  private let wholeHello: [UInt8] = {
    let text =
      "FgMBAHsBAAB3AwNdCsNT3W/GkC9roV0pmk0PXvVCLYmpgFqfSYvqnopjNAAABMArAP8BAABKAAsABAMAAQIACgAEAAIAFwAjAAAA"
      + "FgAAABcAAAANACoAKAQDBQMGAwgHCAgICQgKCAsIBAgFCAYEAQUBBgEDAwMBAwIEAgUCBgI="
    return Array(Data(base64Encoded: text) ?? Data())
  }()

  /// A server that allows each network eight handshakes an hour.
  private func limitedServer(_ change: (inout ServerConfiguration) -> Void = { _ in }) throws -> Server {
    let certificate = try TestCertificate.load()
    certificate.handshakePause = 3_600_000_000_000
    return try echoServer {
      $0.certificate = certificate
      change(&$0)
    }
  }

  @Test("Beyond its limit, a network's handshakes wait; those of others do not")
  func handshakes() throws {
    let server = try limitedServer()
    let wires = (0..<40).map { _ in Wire(server.port, from: "127.0.0.2") }
    for wire in wires { wire.send(wholeHello) }
    try wait(for: "eight handshakes") { wires.count { $0.hasAnswer } >= 8 }
    let others = (0..<6).map { _ in Wire(server.port, from: "127.0.0.3") }
    for wire in others { wire.send(wholeHello) }
    try wait(for: "the handshakes of another network") { others.allSatisfy { $0.hasAnswer } }
    #expect(wires.count { $0.hasAnswer } == 8)
    #expect(server.connections.open == 14)
    // At the end the others get theirs.
    server.stop(within: 1)
    #expect(server.connections.open == 0)
  }

  @Test("Trusted proxies begin as many handshakes as they like")
  func proxies() throws {
    let server = try limitedServer { $0.trustedProxies = [AddressRange("127.0.0.9")].compactMap(\.self) }
    let wires = (0..<20).map { _ in Wire(server.port, from: "127.0.0.9") }
    for wire in wires { wire.send(wholeHello) }
    try wait(for: "all handshakes") { wires.allSatisfy { $0.hasAnswer } }
  }

  @Test("Stopping does not wait for handshakes")
  func end() throws {
    let server = try server { _ in }
    let wires = (0..<20).map { _ in Wire(server.port) }
    for wire in wires { wire.send(hello) }
    try wait(for: "twenty connections") { server.connections.accepted == 20 }
    server.stop(within: 0.1)
    for wire in wires { #expect(wire.endsWithoutAnswer()) }
  }

  @Test("The validity of the certificate is read")
  func validity() throws {
    let validity = try TestCertificate.load().validity
    #expect(validity.upperBound - validity.lowerBound == 36_500 * 86_400)
  }
}

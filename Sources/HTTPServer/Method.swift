/// The methods that reach a handler. Any other is answered 405 by the server.
public enum Method: String, Sendable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
}

/// The methods that reach a handler. Others are refused by the server: 405 if a standard has them, else 501.
public enum Method: String, Sendable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
}

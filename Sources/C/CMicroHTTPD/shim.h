#pragma once
#include <microhttpd.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>

/// What `MHD_start_daemon` takes as a variadic list, by name.
struct mhd_configuration {
  unsigned int connections;
  unsigned int idle_timeout;
  size_t connection_memory;
  /// GnuTLS's priorities, and what stands in for a certificate; no TLS without.
  const char *_Nullable tls_priorities;
  void *_Nullable tls_certificate;
  void *_Nonnull context;
  void *_Nullable (*_Nonnull request_line)(
      void *_Nullable, const char *_Nullable, struct MHD_Connection *_Nullable);
  MHD_AccessHandlerCallback _Nonnull access;
  MHD_RequestCompletedCallback _Nonnull completed;
  MHD_NotifyConnectionCallback _Nonnull connection;
  size_t (*_Nonnull unescape)(void *_Nullable, struct MHD_Connection *_Nullable, char *_Nullable);
};

/// Starts a polling thread that accepts nothing by itself. Swift imports no variadic function, and `MHD_FLAG` is no
/// option set.
static inline struct MHD_Daemon *_Nullable mhd_start(const struct mhd_configuration *_Nonnull c) {
  unsigned int flags =
      MHD_USE_POLL_INTERNAL_THREAD | MHD_USE_NO_LISTEN_SOCKET | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC;
  if (c->tls_priorities) flags |= MHD_USE_TLS;
  struct MHD_OptionItem tls[] = {
      {MHD_OPTION_HTTPS_CERT_CALLBACK, 0, c->tls_certificate},
      {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)c->tls_priorities},
      {MHD_OPTION_END, 0, NULL},
  };
  return MHD_start_daemon(
      flags, 0, NULL, NULL, c->access, c->context,
      MHD_OPTION_ARRAY, c->tls_priorities ? tls : tls + 2,
      // From 1.0 on the lowest level of strictness that allows no folded headers, bare line feeds or zero bytes. Earlier
      // versions then only refuse more by themselves, in answers whose header block stands twice.
      MHD_OPTION_STRICT_FOR_CLIENT, MHD_get_version()[0] > '0',
      MHD_OPTION_CONNECTION_LIMIT, c->connections,
      MHD_OPTION_CONNECTION_TIMEOUT, c->idle_timeout,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, c->connection_memory,
      MHD_OPTION_URI_LOG_CALLBACK, c->request_line, c->context,
      MHD_OPTION_UNESCAPE_CALLBACK, c->unescape, c->context,
      MHD_OPTION_NOTIFY_COMPLETED, c->completed, c->context,
      MHD_OPTION_NOTIFY_CONNECTION, c->connection, c->context,
      MHD_OPTION_END);
}

// `MHD_get_connection_info` is variadic too; one function for each answer that is used.

static inline int mhd_socket(struct MHD_Connection *_Nonnull connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

static inline void *_Nullable mhd_socket_context(struct MHD_Connection *_Nonnull connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

/// The connection's TLS session, a `gnutls_session_t`; NULL without TLS.
static inline void *_Nullable mhd_tls_session(struct MHD_Connection *_Nonnull connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
  return info ? info->tls_session : NULL;
}

static inline size_t mhd_header_size(struct MHD_Connection *_Nonnull connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info ? info->header_size : 0;
}

/// The status of the queued answer, 0 when there is none.
static inline unsigned int mhd_status(struct MHD_Connection *_Nonnull connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_HTTP_STATUS);
  return info ? info->http_status : 0;
}

// `tcpi_bytes_acked` and `tcpi_bytes_received` (Linux 4.1) lie behind the end of glibc's `struct tcp_info`, hence
// the offsets.

static inline int64_t tcp_info_count(int socket, size_t offset) {
  unsigned char info[136];
  socklen_t size = sizeof info;
  uint64_t count;
  if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, info, &size) != 0 || size < sizeof info) return -1;
  memcpy(&count, info + offset, sizeof count);
  return (int64_t)count;
}

/// How many bytes of the stream have arrived so far, read or unread; -1 when the kernel does not say.
static inline int64_t tcp_bytes_received(int socket) { return tcp_info_count(socket, 128); }

/// Milliseconds since bytes of the stream arrived (`tcpi_last_data_recv`); 0 when the kernel does not say.
static inline int64_t tcp_silence(int socket) {
  const int64_t info = tcp_info_count(socket, 52);
  return info < 0 ? 0 : info & 0xFFFFFFFF;
}

/// How many bytes of ours the other end has taken so far; -1 when the kernel does not say.
static inline int64_t tcp_bytes_acked(int socket) { return tcp_info_count(socket, 120); }

/// glibc's header shows it to GNU sources only.
int accept4(int, struct sockaddr *_Nonnull, socklen_t *_Nonnull, int);

/// Whether the other end has closed or reset the connection; with `half`, also whether it has ended its side.
static inline int socket_has_ended(int socket, int half) {
  // POLLRDHUP, which glibc's header shows to GNU sources only.
  struct pollfd look = {socket, half ? 0x2000 : 0, 0};
  return poll(&look, 1, 0) == 1;
}

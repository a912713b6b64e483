/* A bare libmicrohttpd program that answers captured paths from memory: the baseline.
 *
 *   bare PORT|0 THREADS FOLDER
 *
 * FOLDER holds, for N = 0, 1, …: N.target (path and query), N.needs (the request's headers that the answer
 * depends on, may be empty), N.status, N.headers (both one "Name: value" per line) and N.body. All are read once,
 * before listening.
 * Build: cc -O2 -o bare bare.c -lmicrohttpd
 */
#define _DEFAULT_SOURCE
#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct need {
  char *name;
  char *value;
};

struct entry {
  char *target;
  struct need needs[4];
  unsigned int status;
  struct MHD_Response *response;
};

struct request {
  const struct entry *entry;
  char target[];
};

static struct entry entries[64];
static unsigned int count;

static char *contents(const char *folder, unsigned int number, const char *kind, size_t *size) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%u.%s", folder, number, kind);
  FILE *file = fopen(path, "rb");
  if (!file) return NULL;
  fseek(file, 0, SEEK_END);
  *size = (size_t)ftell(file);
  rewind(file);
  char *bytes = malloc(*size + 1);
  if (fread(bytes, 1, *size, file) != *size) exit(1);
  bytes[*size] = 0;
  fclose(file);
  return bytes;
}

/* Splits off the next "Name: value" line of a text; NULL at its end. */
static char *next_line(char **text, char **value) {
  char *line = strsep(text, "\n");
  char *colon = line ? strstr(line, ": ") : NULL;
  if (!colon) return NULL;
  *colon = 0;
  *value = colon + 2;
  return line;
}

static void load(const char *folder) {
  size_t size;
  for (; count < sizeof entries / sizeof *entries; count++) {
    struct entry *entry = &entries[count];
    entry->target = contents(folder, count, "target", &size);
    char *needs = contents(folder, count, "needs", &size);
    char *status = contents(folder, count, "status", &size);
    char *headers = contents(folder, count, "headers", &size);
    char *body = contents(folder, count, "body", &size);
    if (!entry->target || !needs || !status || !headers || !body) return;
    entry->status = (unsigned int)atoi(status);
    for (struct need *need = entry->needs; (need->name = next_line(&needs, &need->value)); need++) {}
    entry->response = MHD_create_response_from_buffer(size, body, MHD_RESPMEM_MUST_FREE);
    char *name, *value;
    while ((name = next_line(&headers, &value))) MHD_add_response_header(entry->response, name, value);
  }
}

static int suits(const struct entry *entry, const char *target, struct MHD_Connection *connection) {
  if (strcmp(entry->target, target) != 0) return 0;
  for (const struct need *need = entry->needs; need->name; need++) {
    const char *value = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, need->name);
    if (!value || strcmp(value, need->value) != 0) return 0;
  }
  return 1;
}

/* The target as sent: the library splits it at the question mark. */
static void *request_line(void *context, const char *line, struct MHD_Connection *connection) {
  (void)context;
  (void)connection;
  size_t size = strlen(line) + 1;
  struct request *request = malloc(sizeof *request + size);
  request->entry = NULL;
  memcpy(request->target, line, size);
  return request;
}

static size_t keep_escapes(void *context, struct MHD_Connection *connection, char *text) {
  (void)context;
  (void)connection;
  return strlen(text);
}

static void completed(
    void *context, struct MHD_Connection *connection, void **slot, enum MHD_RequestTerminationCode code) {
  (void)context;
  (void)connection;
  (void)code;
  free(*slot);
  *slot = NULL;
}

static enum MHD_Result answer(
    void *context, struct MHD_Connection *connection, const char *url, const char *method,
    const char *version, const char *upload, size_t *upload_size, void **slot) {
  (void)context;
  (void)url;
  (void)method;
  (void)version;
  (void)upload;
  *upload_size = 0;
  struct request *request = *slot;
  if (!request) return MHD_NO;
  /* Queue the answer in the second call: after the first one the library closes the connection. */
  if (request->entry) return MHD_queue_response(connection, request->entry->status, request->entry->response);
  for (const struct entry *entry = entries; entry < entries + count; entry++) {
    if (suits(entry, request->target, connection)) {
      request->entry = entry;
      return MHD_YES;
    }
  }
  return MHD_NO;
}

int main(int argc, char **argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: bare PORT|0 THREADS FOLDER\n");
    return 2;
  }
  load(argv[3]);
  struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(argv[1])),
      .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  struct MHD_Daemon *daemon = MHD_start_daemon(
      MHD_USE_POLL_INTERNAL_THREAD | MHD_USE_ITC, 0, NULL, NULL, answer, NULL,
      MHD_OPTION_SOCK_ADDR, &address,
      MHD_OPTION_THREAD_POOL_SIZE, (unsigned int)atoi(argv[2]),
      MHD_OPTION_CONNECTION_LIMIT, 1100u,
      MHD_OPTION_CONNECTION_TIMEOUT, 30u,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)(20 * 1024),
      MHD_OPTION_LISTEN_BACKLOG_SIZE, 1024u,
      MHD_OPTION_URI_LOG_CALLBACK, request_line, NULL,
      MHD_OPTION_UNESCAPE_CALLBACK, keep_escapes, NULL,
      MHD_OPTION_NOTIFY_COMPLETED, completed, NULL,
      MHD_OPTION_END);
  if (!daemon) return 1;
  unsigned int port = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT)->port;
  printf("listening on http://127.0.0.1:%u/\n", port);
  fflush(stdout);
  pause();
  return 0;
}

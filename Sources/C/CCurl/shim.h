#pragma once
#include <curl/curl.h>

// curl_easy_setopt and curl_easy_getinfo are variadic, and Swift imports no variadic functions:
// one inline function for each type of argument.

static inline CURLcode dramatis_curl_set_long(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode dramatis_curl_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode dramatis_curl_set_string(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}

// The list is not copied: it must live until the transfer ends.
static inline CURLcode dramatis_curl_set_headers(CURL *easy, struct curl_slist *headers) {
  return curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
}

// At least CURL_ERROR_SIZE bytes, which must live until the handle is cleaned up.
static inline CURLcode dramatis_curl_set_error_buffer(CURL *easy, char *buffer) {
  return curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, buffer);
}

// Sets a callback together with its context.
static inline CURLcode dramatis_curl_on_body(CURL *easy, curl_write_callback callback, void *context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, callback);
  return code ? code : curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
}

static inline CURLcode dramatis_curl_on_header(CURL *easy, curl_write_callback callback, void *context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, callback);
  return code ? code : curl_easy_setopt(easy, CURLOPT_HEADERDATA, context);
}

static inline CURLcode dramatis_curl_on_socket(CURL *easy, curl_opensocket_callback callback, void *context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, callback);
  return code ? code : curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, context);
}

// Body bytes received on the wire, and the Content-Length; -1 if unknown.
static inline void dramatis_curl_progress(CURL *easy, curl_off_t *received, curl_off_t *length) {
  curl_easy_getinfo(easy, CURLINFO_SIZE_DOWNLOAD_T, received);
  curl_easy_getinfo(easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, length);
}

static inline CURLcode dramatis_curl_status(CURL *easy, long *status) {
  return curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, status);
}

// The system's error of the last connection that failed; 0 if there was none.
static inline int dramatis_curl_system_error(CURL *easy) {
  long error = 0;
  curl_easy_getinfo(easy, CURLINFO_OS_ERRNO, &error);
  return (int)error;
}

// A macro with a cast, which Swift does not import.
static inline CURLcode dramatis_curl_global_init(void) {
  return curl_global_init(CURL_GLOBAL_DEFAULT);
}

// A member of the message's union, which Swift does not import.
static inline CURLcode dramatis_curl_result(const CURLMsg *message) {
  return message->data.result;
}

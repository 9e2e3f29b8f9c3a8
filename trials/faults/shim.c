/*
 * For LD_PRELOAD: a disk that fails on command. The file FAULT_ORDER names the fault of every write below the
 * folder FAULT_FOLDER: full, read-only, failing, unsynced, slow. An empty file is no fault.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static int is_below(const char *path) {
  const char *folder = getenv("FAULT_FOLDER");
  return folder != NULL && strncmp(path, folder, strlen(folder)) == 0;
}

static int is_ours(int fd) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return is_below(path);
}

/* Reads the word in FAULT_ORDER, or "". */
static void ordered(char *word, size_t size) {
  word[0] = 0;
  const char *order = getenv("FAULT_ORDER");
  if (order == NULL) return;
  int fd = (int)syscall(SYS_openat, AT_FDCWD, order, O_RDONLY);
  if (fd < 0) return;
  ssize_t length = read(fd, word, size - 1);
  word[length > 0 ? length : 0] = 0;
  close(fd);
}

/* The error of a write now; 0 for none. */
static int write_fault(void) {
  char word[16];
  ordered(word, sizeof word);
  if (strcmp(word, "full") == 0) return ENOSPC;
  if (strcmp(word, "read-only") == 0) return EROFS;
  if (strcmp(word, "failing") == 0) return EIO;
  return 0;
}

static int sync_fault(void) {
  char word[16];
  ordered(word, sizeof word);
  if (strcmp(word, "slow") == 0) {
    struct timespec wait = {0, 200000000};
    nanosleep(&wait, NULL);
  }
  return strcmp(word, "failing") == 0 || strcmp(word, "unsynced") == 0 ? EIO : 0;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define FAIL_IF(fault)     \
  do {                     \
    int error = (fault);   \
    if (error != 0) {      \
      errno = error;       \
      return -1;           \
    }                      \
  } while (0)

ssize_t write(int fd, const void *bytes, size_t size) {
  if (is_ours(fd)) FAIL_IF(write_fault());
  return REAL(write)(fd, bytes, size);
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t at) {
  if (is_ours(fd)) FAIL_IF(write_fault());
  return REAL(pwrite)(fd, bytes, size, at);
}

ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t at) {
  if (is_ours(fd)) FAIL_IF(write_fault());
  return REAL(pwrite64)(fd, bytes, size, at);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  if (is_ours(fd)) FAIL_IF(write_fault());
  return REAL(writev)(fd, parts, count);
}

int fsync(int fd) {
  if (is_ours(fd)) FAIL_IF(sync_fault());
  return REAL(fsync)(fd);
}

int fdatasync(int fd) {
  if (is_ours(fd)) FAIL_IF(sync_fault());
  return REAL(fdatasync)(fd);
}

int open(const char *path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  int mode = flags & O_CREAT ? va_arg(more, int) : 0;
  va_end(more);
  if ((flags & O_CREAT) != 0 && is_below(path)) FAIL_IF(write_fault());
  return REAL(open)(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  int mode = flags & O_CREAT ? va_arg(more, int) : 0;
  va_end(more);
  if ((flags & O_CREAT) != 0 && is_below(path)) FAIL_IF(write_fault());
  return REAL(open64)(path, flags, mode);
}

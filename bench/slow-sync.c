/* For LD_PRELOAD: makes each fsync take SYNC_MILLISECONDS longer. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

static void wait_for_disk(void) {
  const char *milliseconds = getenv("SYNC_MILLISECONDS");
  struct timespec time = {0, (milliseconds == NULL ? 0 : atol(milliseconds)) * 1000000};
  nanosleep(&time, NULL);
}

int fsync(int file) {
  wait_for_disk();
  return ((int (*)(int))dlsym(RTLD_NEXT, "fsync"))(file);
}

int fdatasync(int file) {
  wait_for_disk();
  return ((int (*)(int))dlsym(RTLD_NEXT, "fdatasync"))(file);
}

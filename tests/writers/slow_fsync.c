/* Preloaded into a writer: every sync to disk takes SLOW_FSYNC_MS longer, as on a busy or
 * remote disk, so that the moment between a commit's file event and its being visible is wide. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

static void wait_longer(void) {
    const char *millis = getenv("SLOW_FSYNC_MS");
    usleep((millis ? atoi(millis) : 0) * 1000);
}

int fsync(int file) {
    wait_longer();
    int (*real)(int) = dlsym(RTLD_NEXT, "fsync");
    return real(file);
}

int fdatasync(int file) {
    wait_longer();
    int (*real)(int) = dlsym(RTLD_NEXT, "fdatasync");
    return real(file);
}

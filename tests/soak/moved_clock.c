/* The clock of a soak: a library that a program loads before libc (LD_PRELOAD). It adds a number of seconds to the wall
 * clock and to the monotonic clock, so that a step looks like time that passed, like a machine that was suspended.
 *
 * The number is in a file of eight bytes, named by SOAK_CLOCK, that every process maps into its memory. So all of them
 * see a step in the same moment, and to read the clock costs no system call. Processor clocks are left alone.
 *
 * The kernel and libc know nothing of this. So where a program waits until a moment, the moment is moved back before
 * the wait begins; where it waits for a duration (poll, epoll_wait, select, nanosleep), nothing is to be done.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

typedef struct timespec Moment;

static const volatile int64_t *moved_s;

/* The function of this name in libc. It is looked up at its first call; two threads that do so find the same. */
#define REAL(name) \
    static __typeof__(&name) real; \
    if (!real) \
    real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

/* How far a clock has been moved; 0 before our file is mapped, when only other libraries are being loaded. */
static int64_t moved(clockid_t clock) {
    switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_BOOTTIME:
        return moved_s ? *moved_s : 0;
    default:
        return 0;
    }
}

__attribute__((constructor)) static void map_file(void) {
    const char *name = getenv("SOAK_CLOCK");
    int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    void *mapped = file < 0 ? MAP_FAILED : mmap(NULL, sizeof *moved_s, PROT_READ, MAP_SHARED, file, 0);
    if (mapped == MAP_FAILED) {
        perror("SOAK_CLOCK");
        abort();
    }
    close(file);
    moved_s = mapped;
}

/* Reading a clock */

int clock_gettime(clockid_t clock, Moment *now) {
    REAL(clock_gettime);
    int failed = real(clock, now);
    if (!failed)
        now->tv_sec += moved(clock);
    return failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    REAL(gettimeofday);
    int failed = real(now, zone);
    if (!failed)
        now->tv_sec += moved(CLOCK_REALTIME);
    return failed;
}

time_t time(time_t *now) {
    Moment found;
    clock_gettime(CLOCK_REALTIME, &found);
    if (now)
        *now = found.tv_sec;
    return found.tv_sec;
}

int timespec_get(Moment *now, int base) {
    return base == TIME_UTC && !clock_gettime(CLOCK_REALTIME, now) ? base : 0;
}

/* Waiting until a moment */

static const Moment *moved_back(clockid_t clock, const Moment *until, Moment *into) {
    if (!until)
        return NULL;
    *into = *until;
    into->tv_sec -= moved(clock);
    if (into->tv_sec < 0)
        into->tv_sec = 0;
    return into;
}

int clock_nanosleep(clockid_t clock, int flags, const Moment *until, Moment *left) {
    REAL(clock_nanosleep);
    Moment back;
    return real(clock, flags, flags & TIMER_ABSTIME ? moved_back(clock, until, &back) : until, left);
}

int timerfd_settime(int timer, int flags, const struct itimerspec *next, struct itimerspec *before) {
    (void)timer, (void)next, (void)before;
    if (flags & TFD_TIMER_ABSTIME)
        abort(); /* no program of the soak does that: the clock of the timer is not known here */
    REAL(timerfd_settime);
    return real(timer, flags, next, before);
}

#define WAITS_UNTIL(name, what, clock) \
    int name(what, const Moment *restrict until) { \
        REAL(name); \
        Moment back; \
        return real(waited, moved_back(clock, until, &back)); \
    }
#define WAITS_ON_CLOCK(name, what) \
    int name(what, clockid_t clock, const Moment *restrict until) { \
        REAL(name); \
        Moment back; \
        return real(waited, clock, moved_back(clock, until, &back)); \
    }

WAITS_UNTIL(sem_timedwait, sem_t *restrict waited, CLOCK_REALTIME)
WAITS_UNTIL(pthread_mutex_timedlock, pthread_mutex_t *restrict waited, CLOCK_REALTIME)
WAITS_UNTIL(pthread_rwlock_timedrdlock, pthread_rwlock_t *restrict waited, CLOCK_REALTIME)
WAITS_UNTIL(pthread_rwlock_timedwrlock, pthread_rwlock_t *restrict waited, CLOCK_REALTIME)
WAITS_ON_CLOCK(sem_clockwait, sem_t *restrict waited)
WAITS_ON_CLOCK(pthread_mutex_clocklock, pthread_mutex_t *restrict waited)
WAITS_ON_CLOCK(pthread_rwlock_clockrdlock, pthread_rwlock_t *restrict waited)
WAITS_ON_CLOCK(pthread_rwlock_clockwrlock, pthread_rwlock_t *restrict waited)

/* The clock of a condition is in its attributes; all clocks that it may have are moved by the same. */
int pthread_cond_timedwait(
    pthread_cond_t *restrict waited, pthread_mutex_t *restrict lock, const Moment *restrict until) {
    REAL(pthread_cond_timedwait);
    Moment back;
    return real(waited, lock, moved_back(CLOCK_REALTIME, until, &back));
}

int pthread_cond_clockwait(
    pthread_cond_t *restrict waited, pthread_mutex_t *restrict lock, clockid_t clock, const Moment *restrict until) {
    REAL(pthread_cond_clockwait);
    Moment back;
    return real(waited, lock, clock, moved_back(clock, until, &back));
}

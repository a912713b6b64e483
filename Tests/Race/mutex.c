/* Annotates mutex hand-offs that TSan cannot see; `make race` preloads it.
 *
 * Synchronization.Mutex locks and unlocks an uncontended lock with atomic instructions in the program, which
 * TSan sees. A contended one changes hands by system calls inside libswiftSynchronization, which TSan does
 * not see: everything it guards would be reported as a race. These two functions override the library's,
 * do the same, and annotate it. Nothing is suppressed.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

/* Missing in processes without TSan, such as the one that starts the tests. */
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

#define swift __attribute__((swiftcall))
#define self_register __attribute__((swift_context))

swift void lock(uint32_t thread, self_register void *mutex) __asm__(LOCK);
swift void unlock(self_register void *mutex) __asm__(UNLOCK);

swift void lock(uint32_t thread, self_register void *mutex) {
  swift void (*original)(uint32_t, self_register void *) = dlsym(RTLD_NEXT, LOCK);
  original(thread, mutex);
  if (__tsan_acquire) __tsan_acquire(mutex);
}

swift void unlock(self_register void *mutex) {
  swift void (*original)(self_register void *) = dlsym(RTLD_NEXT, UNLOCK);
  if (__tsan_release) __tsan_release(mutex);
  original(mutex);
}

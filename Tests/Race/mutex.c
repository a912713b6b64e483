/* Tells the thread sanitizer of the hand-overs that it cannot see; `make race` preloads it.
 *
 * Synchronization.Mutex takes and leaves a free lock by atomic instructions in the program itself, which
 * the sanitizer sees. A contended one changes hands inside libswiftSynchronization, by system calls, which
 * it does not see: whatever the lock guards would be reported as a race. These two functions stand before
 * the library's own, do what they do, and say so. Nothing is suppressed.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

/* Absent from processes without the sanitizer, such as the one that starts the tests. */
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

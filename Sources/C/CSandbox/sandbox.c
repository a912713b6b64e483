#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "CSandbox.h"

#if defined(__x86_64__)
#define MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define MACHINE AUDIT_ARCH_AARCH64
#else
#define MACHINE 0
#endif

#define LOAD(member) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))
#define END(action) BPF_STMT(BPF_RET | BPF_K, action)
#define ON(number, action) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), END(action)
#define ALLOW(name) ON(__NR_##name, SECCOMP_RET_ALLOW)
#define REFUSE(name) ON(__NR_##name, SECCOMP_RET_ERRNO | EACCES)
// Denies executable memory: the protection is the third argument of both calls.
#define ALLOW_DATA(name)                                                                                   \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##name, 0, 4), LOAD(args[2]),                                   \
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1), END(SECCOMP_RET_KILL_PROCESS),                \
      END(SECCOMP_RET_ALLOW)

// Allows threads, which share the filter, but no processes.
#define ALLOW_THREADS                                                                                      \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, 4), LOAD(args[0]),                                    \
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0), END(SECCOMP_RET_KILL_PROCESS),             \
      END(SECCOMP_RET_ALLOW)

/// The calls that decoders need for memory and time, and those that libraries try and can do without; any other
/// kills the process.
static const struct sock_filter rules[] = {
    LOAD(arch),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0),
    END(SECCOMP_RET_KILL_PROCESS),
    LOAD(nr),
    ALLOW(read), ALLOW(write), ALLOW(writev), ALLOW(close), ALLOW(lseek), ALLOW(fstat),
    ALLOW_DATA(mmap), LOAD(nr), ALLOW_DATA(mprotect), LOAD(nr),
    ALLOW(munmap), ALLOW(mremap), ALLOW(madvise), ALLOW(brk),
    ALLOW(futex), ALLOW(sched_yield), ALLOW(clock_gettime), ALLOW(clock_nanosleep), ALLOW(getrandom),
    ALLOW(rt_sigprocmask), ALLOW(rt_sigaction), ALLOW(rt_sigreturn), ALLOW(sigaltstack),
    ALLOW(getpid), ALLOW(gettid), ALLOW(getuid), ALLOW(geteuid), ALLOW(getgid), ALLOW(getegid),
    ALLOW(uname), ALLOW(sched_getaffinity), ALLOW(exit), ALLOW(exit_group),
    ALLOW(set_robust_list), ALLOW(rseq),
    REFUSE(openat), REFUSE(newfstatat), REFUSE(statx), REFUSE(faccessat), REFUSE(faccessat2),
    REFUSE(readlinkat), REFUSE(getcwd), REFUSE(getdents64), REFUSE(fcntl), REFUSE(ioctl), REFUSE(prlimit64),
    ALLOW_THREADS, REFUSE(sysinfo), ON(__NR_clone3, SECCOMP_RET_ERRNO | ENOSYS), REFUSE(eventfd2),
    REFUSE(prctl), REFUSE(getpeername), REFUSE(socket), REFUSE(pipe2),
#if defined(__x86_64__)
    REFUSE(open), REFUSE(stat), REFUSE(access), REFUSE(readlink),
#endif
    END(SECCOMP_RET_KILL_PROCESS),
};

static bool limit(int resource, rlim_t value) {
  struct rlimit both = {value, value};
  return setrlimit(resource, &both) == 0;
}

bool sandbox_enter(uint64_t memory, uint64_t cpu, uint64_t output) {
  // Die with the parent, which alone needs the result.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  closefrom(STDERR_FILENO + 1);
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  // Sanitizers reserve terabytes.
  memory = RLIM_INFINITY;
#endif
#endif
  // Yield to everything else.
  setpriority(PRIO_PROCESS, 0, 5);
  // At the first limit SIGXCPU ends the process, which tells its end from one by SIGKILL.
  struct rlimit time = {cpu, cpu + 1};
  if (!limit(RLIMIT_AS, memory) || setrlimit(RLIMIT_CPU, &time) != 0 || !limit(RLIMIT_NOFILE, 3) ||
      !limit(RLIMIT_FSIZE, output) || !limit(RLIMIT_CORE, 0))
    return false;
  // For all threads: a separate one looks up fonts.
  struct sock_fprog program = {sizeof rules / sizeof *rules, (struct sock_filter *)rules};
  if (MACHINE == 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) != 0)
    return false;
  // Verify that the filter is active.
  return open("/dev/null", O_RDONLY) == -1 && errno == EACCES;
}

int memory_file(void) { return memfd_create("dramatis", MFD_CLOEXEC); }

static char **arguments;
static int argument_count;

/// The C library passes the arguments of `main` to constructors too.
__attribute__((constructor)) static void keep_arguments(int count, char **words) {
  argument_count = count;
  arguments = words;
}

int process_argument_count(void) { return argument_count; }

char **process_arguments(void) { return arguments; }

const char *process_program(void) { return (const char *)getauxval(AT_EXECFN); }

/// Bytes of address space that a process lacks which aborts for want of memory: more than most of its requests.
enum { LEFT = 256 << 20 };

static void explain_abort(int number) {
  static const char words[] = "dramatis: no memory is left; raise ulimit -v (LimitAS), or free memory of the machine\n";
  void *left = mmap(NULL, LEFT, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (left == MAP_FAILED && write(2, words, sizeof words - 1) < 0) return;
  // Back to the abort, which ends the process.
  signal(number, SIG_DFL);
}

void memory_explain(void) { signal(SIGABRT, explain_abort); }

#include "core/c_library_functions.hpp"

#include <algorithm>

namespace heddle {
namespace {

// Separated by blanks; one star stands for any letters.

constexpr std::string_view kHarmless =
    // numbers and letters
    "abs labs llabs imaxabs uabs ulabs ullabs uimaxabs div ldiv lldiv imaxdiv ffs ffsl ffsll "
    "copysign* frexp* ldexp* modf* scalb* finite* isinf* isnan* signbit* difftime stdc_* isalnum "
    "isalpha isascii isblank iscntrl isctype isdigit isgraph islower isprint ispunct isspace "
    "isupper isxdigit iswalnum iswalpha iswblank iswcntrl iswctype iswdigit iswgraph iswlower "
    "iswprint iswpunct iswspace iswupper iswxdigit tolower toupper towlower towupper towctrans "
    "toascii _tolower _toupper btowc wctob wctrans wctype wcwidth ctype_* htonl htons ntohl ntohs "
    "uselocale fileno fileno_unlocked fdelt inet_makeaddr inet_lnaof inet_netof gnu_dev_* dysize "
    "cfgetispeed cfgetospeed "
    // facts that do not change while a program runs
    "getuid geteuid getgid getegid getpgid getpgrp bsd_getpgrp getsid getpagesize "
    "getdtablesize getauxval gnu_get_libc_* get_phys_pages gethostid profile_frequency issetugid "
    "sched_get_priority_max sched_get_priority_min sched_getparam sched_getscheduler "
    "sched_cpucount sched_cpualloc sched_cpufree getpriority pthread_getschedparam "
    "pthread_getconcurrency pthread_getcpuclockid pthread_get_minstack libc_current_sigrtm* "
    "get_current_dir_name localeconv nl_langinfo mblen confstr timespec_getres isatty "
    // the program's own code and calls
    "dl_iterate_phdr dladdr dladdr1 dlinfo dlsym dlvsym _dl_find_object backtrace "
    "backtrace_symbols longjmp _longjmp siglongjmp setjmp _setjmp sigsetjmp errno_location "
    "h_errno_location cxa_finalize libc_start_main gmon_start* stack_chk_fail chk_fail "
    "fortify_fail fdelt_warn assert assert_perror_fail thrd_equal pthread_equal tls_get_addr "
    "cyg_profile_* _mcount mcount fentry* call_tls_dtors "
    "strerrorname_np strerrordesc_np sigabbrev_np sigdescr_np gai_strerror hstrerror memcmpeq "
    "register_frame* deregister_frame* x86_get_cpuid_feature_leaf riscv_hwprobe libc_free "
    "libc_early_init libc_init_first getcontext setcontext swapcontext "
    // advice and requests without an effect that a program could observe
    "fsync fdatasync sync syncfs sync_file_range posix_fadvise posix_madvise readahead mlock "
    "mlock2 mlockall munlock munlockall msync mincore malloc_trim mallopt malloc_stats "
    "malloc_info mallinfo mallinfo2 setsockopt sockatmark nice sched_setparam sched_setscheduler "
    "sched_setaffinity pthread_setaffinity_np pthread_setschedparam pthread_setschedprio "
    "pthread_setconcurrency freelocale "
    // they need a call that Heddle refuses, and fail without it
    "pclose mq_close mq_getattr mq_notify mq_receive mq_send "
    "mq_setattr mq_timedreceive mq_timedsend msgctl msgrcv msgsnd semctl semop semtimedop shmctl "
    "shmdt sem_close aio_cancel aio_error aio_return aio_suspend timer_delete timer_getoverrun "
    "timer_gettime timer_settime shm_get_name pthread_mutex_consistent_np memalignment dirfd "
    "pthread_mutex_getprioceiling "
    "pthread_mutex_setprioceiling";

// The caller's arguments, and tables that only these functions use.
constexpr std::string_view kAccesses =
    "a64l l64a ato* strto* wcsto* strfrom* snprintf sprintf vsnprintf vsprintf asprintf vasprintf "
    "swprintf vswprintf sscanf vsscanf swscanf vswscanf strtok_r* strsep* strerror* "
    "xpg_strerror_r strsignal strcoll* strxfrm* strverscmp strfmon* strfry memfrob strftime* "
    "strptime* wcpcpy wcpncpy wcs* wmem* mbr* mbs* mbto* mbsinit wcr* wcto* c8r* c16r* c32r* "
    "rpmatch strcasecmp strncasecmp strcspn_* strspn_* strpbrk_* index rindex qsort* bsearch "
    "lfind lsearch tsearch tfind tdelete twalk* tdestroy insque remque obstack_* _obstack_* "
    "drand48_r erand48_r lrand48_r nrand48_r mrand48_r jrand48_r srand48_r seed48_r lcong48_r "
    "random_r srandom_r initstate_r setstate_r rand_r hcreate_r hsearch_r hdestroy_r asctime_r "
    "ctime_r gmtime_r timegm timelocal inet_* ether_* basename xpg_basename dirname "
    "canonicalize_file_name realpath getcwd getwd regcomp regexec regerror regfree re_* fnmatch "
    "argz_* envz_* argp_* getsubopt glob_pattern_p swab ecvt_r fcvt_r qecvt_r qfcvt_r gcvt qgcvt "
    "pthread_attr_* pthread_barrierattr_* pthread_condattr_* pthread_mutexattr_* "
    "pthread_rwlockattr_* inet6_* pthread_getattr_default_np posix_spawn_file_actions_* "
    "posix_spawnattr_* sigaddset sigandset sigdelset sigemptyset sigfillset sigisemptyset "
    "sigismember sigorset cfmakeraw cfset* cfget* parse_printf_format printf_size* wordfree "
    "globfree freeifaddrs if_freenameindex versionsort alphasort confstr getgroups getlogin_r "
    "gethostname getdomainname statvfs fstatvfs tcgetattr tcgetpgrp tcgetsid tcgetwinsize "
    "pathconf fpathconf getenv secure_getenv bzero rawmemchr stpcpy stpncpy strcasestr strdup "
    "strndup mempcpy strcpy_* stpcpy_* mempcpy_* duplocale clock_getcpuclockid cmsg_nxthdr dn_* "
    "ns_* copy_grp merge_grp ftok";

// Everything else that glibc exports.
constexpr std::string_view kOutside =
    "getloadavg getcpu _IO_* _dl_* _nss_* nss_* xdr* svc* clnt* key_* auth* _authenticate pmap* "
    "rpc* _rpc* res_* resolv_* gconv_* idna_* libc_* nptl_* arch_prctl acct addmntent addseverity "
    "adjtime* advance step aio_* bdflush bindresvport bsd_signal callrpc capget capset cat* "
    "cbc_crypt ecb_crypt des_* passwd2des xdecrypt xencrypt getpublickey getsecretkey chflags "
    "chown chroot clearerr_unlocked clock_adjtime clock_settime closelog openlog syslog vsyslog "
    "setlogmask copy_file_range create_module delete_module init_module query_module "
    "get_kernel_syms ctermid cuserid default_* dprintf vdprintf eaccess euidaccess ecvt fcvt "
    "qecvt qfcvt end*ent endnetgrent endusershell endaliasent err error error_at_line errx verr "
    "verrx warn vwarn warnx vwarnx fallocate fanotify_* fattach fdetach fbufsize flbf fpending "
    "fpurge freadable freading fsetlocking fwritable fwriting _flushlbf fchflags fchown fchownat "
    "fcloseall fdopendir feof_unlocked ferror_unlocked fflush_unlocked fget* file_* flistxattr "
    "flock fmtmsg fputc_unlocked fputs_unlocked fputwc_unlocked fputws_unlocked fremovexattr "
    "fscanf fs* ftime fts* ftw futime* fwide fwprintf fwrite_unlocked fwscanf fxstat* gai_* "
    "get*ent get*ent_r getaddrinfo_a getalias* get_avphys_pages get_myaddress getdate* getdents* "
    "getdirentries getfs* gethostby* getifaddrs getipv4sourcefilter getmntent_r getmsg getnet* "
    "getpass getpmsg getprotoby* getpt getpw getrpc* gets getservby* getsg* getsourcefilter "
    "getsp* gettty* getuser* getut* getw getwc* getwchar* glob grantpt group_member gsignal gtty "
    "stty hasmntopt herror host2netname if_index* if_name* innetgr inotify_* ioperm "
    "iopl iruserok* isastream isfdtype ivaliduser killpg klogctl lchmod lchown lckpwdf lgetxattr "
    "lio_* llistxattr llseek lockf login* logout logwtmp lremovexattr lsetxattr lutimes lxstat* "
    "makecontext mcheck* memfd_create mkfifoat mknod* modify_ldt moncontrol monstartup _mcleanup "
    "mount* move_mount mprobe mtrace muntrace name_to_handle_at open_by_handle_at netname2* "
    "netlink_* nfsservctl nftw ntp_* open_tree open_wmemstream openat2 openpty "
    "personality pidfd_* pivot_root pkey_* posix_fallocate posix_openpt prctl preadv2 preadv64v2 "
    "process_* profil psiginfo psignal pthread_kill_other_threads_np "
    "pthread_setattr_default_np pthread_sigqueue pthread_yield ptrace ptsname* putc_unlocked "
    "putchar_unlocked putgrent putmsg putpmsg putpwent putsgent putspent pututline pututxline "
    "putw putwc_unlocked putwchar_unlocked pwritev* quotactl* rcmd* readdir_r readdir64_r reboot "
    "backtrace_symbols_fd recvmmsg register_printf_* registerrpc remap_file_pages removexattr "
    "revoke rewinddir rexec* rresvport* rseq rtime ruserok* ruserpass scandir* scanf vscanf "
    "sched_getattr sched_setattr seekdir telldir sendfile sendmmsg set*ent setaliasent "
    "setdomainname setfs* sethostid sethostname "
    "setipv4sourcefilter setlogin setnetgrent setns setpgid setpgrp setpriority "
    "setsid setsourcefilter settimeofday "
    "setusershell setutent setutxent setxattr getxattr listxattr setxattrat getxattrat "
    "listxattrat removexattrat sgetsgent* sgetspent* sigblock siggetmask sighold sigignore "
    "siginterrupt sigpause* sigqueue sigrelse sigreturn sigset sigsetmask sigstack sigvec "
    "signalfd splice sprofil ssignal sstk stime swapoff swapon sysctl tcgetsid tcsetwinsize tee "
    "tgkill tr_break ttyname_r ttyslot ulckpwdf ulimit umount* ungetwc unlockpt unshare updwtmp* "
    "uselib user2netname ustat utime utimes utmp* verr* vfscanf vfwprintf vfwscanf vhangup vlimit "
    "vmsplice vtimes vwprintf vwscanf wordexp wprintf wscanf xmknod* xprt_* xpg_sigpause "
    "mq_open_2 xstat* getaddrinfo_* rpc_* woverflow overflow underflow wuflow wunderflow "
    "internal_* lll_* _seterr_reply mseal setmntent pthread_cleanup_* _pthread_cleanup_* "
    "close_nocancel open_nocancel read_nocancel write_nocancel pread64_nocancel open64_nocancel "
    "cfree file_change_* open_catalog printf_fp posix_getopt rresvport_af get_nprocs_*";

bool matches(std::string_view pattern, std::string_view name) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return name == pattern;
  return name.size() + 1 >= pattern.size() && name.starts_with(pattern.substr(0, star)) &&
         name.ends_with(pattern.substr(star + 1));
}

bool lists(std::string_view patterns, std::string_view name) {
  while (!patterns.empty()) {
    const std::size_t end = std::min(patterns.find(' '), patterns.size());
    if (end > 0 && matches(patterns.substr(0, end), name)) return true;
    patterns.remove_prefix(std::min(end + 1, patterns.size()));
  }
  return false;
}

bool remove_start(std::string_view& name, std::string_view start) {
  if (!name.starts_with(start)) return false;
  name.remove_prefix(start.size());
  return true;
}

bool remove_end(std::string_view& name, std::string_view end) {
  if (!name.ends_with(end)) return false;
  name.remove_suffix(end.size());
  return true;
}

std::string_view plain_name(std::string_view name) {
  if (remove_start(name, "__isoc99_") || remove_start(name, "__isoc23_")) return name;
  if (remove_start(name, "__")) remove_end(name, "_chk");
  remove_end(name, "_l");
  remove_end(name, "64");
  return name;
}

}  // namespace

LibraryFunction library_function(std::string_view name) {
  const std::string_view plain = plain_name(name);
  if (lists(kHarmless, plain)) return LibraryFunction::harmless;
  if (lists(kAccesses, plain)) return LibraryFunction::accesses;
  if (lists(kOutside, plain)) return LibraryFunction::outside;
  return LibraryFunction::unknown;
}

}  // namespace heddle

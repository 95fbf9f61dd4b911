// Refuses interprocess communication and asynchronous input and output: Heddle does not control the
// events that wake a thread there.  Without control, these functions would block the one real
// thread.
#include <aio.h>
#include <mqueue.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>

#include <cstdarg>

#include "interpose/interpose.hpp"

namespace heddle::native {
#define HEDDLE_REFUSE_SHARED(result, name, what, parameters, ...)                       \
  HEDDLE_INTERPOSE result name parameters {                                             \
    if (!controlled()) return call_real<result>(#name __VA_OPT__(, ) __VA_ARGS__);      \
    scheduler().refuse("the program calls " #name ": " what                             \
                       " which Heddle does not control; run this part without Heddle"); \
  }

#define HEDDLE_QUEUE "message queues are shared between processes,"
#define HEDDLE_SET "System V semaphores are shared between processes,"
#define HEDDLE_BACKGROUND "asynchronous I/O runs on threads of the C library,"

HEDDLE_REFUSE_SHARED(int, semget, HEDDLE_SET, (key_t key, int count, int flags), key, count, flags)
HEDDLE_REFUSE_SHARED(int, msgget, HEDDLE_QUEUE, (key_t key, int flags), key, flags)
HEDDLE_REFUSE_SHARED(int, shmget, "this memory is shared between processes,",
                     (key_t key, std::size_t size, int flags), key, size, flags)
HEDDLE_REFUSE_SHARED(int, mq_unlink, HEDDLE_QUEUE, (const char* name), name)
HEDDLE_REFUSE_SHARED(int, aio_read, HEDDLE_BACKGROUND, (aiocb * block), block)
HEDDLE_REFUSE_SHARED(int, aio_write, HEDDLE_BACKGROUND, (aiocb * block), block)
HEDDLE_REFUSE_SHARED(int, aio_fsync, HEDDLE_BACKGROUND, (int operation, aiocb* block), operation,
                     block)
HEDDLE_REFUSE_SHARED(int, lio_listio, HEDDLE_BACKGROUND,
                     (int mode, aiocb* const list[], int count, sigevent* event), mode, list, count,
                     event)

HEDDLE_INTERPOSE mqd_t mq_open(const char* name, int flags, ...) {
  if (controlled()) {
    scheduler().refuse("the program calls mq_open: " HEDDLE_QUEUE
                       " which Heddle does not control; run this part without Heddle");
  }
  va_list list;
  va_start(list, flags);
  const auto mode = va_arg(list, unsigned);
  auto* const attributes = va_arg(list, mq_attr*);
  va_end(list);
  return HEDDLE_ORIGINAL(mq_open)(name, flags, mode, attributes);
}

}  // namespace heddle::native

// heddle: --races error
// A thread initialises a mutex late, and passes it on under another one: no order is missing.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
  pthread_mutex_t mutex;
  int value;
};

static pthread_mutex_t list = PTHREAD_MUTEX_INITIALIZER;
static struct node* head;

static void* insert(void* unused) {
  struct node* made = malloc(sizeof *made);
  pthread_mutex_init(&made->mutex, 0);
  made->value = 1;
  pthread_mutex_lock(&list);
  head = made;
  pthread_mutex_unlock(&list);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, insert, 0);
  pthread_mutex_lock(&list);
  struct node* found = head;
  pthread_mutex_unlock(&list);
  if (found != 0) {
    pthread_mutex_lock(&found->mutex);
    assert(found->value == 1);
    pthread_mutex_unlock(&found->mutex);
  }
  pthread_join(thread, 0);
  pthread_mutex_destroy(&head->mutex);
  free(head);
}

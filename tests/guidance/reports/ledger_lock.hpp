// A spin lock in a file of its own, which a log may be made without instrumenting.
#pragma once

void acquire();
void release();

// A shelf of numbers that threads share: what libraries of all kinds provide in the linking tests.
#pragma once

extern "C" {
void put(int number);
int count_numbers(void);
}

// Tickets for one evening, sold by several threads.
#pragma once

bool buy_ticket();
int tickets_sold();

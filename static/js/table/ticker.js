/* Ticker: a worker that only counts. A page in the background has its own timers slowed to one a minute, and would
   miss its heartbeats; a worker's are left alone. */
setInterval(() => postMessage(null), 1000);

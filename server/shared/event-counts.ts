/**
 * Counts since the last scrape, by label, of events in modules that the index thread loads as well: prom-client takes 16 MB
 * of the thread, whose counters nobody reads.
 */
export const eventCounts = {
  database_errors: new Map<string, number>(),
  notices_lost: new Map<string, number>(),
  notifications_lost: new Map<string, number>(),
  public_reads: new Map<string, number>(),
  replica_bypass: new Map<string, number>(),
  valkey_lost: new Map<string, number>(),
}

export function countEvent(name: keyof typeof eventCounts, label: string, times = 1): void {
  const counts = eventCounts[name]
  counts.set(label, (counts.get(label) ?? 0) + times)
}

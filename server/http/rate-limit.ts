/**
 * How many calls an address may make in a minute. Windows are fixed and kept by each process: this guards one
 * process from one reader; limits that protect members are kept in the database, by the use cases they guard.
 */
export function createRateLimit(perMinute: number) {
  let counts = new Map<string, number>()
  let began = performance.now()
  return {
    /** @returns 0 when the call may go on, else the seconds to wait. */
    take(address: string): number {
      const now = performance.now()
      if (now - began >= 60_000) {
        counts = new Map()
        began = now
      }
      const count = (counts.get(address) ?? 0) + 1
      counts.set(address, count)
      return count > perMinute ? Math.ceil((60_000 - (now - began)) / 1_000) : 0
    },
  }
}

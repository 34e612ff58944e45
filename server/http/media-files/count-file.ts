import { metrics, secondsSince } from '#server/shared/metrics.ts'

/**
 * Counts file responses and their duration. Counters are cached by label set, because looking them up costs more than
 * incrementing them.
 */
export function createFileCounter() {
  const countersOf = (route: string, method: string, status: number) => ({
    requests: metrics.requests.labels('file', String(status)),
    seconds: metrics.request_seconds.labels(route, method, `${Math.floor(status / 100)}xx`),
  })
  const countersByKey = new Map<string, ReturnType<typeof countersOf>>()

  /**
   * @param url begins with `/media/`, `/images/` or `/media-auth/`, the route label.
   * @param startedAt from `performance.now()`.
   */
  return (url: string, method: 'GET' | 'HEAD', status: number, startedAt: number) => {
    const route = url.slice(0, url.indexOf('/', 1) + 1)
    const key = `${route}${method}${status}`
    let counters = countersByKey.get(key)
    if (!counters) countersByKey.set(key, (counters = countersOf(route, method, status)))
    counters.requests.inc()
    counters.seconds.observe(secondsSince(startedAt))
  }
}

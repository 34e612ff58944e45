import { metrics, secondsSince } from '#server/shared/metrics.ts'

/**
 * Counts answers of files and how long they took. The counters of a set of labels are looked up once: finding them by their
 * labels costs more than raising them, and a film is many segments.
 */
export function createFileCounter() {
  const countersOf = (route: string, method: string, status: number) => ({
    requests: metrics.requests.labels('file', String(status)),
    seconds: metrics.request_seconds.labels(route, method, `${Math.floor(status / 100)}xx`),
  })
  const known = new Map<string, ReturnType<typeof countersOf>>()

  /**
   * @param url begins with `/media/`, `/images/` or `/grants/`, which is the label of its route.
   * @param began by `performance.now()`.
   */
  return (url: string, method: 'GET' | 'HEAD', status: number, began: number) => {
    const route = url.slice(0, url.indexOf('/', 1) + 1)
    const key = `${route}${method}${status}`
    let found = known.get(key)
    if (!found) known.set(key, (found = countersOf(route, method, status)))
    found.requests.inc()
    found.seconds.observe(secondsSince(began))
  }
}

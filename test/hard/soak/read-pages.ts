import { Agent, request } from 'node:http'

type Reading = { answered: number; failed: string[] }

/** Requests that may be under way at once. A machine that is too busy gets fewer than `perSecond`. */
const maxConcurrent = 64

/**
 * Reads pages and lists until it is ended. Most addresses come again, as in a catalogue; searches do not.
 * @param options.series ids of works that have a page.
 */
export function beginReading(
  origin: string,
  options: { series: readonly number[]; perSecond: number },
): { end(): Promise<Reading> } {
  const { series, perSecond } = options
  const agent = new Agent({ keepAlive: true, maxSockets: maxConcurrent })
  const reading: Reading = { answered: 0, failed: [] }
  const underWay = new Set<Promise<void>>()
  const kinds: readonly ((at: number) => string)[] = [
    () => '/',
    (at) => `/api/contents/series/?limit=${1 + (at % 50)}&offset=${at % 40}`,
    (at) => `/categories/${1 + (at % 8)}`,
    (at) => `/api/contents/episodes/?limit=20&offset=${at % 40}`,
    (at) => `/series/${series[at % series.length] ?? 0}`,
    (at) => `/api/contents/search/?q=${encodeURIComponent(`바다 ${at}`)}`,
    (at) => `/search?q=${encodeURIComponent(`하늘 ${at}`)}`,
    (at) => `/api/contents/series/?ordering=title&limit=${1 + (at % 50)}`,
  ]

  const read = (path: string) =>
    new Promise<void>((resolve) => {
      const fail = (error: Error) => {
        reading.failed.push(`${path}: ${error.message}`)
        resolve()
      }
      request(origin + path, { agent, headers: { 'accept-encoding': 'br, gzip' } }, (response) => {
        const { statusCode = 0 } = response
        if (statusCode >= 400) reading.failed.push(`${path}: ${statusCode}`)
        response
          .resume()
          .once('error', fail)
          .once('end', () => {
            reading.answered++
            resolve()
          })
      })
        .once('error', fail)
        .end()
    })

  const began = performance.now()
  let begun = 0
  let skipped = 0
  const timer = setInterval(() => {
    const due = ((performance.now() - began) / 1_000) * perSecond
    for (; begun + skipped < due;) {
      if (underWay.size >= maxConcurrent) {
        skipped++
        continue
      }
      const at = begun++
      const path = kinds[at % kinds.length]?.(Math.floor(at / kinds.length)) ?? '/'
      const done = read(path).finally(() => underWay.delete(done))
      underWay.add(done)
    }
  }, 20)

  return {
    async end() {
      clearInterval(timer)
      await Promise.all(underWay)
      agent.destroy()
      return reading
    },
  }
}

import type { Logger } from '#server/shared/logger.ts'
import { metrics, secondsSince } from '#server/shared/metrics.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { createConnection, type NetConnectOpts } from 'node:net'

/** The port to a virus scanner. */
export type VirusScanner = {
  /**
   * @returns the name of the signature that matches; undefined for a clean file.
   * @throws ProblemError `service_unavailable` if the scanner gives no verdict.
   */
  scan(file: Buffer): Promise<string | undefined>
}

/** For both attempts together. */
const defaultTimeoutMs = 30_000
/** clamd's own default, and the port of its image. */
const defaultPort = 3310

/**
 * Creates a client of ClamAV's daemon: `tcp://host:3310` or `unix:/run/clamav/clamd.ctl`. A lost connection is opened
 * once more, because clamd drops its connections when it restarts. Without a URL every file counts as clean.
 */
export function createVirusScanner(
  url: string | undefined,
  { log, timeout_ms = defaultTimeoutMs }: { log: Logger; timeout_ms?: number },
): VirusScanner {
  if (!url) return { scan: async () => undefined }
  const address = addressOf(url)
  return {
    async scan(file) {
      const began = performance.now()
      const signal = AbortSignal.timeout(timeout_ms)
      const settle = (outcome: 'clean' | 'infected' | 'failed') =>
        metrics.virus_scan_seconds.observe({ outcome }, secondsSince(began))
      try {
        const answer = await requestScan(address, file, signal).catch((error: unknown) => {
          if (signal.aborted) throw error
          return requestScan(address, file, signal)
        })
        const signature = signatureOf(answer)
        settle(signature === undefined ? 'clean' : 'infected')
        if (signature !== undefined) log.warn({ signature }, 'virus found')
        return signature
      } catch (cause) {
        settle('failed')
        const error = signal.aborted ? 'timeout' : (cause as Error).message
        log.warn({ error }, 'virus scan failed')
        return throwProblem('service_unavailable', { retry_after: 30, cause })
      }
    },
  }
}

function addressOf(url: string): NetConnectOpts {
  const { protocol, hostname, port, pathname } = new URL(url)
  if (protocol === 'unix:') return { path: decodeURIComponent(pathname) }
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || defaultPort }
}

/**
 * Sends a file as one chunk of INSTREAM (clamd(8)): its length in 4 bytes, its bytes, and a length of zero.
 * @returns the answer without its NUL.
 * @throws Error if the connection ends before the answer, or the signal aborts.
 */
async function requestScan(address: NetConnectOpts, file: Buffer, signal: AbortSignal) {
  const socket = createConnection({ ...address, signal }).setEncoding('utf8')
  for (const part of ['zINSTREAM\0', length(file.length), file, length(0)]) socket.write(part)
  let answer = ''
  for await (const text of socket) {
    answer += text
    if (answer.includes('\0')) return answer.slice(0, answer.indexOf('\0'))
  }
  throw new Error('connection closed')
}

function length(bytes: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32BE(bytes)
  return buffer
}

/** @throws Error for any other answer, such as `INSTREAM size limit exceeded. ERROR` above `StreamMaxLength`. */
function signatureOf(answer: string): string | undefined {
  if (answer === 'stream: OK') return undefined
  const [, signature] = /^stream: (.+) FOUND$/.exec(answer) ?? []
  if (signature === undefined) throw new Error(answer)
  return signature
}

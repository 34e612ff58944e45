import { dayMs } from '#contract/core/seoul-time.ts'
import { connect } from 'node:tls'

const timeoutMs = 10_000

/**
 * Returns the number of whole days until the certificate of a public address expires.
 * @throws Error if the address does not answer, or browsers would reject its certificate
 */
export function readCertificateDays(site_url: string, now = new Date()): Promise<number> {
  const { hostname, port } = new URL(site_url)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname })
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('no answer within 10 s')))
    socket.once('error', reject)
    socket.once('secureConnect', () => {
      const { valid_to } = socket.getPeerCertificate()
      socket.end()
      resolve(Math.floor((Date.parse(valid_to) - now.getTime()) / dayMs))
    })
  })
}

/** `days` is null, and `failure` says why, if the address does not answer or browsers would reject its certificate. */
type CertificateReading = { days: number | null; failure: string | null; measured_at: Date }

export type CertificateWatch = {
  /** Whether the address is https. */
  isUsed: boolean
  /** Returns a reading that is an hour old at most. @throws Error if the address is not https */
  read(): Promise<CertificateReading>
}

/** Time in ms for which a reading, or a failure, is reused. */
const maxAgeMs = { reading: 3_600_000, failure: 60_000 }

export function createCertificateWatch(
  site_url: string,
  {
    now,
    readDays = readCertificateDays,
  }: { now: () => Date; readDays?: typeof readCertificateDays },
): CertificateWatch {
  const isUsed = site_url.startsWith('https:')
  let last: { until: number; reading: Promise<CertificateReading> } | undefined
  const start = () => {
    const measured_at = now()
    const at = measured_at.getTime()
    const entry = { until: at + maxAgeMs.reading, reading: read() }
    return entry
    async function read(): Promise<CertificateReading> {
      try {
        return { days: await readDays(site_url, measured_at), failure: null, measured_at }
      } catch (error) {
        entry.until = at + maxAgeMs.failure
        return { days: null, failure: (error as Error).message, measured_at }
      }
    }
  }
  return {
    isUsed,
    async read() {
      if (!isUsed) throw new Error('The address is not https')
      if (!last || last.until <= now().getTime()) last = start()
      return last.reading
    },
  }
}

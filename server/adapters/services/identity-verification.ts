import { throwProblem } from '#server/shared/problem-error.ts'
import * as z from 'zod/mini'

/** The claim to verify. `phonenumber` in digits, `birth_date` as `YYYY-MM-DD`. */
export type IdentityClaim = { name: string; phonenumber: string; birth_date: string }

/** Whether the three belong to one person, and whether that person is of age, if reported. */
export type IdentityResult = { verified: boolean; adult?: boolean | undefined }

/** The port to the identity verification service. */
export type IdentityVerifier = { ask(person: IdentityClaim): Promise<IdentityResult> }

const ServiceResponse = z.object({ verified: z.boolean(), adult: z.optional(z.boolean()) })

/** Maximum response size in bytes and timeout in ms. */
const maxResponseBytes = 16 * 1024
const timeoutMs = 5_000

/**
 * Creates a client for the service at `url`: `POST {name, phonenumber, birth_date}` → `{verified, adult?}`. The request is
 * idempotent, so the caller may retry a failure.
 *
 * Without a URL no request is sent: the code sent to the member's phone is the only verification, and the screen states
 * this.
 * @throws ProblemError `service_unavailable` if the service is unreachable or its answer is invalid.
 */
export function createIdentityVerifier(url: string | undefined): IdentityVerifier {
  if (!url) return { ask: async () => ({ verified: true }) }
  return {
    async ask(person) {
      const answer = await requestVerification(url, person).catch(() => undefined)
      return answer ?? throwProblem('service_unavailable', { retry_after: 30 })
    },
  }
}

async function requestVerification(url: string, person: IdentityClaim) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(person),
    // Never forwards personal data to another host.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!response.ok || !response.body) return undefined
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body) {
    size += part.length
    if (size > maxResponseBytes) return undefined
    parts.push(part)
  }
  const parsed = ServiceResponse.safeParse(JSON.parse(Buffer.concat(parts).toString('utf8')))
  return parsed.success ? parsed.data : undefined
}

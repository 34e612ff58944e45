import { throwProblem } from '#server/shared/problem-error.ts'
import * as z from 'zod/mini'

/** Who is asked about. `phonenumber` in digits, `birth_date` as `YYYY-MM-DD`. */
export type IdentityClaim = { name: string; phonenumber: string; birth_date: string }

/** Whether the three belong together, and whether who they belong to is of age, where that was said. */
export type IdentityResult = { verified: boolean; adult?: boolean | undefined }

/** The port to whoever proves who people are (D-23). */
export type IdentityVerifier = { ask(person: IdentityClaim): Promise<IdentityResult> }

const Answer = z.object({ verified: z.boolean(), adult: z.optional(z.boolean()) })

/** The largest answer read, and the longest wait for it. */
const largestAnswer = 16 * 1024
const patience = 5_000

/**
 * Asks the service at `url`: `POST {name, phonenumber, birth_date}` → `{verified, adult?}`. Asking twice does no harm, so
 * a failure is simply asked again by whoever called.
 *
 * Without an address nobody is asked: that the code reached the member's own phone is all there is to go by, and the
 * screen says so.
 * @throws Refusal `service_unavailable` when the service cannot be reached or makes no sense.
 */
export function createIdentityVerifier(url: string | undefined): IdentityVerifier {
  if (!url) return { ask: async () => ({ verified: true }) }
  return {
    async ask(person) {
      const answer = await answerOf(url, person).catch(() => undefined)
      return answer ?? throwProblem('service_unavailable', { retry_after: 30 })
    },
  }
}

async function answerOf(url: string, person: IdentityClaim): Promise<IdentityResult | undefined> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(person),
    // Personal data goes where it was configured to go, and no further.
    redirect: 'error',
    signal: AbortSignal.timeout(patience),
  })
  if (!response.ok || !response.body) return undefined
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body) {
    size += part.length
    if (size > largestAnswer) return undefined
    parts.push(part)
  }
  const parsed = Answer.safeParse(JSON.parse(Buffer.concat(parts).toString('utf8')))
  return parsed.success ? parsed.data : undefined
}

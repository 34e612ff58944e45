import type { PaymentDependencies } from '../dependencies.ts'
import {
  type AttemptSubject,
  findLiveAttempt,
  type GatewayAttempt,
  insertNextAttempt,
  lockPendingSubject,
  updateAttempt,
} from './payment-queries.ts'

type Dependencies = Pick<PaymentDependencies, 'transact' | 'clock'>

/**
 * Returns the live attempt of `subject`, or starts the next one. It is committed before the gateway is called, so that all
 * processes use the same key.
 * @param firstKey Idempotency-Key of the first attempt; later attempts append their number.
 * @returns null if the subject has been completed concurrently.
 */
export async function startAttempt(
  { transact, clock }: Dependencies,
  subject: AttemptSubject,
  firstKey: string,
): Promise<GatewayAttempt | null> {
  return transact(async (tx) => {
    const liveAttempt = await findLiveAttempt(tx, subject)
    if (liveAttempt) return liveAttempt
    if (!(await lockPendingSubject(tx, subject))) return null
    await insertNextAttempt(tx, subject, firstKey, clock.now())
    return (await findLiveAttempt(tx, subject)) ?? null
  })
}

/** Records the error that the gateway stores under the key of an attempt. */
export async function recordAttemptError(
  { transact }: Dependencies,
  { id }: GatewayAttempt,
  code: string,
): Promise<void> {
  const values = { state: 'errored', error_code: code.slice(0, 200) } as const
  await transact((tx) => updateAttempt(tx, id, 'open', values))
}

/** Ends an errored attempt after a read has shown that it had no effect. The next attempt gets a new key. */
export async function endWithoutEffect({ transact, clock }: Dependencies, { id }: GatewayAttempt) {
  const values = { state: 'no_effect', ended_at: clock.now().toISOString() } as const
  await transact((tx) => updateAttempt(tx, id, 'errored', values))
}

import type { Trial, TrialProvider } from '#contract/operations/trials.ts'
import { consumeRateLimit } from '#server/api/rate-limit.ts'
import type { Database, Db } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/domains/studio/index.ts'
import type { Member } from '#server/api/request-context.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { answerWithin } from '#server/shared/async/answer-within.ts'
import { readTrials, upsertTrial } from './trial-queries.ts'

/** In ms. Staff wait for the response. */
const timeoutMs = 25_000

export type ProviderTrial = {
  /** Hash of the settings that the trial uses: a trial with others says nothing about these. */
  settings_hash: Buffer
  /** @returns why it failed, without secrets and personal data; null if it worked */
  run(member: Member): Promise<string | null>
}

/** The configured providers. */
export type ProviderTrials = Partial<Record<TrialProvider, ProviderTrial>>

/**
 * Tries a provider, with a message to the member, and stores the outcome.
 * @throws ProblemError `conflict` if the provider is not configured; `rate_limited`
 */
export async function tryProvider(
  call: Actor & Pick<Database, 'transact'> & { member: Member | null },
  trials: ProviderTrials,
  provider: TrialProvider,
): Promise<Trial> {
  const member = call.member ?? throwProblem('authentication_required')
  const trial = trials[provider] ?? throwProblem('conflict')
  await call.transact((tx) => consumeRateLimit(tx, ['provider_trials', member.id], call.now))
  const failure_reason = await answerWithin(timeoutMs, trial.run(member)).catch(
    (error: Error) => error.message,
  )
  const outcome = { tried_at: call.now.toISOString(), failure_reason }
  await call.transact(async (tx) => {
    await upsertTrial(tx, { provider, settings_hash: trial.settings_hash, ...outcome })
    await recordAuditEntry(tx, call, {
      kind: 'service.provider_tried',
      subject_kind: 'service',
      subject_id: null,
      subject_name: provider,
      after: { failure_reason },
    })
  })
  return outcome
}

/** Reads the last trials of the present settings. */
export async function readCurrentTrials(
  db: Db,
  trials: ProviderTrials,
): Promise<Partial<Record<TrialProvider, Trial>>> {
  const stored = await readTrials(db)
  const current = stored.filter(({ provider, settings_hash }) =>
    trials[provider]?.settings_hash.equals(settings_hash),
  )
  return Object.fromEntries(
    current.map(({ provider, tried_at, failure_reason }) => [
      provider,
      { tried_at, failure_reason },
    ]),
  )
}

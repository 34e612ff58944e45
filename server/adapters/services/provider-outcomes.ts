/** External services whose last outcomes the health page shows. */
export const providers = ['mail', 'sms', 'payments'] as const
export type Provider = (typeof providers)[number]

export type ProviderOutcome = {
  succeeded_at?: Date
  failed_at?: Date
  failure_reason?: string
}

/** The last outcomes in this process since the last report. */
const outcomes = new Map<Provider, ProviderOutcome>()

/**
 * Records an answer of a provider, or the reason of a failure.
 * @param failure_reason contains no personal data and no secret
 */
export function recordProviderOutcome(
  provider: Provider,
  failure_reason?: string,
  now = new Date(),
): void {
  outcomes.set(provider, {
    ...outcomes.get(provider),
    ...(failure_reason === undefined ? { succeeded_at: now } : { failed_at: now, failure_reason }),
  })
}

/** Returns the outcomes that no report has taken yet. */
export function takeProviderOutcomes(): ReadonlyMap<Provider, ProviderOutcome> {
  const taken = new Map(outcomes)
  outcomes.clear()
  return taken
}

/** Puts outcomes back whose report failed; newer ones win. */
export function returnProviderOutcomes(taken: ReadonlyMap<Provider, ProviderOutcome>): void {
  for (const [provider, outcome] of taken)
    outcomes.set(provider, { ...outcome, ...outcomes.get(provider) })
}

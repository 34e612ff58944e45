/** A file of pure decisions, and the unit tests that cover it. */
export type Policy = {
  /** Relative to the root. */
  file: string
  tests: readonly string[]
  /** Names of its top-level declarations that are mutated, where others need a database. */
  only?: readonly string[]
}

/** @param test file name of the unit test in the same folder. Defaults to the source file's name with `.test.ts`. */
function policy(file: string, options: { test?: string; only?: readonly string[] } = {}): Policy {
  const folder = file.slice(0, file.lastIndexOf('/'))
  const test = options.test ? `${folder}/${options.test}` : file.replace(/\.ts$/, '.test.ts')
  return { file, tests: [test], ...(options.only ? { only: options.only } : {}) }
}

const transactions = 'server/domains/transactions'
const playback = 'server/domains/playback'
const accounts = 'server/domains/accounts'

/** The rules of money, playback, rate limits and sessions that decide without a database. */
export const policies: readonly Policy[] = [
  policy(`${transactions}/refunds/refund-policy.ts`),
  policy(`${transactions}/payments/evaluate-payment.ts`),
  policy(`${transactions}/points/point-lots.ts`),
  policy(`${transactions}/orders/purchase-eligibility.ts`, {
    only: ['decideSale', 'priceEpisode'],
  }),
  policy(`${transactions}/orders/payment-window.ts`),
  policy(`${transactions}/reconciliation/match-transactions.ts`),
  policy(`${transactions}/subscriptions/billing-period.ts`),
  policy(`${transactions}/subscriptions/plan-change-policy.ts`),
  policy(`${transactions}/subscriptions/billing/renewal-policy.ts`),
  policy(`${playback}/playback-access.ts`, { only: ['decideAccess'] }),
  policy(`${playback}/key-policy.ts`),
  policy('server/domains/service/service-policy.ts'),
  policy('server/domains/media/media-urls.ts'),
  policy(`${playback}/rights-cache.ts`),
  policy(`${playback}/streams/stream-limit.ts`, { test: 'decide-stream.test.ts' }),
  policy(`${playback}/token-scope-policy.ts`),
  policy('server/domains/watch-history/completion.ts'),
  policy('server/api/access-rules.ts'),
  policy('server/shared/media-token.ts'),
  policy('server/http/media-files/key-requests.ts'),
  policy('server/http/rate-limit/address-rate-limits.ts', {
    test: 'address-rate-limits-policy.test.ts',
  }),
  policy('server/http/rate-limit/fixed-window-limit.ts', { test: 'fixed-window.test.ts' }),
  policy('server/shared/client-network.ts'),
  policy(`${accounts}/verification/verification-codes.ts`, { test: 'check-code.test.ts' }),
  policy(`${accounts}/sessions/session-lifetimes.ts`),
  policy(`${accounts}/second-factor/totp.ts`),
  policy(`${accounts}/profiles/profile-access-policy.ts`),
  policy(`${accounts}/staff/roles/staff-role-policy.ts`),
]

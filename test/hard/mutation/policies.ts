/** A file of pure decisions, and the unit tests that cover it. */
export type Policy = {
  /** Relative to the root. */
  file: string
  tests: readonly string[]
  /** Names of its top-level declarations that are mutated, where others need a database. */
  only?: readonly string[]
}

const policy = (file: string, tests: readonly string[], only?: readonly string[]): Policy => {
  const folder = file.slice(0, file.lastIndexOf('/'))
  return { file, tests: tests.map((test) => `${folder}/${test}`), ...(only ? { only } : {}) }
}

const money = 'server/domains/transactions'
const playback = 'server/domains/playback'
const accounts = 'server/domains/accounts'

/** The rules of money, playback, rate limits and sessions that decide without a database. */
export const policies: readonly Policy[] = [
  policy(`${money}/decide-refund.ts`, ['decide-refund.test.ts']),
  policy(`${money}/judge-payment.ts`, ['judge-payment.test.ts']),
  policy(`${money}/points.ts`, ['points.test.ts']),
  policy(`${money}/sale.ts`, ['sale.test.ts']),
  policy(`${money}/order-window.ts`, ['order-window.test.ts']),
  policy(`${money}/reconciliation/compare-books.ts`, ['compare-books.test.ts']),
  policy(`${money}/subscriptions/billing-period.ts`, ['billing-period.test.ts']),
  policy(`${money}/subscriptions/plan-change.ts`, ['plan-change.test.ts']),
  policy(`${money}/subscriptions/renewal.ts`, ['renewal.test.ts']),
  policy('server/domains/transactions/orders/purchase-eligibility.ts', ['money.test.ts']),
  policy(`${playback}/access.ts`, ['access.test.ts']),
  policy(`${playback}/key-policy.ts`, ['key-policy.test.ts']),
  policy(`${playback}/media-urls.ts`, ['media-urls.test.ts']),
  policy(`${playback}/rights-cache.ts`, ['rights-cache.test.ts']),
  policy(`${playback}/streams.ts`, ['decide-stream.test.ts']),
  policy(`${playback}/token-scope-policy.ts`, ['token-scope-policy.test.ts']),
  policy('server/domains/watch-history/completion.ts', ['completion.test.ts']),
  policy('server/api/access-rules.ts', ['adult.test.ts']),
  policy('server/shared/media-token.ts', ['grants.test.ts']),
  policy('server/http/media-files/key-requests.ts', ['key-requests.test.ts']),
  policy('server/http/rate-limit/address-rate-limits.ts', ['address-limits-policy.test.ts']),
  policy('server/http/rate-limit/fixed-window-limit.ts', ['fixed-window.test.ts']),
  policy('server/shared/client-network.ts', ['network.test.ts']),
  policy(`${accounts}/codes.ts`, ['judge-code.test.ts']),
  policy(`${accounts}/session-lifetimes.ts`, ['session-lifetimes.test.ts']),
  policy(`${accounts}/second-factor/authenticator.ts`, ['authenticator.test.ts']),
  policy('server/api/access-rules.ts', ['second-factor.test.ts']),
]

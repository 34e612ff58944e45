const transactions = 'server/domains/transactions'

/** Equivalent mutants, which behave like the original, each with the reason. */
export const equivalents: readonly { file: string; change: string; reason: string }[] = [
  {
    file: `${transactions}/subscriptions/billing-period.ts`,
    change: 'instant.getTime() + seoulUtcOffsetMs → instant.getTime() - seoulUtcOffsetMs',
    reason:
      'both instants move alike, and a month too many or too few is corrected by comparing with the start of the period',
  },
  {
    file: `${transactions}/subscriptions/plan-change-policy.ts`,
    change: '0 → -1',
    reason: 'division of BigInt truncates -1 ms of a price to 0 won',
  },
  {
    file: `${transactions}/subscriptions/billing/renewal-policy.ts`,
    change: 'if (first_failed_at === null || last_failed_at === null) return null → ;',
    reason: 'Date.parse(null) is NaN, after which no day comes',
  },
  {
    file: `${transactions}/subscriptions/billing/renewal-policy.ts`,
    change:
      'first_failed_at === null || last_failed_at === null → first_failed_at === null && last_failed_at === null',
    reason: 'Date.parse(null) is NaN, after which no day comes',
  },
  {
    file: 'server/domains/media/media-urls.ts',
    change: "'session' → 'session_other'",
    reason: 'formatAudience writes every audience but public, preview and studio as a session',
  },
  {
    file: 'server/http/rate-limit/address-rate-limits.ts',
    change:
      "if (!url.includes('q=') && !url.includes('%') && !url.includes(searchPath)) return unde... → ;",
    reason: 'it only spares the parsing of addresses without a search',
  },
  {
    file: 'server/http/rate-limit/address-rate-limits.ts',
    change: "if (!path.includes('%')) return path → ;",
    reason: 'decodeURI returns a path without % as it is',
  },
  {
    file: 'server/http/rate-limit/address-rate-limits.ts',
    change: "'search' → 'search_other'",
    reason: 'the caller compares with suggestion alone',
  },
  {
    file: 'server/http/media-files/key-requests.ts',
    change: "headers.referer ?? '' → headers.referer",
    reason: 'neither an empty text nor undefined is an address',
  },
  {
    file: 'server/http/media-files/key-requests.ts',
    change: "value ?? '' → value",
    reason: 'String(undefined) does not contain prefetch',
  },
  {
    file: 'server/http/rate-limit/fixed-window-limit.ts',
    change: 'rejectedUntil = new Map() → ;',
    reason: 'entries whose time is over are passed by; dropping them frees memory',
  },
  {
    file: 'server/shared/media-token.ts',
    change: 'verified.set(key, { audience, expires }) → ;',
    reason: 'without the memory of verified grants each one is verified anew',
  },
  {
    file: 'server/shared/client-network.ts',
    change: "'0' → '0_other'",
    reason: 'Number.parseInt reads both as 0',
  },
  {
    file: 'server/shared/client-network.ts',
    change: "address.split('%')[0] ?? '' → address.split('%')[0]",
    reason: 'split answers at least one part',
  },
  {
    file: 'server/api/access-rules.ts',
    change: "session?.second_factor_at ?? '' → session?.second_factor_at",
    reason: 'Date.parse answers NaN for both',
  },
]

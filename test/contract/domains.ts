import type { endpoints } from '#contract/index.ts'

export type Domain = keyof typeof endpoints

/** Domains by test file, so that the files run in parallel. `table.test.ts` checks that every domain is included. */
export const domainsOf = {
  accounts: [
    'accounts',
    'consents',
    'device_sign_in',
    'email_changes',
    'identity',
    'profiles',
    'second_factor',
  ],
  viewing: [
    'contents',
    'search',
    'watch_history',
    'lists',
    'reviews',
    'recommendations',
    'playback',
  ],
  money: ['transactions', 'subscriptions'],
  support: [
    'customer_services',
    'notifications',
    'studio_support',
    'studio_reviews',
    'studio_members',
    'studio_disclosures',
    'studio_payments',
    'studio_price_changes',
    'studio_pricing',
  ],
  studio: [
    'studio',
    'studio_uploads',
    'studio_catalogue',
    'studio_publishing',
    'studio_home_curation',
    'studio_categories',
    'studio_analytics',
    'studio_marketing',
    'studio_search',
    'studio_recommendations',
    'studio_staff',
    'service',
    'studio_service',
    'studio_operations',
  ],
} as const satisfies Record<string, readonly Domain[]>

import type { Endpoint } from './core/endpoint.ts'
import { second_factor } from './accounts/second-factor.ts'
import { studio_recommendations } from './recommendations/staff.ts'
import { studio_categories } from './contents/staff/categories.ts'
import { studio_home_curation } from './contents/staff/home-curation.ts'
import { studio_publishing } from './contents/staff/publishing.ts'
import { studio_search } from './search/staff.ts'
import { studio_marketing } from './accounts/staff/marketing.ts'
import { studio_members } from './accounts/staff/members.ts'
import { studio_disclosures } from './accounts/staff/disclosures.ts'
import { studio_payments } from './transactions/staff/payments.ts'
import { studio_price_changes } from './transactions/staff/price-changes.ts'
import { studio_pricing } from './transactions/staff/pricing.ts'
import { studio_operations } from './operations/staff.ts'
import { studio_service } from './service/staff.ts'
import { service } from './service/service.ts'
import { consents } from './accounts/consents.ts'
import { email_changes } from './accounts/email-changes.ts'
import { device_sign_in } from './accounts/device-sign-in.ts'
import { identity } from './accounts/identity.ts'
import { studio_staff } from './accounts/staff/roles.ts'
import { studio_reviews } from './reviews/staff.ts'
import { studio_support } from './customer-services/staff.ts'
import { studio } from './studio/audit-log.ts'
import { studio_catalogue } from './contents/staff/catalogue.ts'
import { studio_analytics } from './studio/analytics.ts'
import { studio_uploads } from './media/staff.ts'
import { viewerEndpoints as viewers } from './viewer-endpoints.ts'

const { accounts, ...others } = viewers

/** Every endpoint, by domain. Pages of viewers import `viewer-endpoints.ts` instead. */
export const endpoints = {
  accounts,
  second_factor,
  ...others,
  consents,
  device_sign_in,
  email_changes,
  identity,
  service,
  studio,
  studio_uploads,
  studio_catalogue,
  studio_publishing,
  studio_home_curation,
  studio_categories,
  studio_analytics,
  studio_support,
  studio_reviews,
  studio_members,
  studio_disclosures,
  studio_payments,
  studio_price_changes,
  studio_pricing,
  studio_marketing,
  studio_search,
  studio_recommendations,
  studio_staff,
  studio_service,
  studio_operations,
}

/** The same table, flat: `contents.listSeries` and its endpoint. */
export const endpointList: readonly { name: string; endpoint: Endpoint }[] = Object.entries(
  endpoints,
).flatMap(([domain, calls]) =>
  Object.entries(calls).map(([name, endpoint]) => ({ name: `${domain}.${name}`, endpoint })),
)

import * as accountFields from '#contract/accounts/account-fields.ts'
import * as accounts from '#contract/accounts/accounts.ts'
import * as contents from '#contract/contents/contents.ts'
import * as customerServices from '#contract/customer-services/customer-services.ts'
import * as devices from '#contract/accounts/devices.ts'
import * as money from '#contract/transactions/payment-schemas.ts'
import * as playback from '#contract/contents/playback.ts'
import * as profileFields from '#contract/accounts/profile-fields.ts'
import * as problems from '#contract/problem.ts'
import * as reviews from '#contract/contents/reviews.ts'
import * as search from '#contract/contents/search.ts'
import * as secondFactor from '#contract/accounts/second-factor.ts'
import * as studioCatalogue from '#contract/studio/catalogue.ts'
import * as studioImport from '#contract/studio/catalogue-import.ts'
import * as studioMembers from '#contract/studio/members.ts'
import * as studioNumbers from '#contract/studio/analytics.ts'
import * as studioService from '#contract/studio/support.ts'
import * as studioUploads from '#contract/studio/uploads.ts'
import * as studio from '#contract/studio/audit-log.ts'
import * as subscriptions from '#contract/transactions/subscriptions.ts'
import * as transactions from '#contract/transactions/transactions.ts'
import * as watching from '#contract/contents/watch-history.ts'
import * as z from 'zod/mini'

const modules = [
  accountFields,
  accounts,
  contents,
  customerServices,
  devices,
  money,
  playback,
  profileFields,
  problems,
  reviews,
  search,
  secondFactor,
  studioCatalogue,
  studioImport,
  studioMembers,
  studioNumbers,
  studioService,
  studioUploads,
  studio,
  subscriptions,
  transactions,
  watching,
]

/** Names of the contract's schemas (`Episode`, `Order`), so that the document contains each once. */
export const schemaNames = z.registry<{ id: string }>()

for (const [id, schema] of modules.flatMap((one) => Object.entries<unknown>(one)))
  if (schema instanceof z.ZodMiniType && /^[A-Z]/.test(id)) schemaNames.add(schema, { id })

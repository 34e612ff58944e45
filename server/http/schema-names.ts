import * as accountFields from '#contract/account-fields.ts'
import * as accounts from '#contract/accounts.ts'
import * as contents from '#contract/contents.ts'
import * as customerServices from '#contract/customer-services.ts'
import * as money from '#contract/money.ts'
import * as playback from '#contract/playback.ts'
import * as problems from '#contract/problems.ts'
import * as reviews from '#contract/reviews.ts'
import * as search from '#contract/search.ts'
import * as secondFactor from '#contract/second-factor.ts'
import * as studioCatalogue from '#contract/studio-catalogue.ts'
import * as studioImport from '#contract/studio-import.ts'
import * as studioMembers from '#contract/studio-members.ts'
import * as studioNumbers from '#contract/studio-numbers.ts'
import * as studioService from '#contract/studio-service.ts'
import * as studioUploads from '#contract/studio-uploads.ts'
import * as studio from '#contract/studio.ts'
import * as subscriptions from '#contract/subscriptions.ts'
import * as transactions from '#contract/transactions.ts'
import * as watching from '#contract/watching.ts'
import * as z from 'zod/mini'

const modules = [
  accountFields,
  accounts,
  contents,
  customerServices,
  money,
  playback,
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

/** What the contract calls its schemas (`Episode`, `Order`), so that the document writes each once. */
export const schemaNames = z.registry<{ id: string }>()

for (const [id, schema] of modules.flatMap((one) => Object.entries<unknown>(one)))
  if (schema instanceof z.ZodMiniType && /^[A-Z]/.test(id)) schemaNames.add(schema, { id })

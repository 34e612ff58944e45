import type { studio_disclosures } from '#contract/accounts/staff/disclosures.ts'
import type { Handlers } from '#server/api/handler.ts'
import { withAccessRecord } from '#server/domains/studio/index.ts'
import type { AccountsDependencies } from '../../dependencies.ts'
import { decideDisclosure, fetchDisclosure, requestDisclosure } from './disclose.ts'
import { readDisclosures } from './disclosure-queries.ts'

export const studioDisclosuresHandlers = (
  deps: Pick<AccountsDependencies, 'encryption'>,
): Handlers<typeof studio_disclosures> => ({
  listDisclosures: withAccessRecord(({ db, params, now }) => readDisclosures(db, params.id, now)),
  async requestDisclosure(call) {
    await requestDisclosure(call, call.params.id, call.body)
    return readDisclosures(call.db, call.params.id, call.now)
  },
  async decideDisclosure(call) {
    await decideDisclosure(call, call.params.id, call.body)
    return readDisclosures(call.db, call.params.id, call.now)
  },
  fetchDisclosure: (call) => fetchDisclosure(deps, call, call.params.id, call.body.disclosure_id),
})

import type { ConsentRequest, consents } from '#contract/accounts/consents.ts'
import type { Db } from '#server/db/client.ts'
import { readRequestedConsents } from '#server/domains/service/index.ts'
import type { Handlers } from '#server/api/handler.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { insertConsentVersions, lockMember, readAgreedVersions } from '../member-queries.ts'
import { requireMember } from '../members.ts'

/** Reads the requests that the member has not met. */
async function readOpenRequests(db: Db, member_id: number): Promise<ConsentRequest[]> {
  const requests = await readRequestedConsents(db)
  if (requests.length === 0) return []
  const agreed = await readAgreedVersions(db, member_id)
  return requests.filter(({ kind, version }) => (agreed.get(kind) ?? '') < version)
}

export const consentsHandlers: Handlers<typeof consents> = {
  listConsentRequests: (call) => readOpenRequests(call.db, requireMember(call).member.id),
  async giveConsents(call) {
    const { member, transact, client, now, body } = requireMember(call)
    return transact(async (tx) => {
      await lockMember(tx, member.id)
      const open = await readOpenRequests(tx, member.id)
      const given = open.filter(({ kind, version }) =>
        body.consents.some((consent) => consent.kind === kind && consent.version === version),
      )
      // A newer version was published while the member read.
      if (given.length < open.length && given.length < body.consents.length)
        throwProblem('conflict')
      await insertConsentVersions(tx, member.id, given, { address: client.address, now })
      return open.filter((request) => !given.includes(request))
    })
  },
}

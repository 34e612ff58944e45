import { dayMs } from '#contract/core/seoul-time.ts'
import { consents } from '#contract/accounts/account-rules.ts'
import {
  enrollDemoAuthenticator,
  insertMember,
  insertConsents,
} from '#server/domains/accounts/index.ts'
import type { Transact, Tx } from '#server/db/client.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import { demoMembers } from './demo-credentials.ts'

/** Days before now on which the accounts were made, so that points of the first days expire soon. */
const joinedDaysAgo = 350

/**
 * Creates the demo accounts once; `seedCommunity` gives them a past. A deleted account is not recreated, and an address in use keeps its member.
 * @returns whether they were created now.
 */
export async function seedMembers(
  transact: Transact,
  parts: { encryption: Encryption; hash: (password: string) => Promise<string> },
  now: Date,
): Promise<boolean> {
  const hashes = await Promise.all(demoMembers.map(({ password }) => parts.hash(password)))
  const joined = new Date(now.getTime() - joinedDaysAgo * dayMs)
  return transact(async (tx) => {
    const seedRow = await tx
      .insertInto('seed_runs')
      .values({ name: 'demo members' })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (!seedRow.numInsertedOrUpdatedRows) return false
    for (const [place, member] of demoMembers.entries())
      await insertDemoMember(tx, member, { ...parts, password_hash: hashes[place]! }, joined)
    return true
  })
}

async function insertDemoMember(
  tx: Tx,
  { password: _, ...columns }: (typeof demoMembers)[number],
  { encryption, password_hash }: { encryption: Encryption; password_hash: string },
  now: Date,
) {
  const member = await insertMember(
    tx,
    encryption,
    { ...columns, password_hash, is_demo: true },
    now,
  )
  if (!member) return
  if (columns.is_staff) await enrollDemoAuthenticator(tx, { encryption }, member.id, now)
  const agreed = Object.fromEntries(consents.map((kind) => [kind, kind !== 'marketing_info']))
  await insertConsents(tx, member.id, agreed, { address: '127.0.0.1', now })
}

import { passwordLinkMinutes } from '#contract/account-rules.ts'
import type { Database, Db } from '#server/db/client.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Clock } from '#server/kernel/clock.ts'
import type { Caller } from '#server/kernel/handler.ts'
import { Refusal } from '#server/kernel/refusals.ts'
import { queueMessage } from '#server/messages/queue.ts'
import { letters } from './letters.ts'
import type { AccountsParts } from './parts.ts'
import { hashOf, newToken } from './sessions.ts'
import { draw } from './throttles.ts'

/**
 * D-15. The request does not look whether anybody has such an address: a job does, so that neither time nor load can
 * tell. What is asked too often is let fall in silence.
 */
export async function askPasswordLink(
  parts: AccountsParts,
  caller: Pick<Caller, 'transact' | 'now'>,
  email: string,
) {
  try {
    await draw(caller, parts, [['resets_of_account', email]])
  } catch (error) {
    if (error instanceof Refusal && error.code === 'rate_limited') return
    throw error
  }
  await caller.transact((tx) => enqueue(tx, 'send_password_link', { email }))
}

/** The job: makes a link and mails it, where somebody has the address. */
export async function sendPasswordLink(
  parts: Pick<Database, 'transact'> & { clock: Clock; site_url: string },
  email: string,
) {
  const now = parts.clock.now()
  const ends = new Date(now.getTime() + passwordLinkMinutes * 60_000)
  await parts.transact(async (tx) => {
    const member = await tx
      .selectFrom('members')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirst()
    if (!member) return
    const token = newToken()
    await tx
      .insertInto('password_links')
      .values({
        member_id: member.id,
        token_hash: hashOf(token),
        created_at: now.toISOString(),
        ends_at: ends.toISOString(),
      })
      .execute()
    const url = `${parts.site_url}/accounts/recovery/password/change/${uidOf(member.id)}/${token}`
    const letter = letters.passwordLink(url, passwordLinkMinutes)
    await queueMessage(tx, { kind: 'mail', to: email, ...letter }, { now, useless_at: ends })
  })
}

/** The link as the address has it: whose it is must fit its token, which somebody else's does not. */
export type LinkParts = { uidb64: string; token: string }

/** The living link and its owner. */
export async function findPasswordLink(db: Db, { uidb64, token }: LinkParts, now: Date) {
  const link = await db
    .selectFrom('password_links')
    .innerJoin('members', 'members.id', 'password_links.member_id')
    .select(['password_links.id', 'password_links.ends_at'])
    .select(['members.id as member_id', 'members.email', 'members.username'])
    .where('token_hash', '=', hashOf(token))
    .where('ends_at', '>', now.toISOString())
    .executeTakeFirst()
  return link && uidOf(link.member_id) === uidb64 ? link : undefined
}

/** As Django writes it: base64url of the decimal id, without padding. */
const uidOf = (id: number) => Buffer.from(String(id)).toString('base64url')

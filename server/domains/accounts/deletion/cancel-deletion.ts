import { largestId } from '#contract/core/fields.ts'
import { cancellationMinutes } from '#contract/accounts/account-rules.ts'
import type { ScheduledDeletion } from '#contract/problem.ts'
import type { Db } from '#server/db/client.ts'
import { readMemberSubscription } from '#server/domains/transactions/index.ts'
import type { Member, RequestContext } from '#server/api/request-context.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import { accountEmails, queueEmail } from '../emails.ts'
import { findAccount, findMember, lockMember } from '../member-queries.ts'
import { findPasskeys } from '../passkeys/passkey-queries.ts'
import { findProfiles } from '../profiles/profile-queries.ts'
import { replaceSession } from '../sessions/replace-session.ts'
import { requireUnsuspended } from '../suspension/suspend-member.ts'
import { type findDeletion, removeDeletion } from './deletion-queries.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import { timingSafeEqual } from 'node:crypto'

type Deletion = NonNullable<Awaited<ReturnType<typeof findDeletion>>>

/**
 * Refuses a verified sign-in of a member whose account is about to be deleted, with a token that undoes the deletion and
 * what it restores (decisions/0012-account-deletion).
 * @throws ProblemError `deletion_scheduled` always
 */
export async function refuseScheduled(
  { encryption }: Pick<AccountsDependencies, 'encryption'>,
  { db, now }: { db: Db; now: Date },
  member: Pick<Member, 'id' | 'event_point' | 'paid_point'>,
  { requested_at, due_at, has_second_factor = false }: Deletion & { has_second_factor?: boolean },
): Promise<never> {
  const { subscription } = await readMemberSubscription(db, member.id, now)
  const profiles = await findProfiles(db, member.id)
  const isRunning =
    subscription?.status === 'active' && Date.parse(subscription.period_end) > now.getTime()
  const scheduled_deletion: ScheduledDeletion = {
    requested_at,
    deletes_at: due_at,
    profiles: profiles.map(({ name }) => name),
    points: member.event_point + member.paid_point,
    plan: isRunning
      ? {
          name: subscription.plan.name,
          period_end: subscription.period_end,
          next_charge: subscription.next_charge,
        }
      : null,
    token: createCancellationToken(
      encryption,
      {
        member_id: member.id,
        requested_at: new Date(requested_at),
        expires_at: new Date(now.getTime() + cancellationMinutes * 60_000),
        has_second_factor,
      },
      await readCredentials(db, member.id),
    ),
  }
  throwProblem('deletion_scheduled', { scheduled_deletion })
}

/**
 * Undoes the scheduled deletion of an account by the token of a sign-in, and signs in. It may be due already, while
 * no worker has performed it.
 * @throws ProblemError `invalid_link` if the token is invalid or expired, the deletion has been performed or undone, or a
 * password or passkey has changed since the sign-in; `account_suspended`
 */
export async function cancelDeletion(
  deps: Pick<AccountsDependencies, 'encryption' | 'accountDeletionHooks' | 'site_url'>,
  caller: RequestContext,
  token: string,
): Promise<Member> {
  const { transact, now } = caller
  const grant = readCancellationToken(token)
  if (!grant || grant.expires_at <= now) throwProblem('invalid_link')
  const { member_id, requested_at, has_second_factor } = grant
  return transact(async (tx) => {
    // The job that deletes the account takes the same lock, so either it or the member comes first. So does a new password.
    await lockMember(tx, member_id)
    const credentials = await readCredentials(tx, member_id)
    if (!isSigned(deps.encryption, grant, credentials)) throwProblem('invalid_link')
    const removed = await removeDeletion(tx, member_id, requested_at)
    if (!removed) throwProblem('invalid_link')
    for (const hook of deps.accountDeletionHooks) await hook.resume?.(tx, member_id, now)
    const member = (await findMember(tx, member_id)) ?? throwProblem('invalid_link')
    await requireUnsuspended(tx, member_id)
    const email = accountEmails.deletionCancelled(member.username, now, deps.site_url)
    await queueEmail(tx, member.email, email, now)
    await replaceSession(tx, deps, member_id, caller, has_second_factor)
    return member
  })
}

/** A verified sign-in of a member whose account is about to be deleted. */
type CancellationGrant = {
  member_id: number
  /** Identifies the scheduled deletion, so that the token undoes no later one. */
  requested_at: Date
  expires_at: Date
  /** Whether the sign-in verified a second factor. */
  has_second_factor: boolean
}

/** The credentials of a member. A change of them invalidates earlier tokens. */
async function readCredentials(db: Db, member_id: number): Promise<string> {
  const account = await findAccount(db, { id: member_id })
  const passkeys = await findPasskeys(db, member_id)
  return JSON.stringify([account?.password_hash, passkeys.map(({ id }) => id)])
}

const format = /^(\d{1,10})-(\d{1,15})-(\d{1,15})-([01])-([\w-]{43})$/

/** Signs the grant and the credentials, which are not part of the token. */
function signatureOf(encryption: Encryption, grant: CancellationGrant, credentials: string) {
  return encryption.sign('cancel deletion', `${textOf(grant)}\0${credentials}`)
}

const textOf = ({ member_id, requested_at, expires_at, has_second_factor }: CancellationGrant) =>
  `${member_id}-${requested_at.getTime()}-${expires_at.getTime()}-${Number(has_second_factor)}`

/** Returns `{member}-{requested}-{expires}-{second factor}-{signature}`, times in ms. */
const createCancellationToken = (
  encryption: Encryption,
  grant: CancellationGrant,
  credentials: string,
): string => `${textOf(grant)}-${signatureOf(encryption, grant, credentials).toString('base64url')}`

type ReadGrant = CancellationGrant & { signature: Buffer }

const isSigned = (encryption: Encryption, grant: ReadGrant, credentials: string) =>
  timingSafeEqual(signatureOf(encryption, grant, credentials), grant.signature)

/** @returns undefined for a text without the format of a token; `isSigned` decides whether it is one. */
function readCancellationToken(token: string): ReadGrant | undefined {
  const [, member, requested, expires, factor, signature] = format.exec(token) ?? []
  // Greater ids are an error of the database, and the member is read before the signature can be checked.
  if (!signature || Number(member) > largestId) return undefined
  return {
    member_id: Number(member),
    requested_at: new Date(Number(requested)),
    expires_at: new Date(Number(expires)),
    has_second_factor: factor === '1',
    signature: Buffer.from(signature, 'base64url'),
  }
}

import type { WaitingMerge } from '#contract/accounts/staff/merges.ts'
import { emailChangeHours } from '#contract/accounts/account-rules.ts'
import { maskEmail } from '#contract/core/masking.ts'
import { hourMs } from '#contract/core/seoul-time.ts'
import { requireMemberId } from '#server/api/access-rules.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import type { Db } from '#server/db/client.ts'
import { queueMessage } from '#server/messages/queue-message.ts'
import { memberSubject, recordAuditEntry, type StaffCall } from '#server/domains/studio/index.ts'
import { paymentsDeletionHook } from '#server/domains/transactions/index.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import { accountEmails, queueEmail } from '../emails.ts'
import { mailboxLink } from '../email-change/change-email.ts'
import { findAccount } from '../member-queries.ts'
import { generateToken, hashToken } from '../sessions/sessions.ts'
import {
  confirmMergeToken,
  findWaitingMerge,
  hasWalletValue,
  lockBothMembers,
  lockWaitingMerge,
  markMerged,
  mergeMembers,
  readMergePreview,
  readMergeRefusals,
  storeMerge,
} from './merge-queries.ts'

/**
 * Asks both mailboxes whether the accounts are those of one person (decisions/0012-account-deletion). The account `source_id` will be
 * emptied and closed.
 * @throws ProblemError `own_account`; `merge_refused` with the reasons
 */
export async function startMerge(
  { site_url }: Pick<AccountsDependencies, 'site_url'>,
  caller: StaffCall,
  target_id: number,
  { source_id, reason }: { source_id: number; reason: string },
): Promise<void> {
  const { transact, now } = caller
  const staff_id = requireMemberId(caller.member)
  if ([source_id, target_id].includes(staff_id)) throwProblem('own_account')
  await transact(async (tx) => {
    const { source, target } = await lockBothMembers(tx, source_id, target_id)
    if (!target) throwProblem('not_found')
    if (!source || source_id === target_id)
      throwProblem('merge_refused', { merge_refusals: ['not_found'] })
    const refusals = await readMergeRefusals(tx, { source: source_id, target: target_id, now })
    if (refusals.length > 0) throwProblem('merge_refused', { merge_refusals: refusals })
    const tokens = { source: generateToken(), target: generateToken() }
    const expires_at = new Date(now.getTime() + emailChangeHours * hourMs)
    await storeMerge(tx, {
      source_id,
      target_id,
      staff_id,
      source_hash: hashToken(tokens.source),
      target_hash: hashToken(tokens.target),
      requested_at: now.toISOString(),
      expires_at: expires_at.toISOString(),
    })
    for (const [account, token] of [
      [source, tokens.source],
      [target, tokens.target],
    ] as const) {
      const email = accountEmails.mergeLink(mailboxLink(site_url, 'merge', token), {
        kept: maskEmail(target.email),
        closed: maskEmail(source.email),
      })
      await queueMessage(tx, { kind: 'mail', to: account.email, ...email }, { now, expires_at })
    }
    const entry = { kind: 'member.merge_started', ...memberSubject(target_id), reason } as const
    await recordAuditEntry(tx, caller, { ...entry, after: { source_id } })
  })
}

/** Reads the pending merge that involves a member, with a preview of its effect. */
export async function readWaitingMerge(
  db: Db,
  member_id: number,
  now: Date,
): Promise<WaitingMerge | null> {
  const merge = await findWaitingMerge(db, member_id, now)
  if (!merge?.target_id) return null
  const { id, source_id, target_id, expires_at } = merge
  return {
    id,
    source_id,
    target_id,
    expires_at,
    is_source_confirmed: merge.source_confirmed_at !== null,
    is_target_confirmed: merge.target_confirmed_at !== null,
    preview: await readMergePreview(db, { source: source_id, target: target_id, now }),
  }
}

/** Records the answer of one mailbox. @throws ProblemError `invalid_link` */
export async function confirmMerge(
  { transact, now }: Pick<RequestContext, 'transact' | 'now'>,
  token: string,
): Promise<{ is_complete: boolean }> {
  const confirmed = await transact((tx) => confirmMergeToken(tx, hashToken(token), now))
  return confirmed ?? throwProblem('invalid_link')
}

/**
 * Merges two accounts that both mailboxes have confirmed, in one transaction: everything moves to the target, and the source is
 * deleted. Its number stays in `account_merges`.
 * @throws ProblemError `not_found`; `conflict` if the merge is not waiting or not confirmed by both; `merge_refused` with the reasons
 */
export async function completeMerge(
  caller: StaffCall,
  target_id: number,
  { merge_id, reason }: { merge_id: number; reason: string },
): Promise<void> {
  const { transact, now } = caller
  await transact(async (tx) => {
    if (!(await findAccount(tx, { id: target_id }))) throwProblem('not_found')
    const merge = await lockWaitingMerge(tx, merge_id, now)
    if (merge?.target_id !== target_id) throwProblem('conflict')
    if (merge.source_confirmed_at === null || merge.target_confirmed_at === null)
      throwProblem('conflict')
    const { source_id } = merge
    const { source, target } = await lockBothMembers(tx, source_id, target_id)
    if (!source || !target) throwProblem('conflict')
    // Ends open payment windows of both accounts. Waits for transactions that hold their wallets.
    for (const id of [source_id, target_id].toSorted((a, b) => a - b))
      await paymentsDeletionHook.pause?.(tx, id)
    const refusals = await readMergeRefusals(tx, { source: source_id, target: target_id, now })
    if (refusals.length > 0) throwProblem('merge_refused', { merge_refusals: refusals })
    // The wallet that stays behind has no points, purchases or subscription; this removes its card.
    const left = (await hasWalletValue(tx, source_id, now)) ? target_id : source_id
    await paymentsDeletionHook.delete(tx, left, { now, requested_at: now })
    await mergeMembers(tx, source_id, target_id, now)
    await markMerged(tx, merge_id, now)
    const entry = { kind: 'member.merged', ...memberSubject(target_id), reason } as const
    await recordAuditEntry(tx, caller, { ...entry, before: { source_id } })
    const notice = accountEmails.merged(maskEmail(target.email), now)
    for (const { email } of [source, target]) await queueEmail(tx, email, notice, now)
  })
}

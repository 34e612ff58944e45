import { dayMs } from '#contract/core/seoul-time.ts'
import type { DisclosureScope } from '#contract/accounts/staff/disclosures.ts'
import { requireMemberId } from '#server/api/access-rules.ts'
import type { Tx } from '#server/db/client.ts'
import {
  memberSubject,
  recordAuditEntry,
  requireChangeableAccount,
  type StaffCall,
} from '#server/domains/studio/index.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import { throwFieldError, throwProblem } from '#server/shared/problem-error.ts'
import {
  disclosedRows,
  insertDisclosure,
  lockDisclosure,
  updateDisclosure,
} from './disclosure-queries.ts'

/** Days in which an owner decides, and in which the file is fetched afterwards. */
const decisionDays = 7
const fetchDays = 1

type DisclosureRequest = {
  authority: string
  document_number: string
  legal_basis: string
  scope: DisclosureScope[]
  from_day: string
  to_day: string
}

/**
 * Requests a disclosure (decisions/0048-member-data).
 * @throws ProblemError `invalid_request` of `to_day`; `own_account`; `staff_account`; `not_found`
 */
export async function requestDisclosure(
  caller: StaffCall,
  member_id: number,
  request: DisclosureRequest,
): Promise<void> {
  const { transact, now } = caller
  const staff_id = requireMemberId(caller.member)
  if (request.to_day < request.from_day) throwFieldError('to_day', 'ends_before_start')
  if (staff_id === member_id) throwProblem('own_account')
  await transact(async (tx) => {
    await requireChangeableAccount(tx, caller, member_id)
    const scope = [...new Set(request.scope)]
    const { id } = await insertDisclosure(tx, {
      ...request,
      scope,
      member_id,
      requested_by: staff_id,
      requested_at: now.toISOString(),
      expires_at: inDays(now, decisionDays),
    })
    const { authority, document_number, legal_basis, from_day, to_day } = request
    await recordAuditEntry(tx, caller, {
      kind: 'member.disclosure_requested',
      ...memberSubject(member_id),
      reason: legal_basis,
      after: { disclosure_id: id, authority, document_number, scope, from_day, to_day },
    })
  })
}

const inDays = (now: Date, days: number) => new Date(now.getTime() + days * dayMs).toISOString()

/**
 * Approves or rejects a disclosure. The database refuses a decision by the member of staff that requested it.
 * @throws ProblemError `not_found`; `conflict` if it is decided or expired; `second_person_required`
 */
export async function decideDisclosure(
  caller: StaffCall,
  member_id: number,
  {
    disclosure_id,
    is_approved,
    reason,
  }: { disclosure_id: number; is_approved: boolean; reason: string },
): Promise<void> {
  const { transact, now } = caller
  const staff_id = requireMemberId(caller.member)
  await transact(async (tx) => {
    const disclosure = await lockOpenDisclosure(tx, { id: disclosure_id, member_id }, now)
    if (disclosure.decided_at !== null) throwProblem('conflict')
    if (disclosure.requested_by === staff_id) throwProblem('second_person_required')
    await updateDisclosure(tx, disclosure_id, {
      decided_by: staff_id,
      decided_at: now.toISOString(),
      is_approved,
      ...(is_approved && { expires_at: inDays(now, fetchDays) }),
    })
    await recordAuditEntry(tx, caller, {
      kind: is_approved ? 'member.disclosure_approved' : 'member.disclosure_rejected',
      ...memberSubject(member_id),
      reason,
      after: { disclosure_id },
    })
  })
}

async function lockOpenDisclosure(tx: Tx, key: { id: number; member_id: number }, now: Date) {
  const disclosure = (await lockDisclosure(tx, key)) ?? throwProblem('not_found')
  if (Date.parse(disclosure.expires_at) <= now.getTime()) throwProblem('conflict')
  return disclosure
}

/**
 * Returns the file of an approved disclosure, once, to the member of staff that requested it. The file is made in the transaction that
 * marks it as fetched, and is stored nowhere.
 * @throws ProblemError `not_found`; `forbidden` for others; `conflict` if it is not approved, fetched already or expired
 */
export async function fetchDisclosure(
  { encryption }: { encryption: Pick<Encryption, 'decrypt'> },
  caller: StaffCall,
  member_id: number,
  disclosure_id: number,
): Promise<{ file_name: string; content: string }> {
  const { transact, now } = caller
  const staff_id = requireMemberId(caller.member)
  return transact(async (tx) => {
    const disclosure = await lockOpenDisclosure(tx, { id: disclosure_id, member_id }, now)
    if (disclosure.requested_by !== staff_id) throwProblem('forbidden')
    if (!disclosure.is_approved || disclosure.fetched_at !== null) throwProblem('conflict')
    await updateDisclosure(tx, disclosure_id, { fetched_at: now.toISOString() })
    const { scope, from_day, to_day, authority, document_number, legal_basis } = disclosure
    const data: Record<string, unknown> = {}
    for (const part of scope) {
      const rows = await disclosedRows[part](tx, member_id, { from_day, to_day })
      data[part] = rows.map((row) => decryptColumns(row, encryption))
    }
    await recordAuditEntry(tx, caller, {
      kind: 'member.disclosure_fetched',
      ...memberSubject(member_id),
      after: { disclosure_id },
    })
    const made_at = now.toISOString()
    const head = {
      disclosure_id,
      authority,
      document_number,
      legal_basis,
      from_day,
      to_day,
      made_at,
    }
    return {
      file_name: `disclosure-${disclosure_id}.json`,
      content: `${JSON.stringify({ ...head, member_id, ...data }, null, 2)}\n`,
    }
  })
}

/** Decrypts the columns of a row whose names end in `_ciphertext`. The number has the name of the API. */
function decryptColumns(row: Record<string, unknown>, encryption: Pick<Encryption, 'decrypt'>) {
  const entries = Object.entries(row).map(([column, value]) => {
    if (!column.endsWith('_ciphertext')) return [column, value] as const
    const name = column.slice(0, -'_ciphertext'.length).replace(/^phone$/, 'phonenumber')
    return [name, value instanceof Buffer ? encryption.decrypt(value) : null] as const
  })
  return Object.fromEntries(entries)
}

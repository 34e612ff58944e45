import { type Consent, consents, consentVersion } from '#contract/accounts/account-rules.ts'
import type { Tx } from '#server/db/client.ts'

/** Inserts consents given or declined, with text version, time and IP address (D-20). Each change is a new row. */
export async function insertConsents(
  tx: Tx,
  member_id: number,
  answers: Partial<Record<Consent, boolean>>,
  { address, now }: { address: string; now: Date },
) {
  const rows = consents.flatMap((kind) => {
    const is_agreed = answers[kind]
    if (is_agreed === undefined) return []
    const given = { member_id, kind, version: consentVersion, is_agreed }
    return [{ ...given, address, created_at: now.toISOString() }]
  })
  if (rows.length > 0) await tx.insertInto('consents').values(rows).execute()
}

import { type Consent, consents, consentVersion } from '#contract/accounts/account-rules.ts'
import type { Tx } from '#server/db/client.ts'

/** Notes what was agreed to or not, with the text's version, when and from where (D-20). A change is another row. */
export async function recordConsents(
  tx: Tx,
  member_id: number,
  answers: Partial<Record<Consent, boolean>>,
  { address, now }: { address: string; now: Date },
) {
  const rows = consents.flatMap((kind) => {
    const is_agreed = answers[kind]
    if (is_agreed === undefined) return []
    return [
      {
        member_id,
        kind,
        version: consentVersion,
        is_agreed,
        address,
        created_at: now.toISOString(),
      },
    ]
  })
  if (rows.length > 0) await tx.insertInto('consents').values(rows).execute()
}

import type { Db } from '#server/db/client.ts'
import type { Sealing } from '#server/kernel/sealing.ts'
import { codeOf } from './authenticator.ts'

/** What the apps of the demonstration's staff show now: who tries the studio at home has none of them (D-91). */
export async function readDemoCodes(
  db: Db,
  sealing: Sealing,
  now: Date,
): Promise<{ email: string; code: string }[]> {
  const rows = await db
    .selectFrom('authenticators as a')
    .innerJoin('members as m', 'm.id', 'a.member_id')
    .select(['m.email', 'a.secret_sealed'])
    .where('m.is_demo', '=', true)
    .where('a.secret_sealed', 'is not', null)
    .execute()
  return rows.flatMap(({ email, secret_sealed }) =>
    secret_sealed ? [{ email, code: codeOf(sealing.open(secret_sealed), now) }] : [],
  )
}

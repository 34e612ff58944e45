import { consents, consentVersion } from '#contract/account-rules.ts'
import type { Transact, Tx } from '#server/db/client.ts'
import type { Sealing } from '#server/kernel/sealing.ts'

/** D-91. Their passwords are known to everybody, so that they are for one machine alone. */
export const demoMembers = [
  {
    email: 'viewer@hanpyeon.test',
    password: 'hanpyeon-viewer-1',
    username: '한지우',
    phonenumber: '01000000001',
    is_staff: false,
  },
  {
    email: 'staff@hanpyeon.test',
    password: 'hanpyeon-staff-1',
    username: '편도현',
    phonenumber: '01000000002',
    is_staff: true,
  },
] as const

/**
 * Plants the demonstration accounts once: who took one out since does not find it again, and an address that
 * somebody has already stays his.
 * @returns whether they were planted now.
 */
export async function plantMembers(
  transact: Transact,
  parts: { sealing: Sealing; hash: (password: string) => Promise<string> },
  now: Date,
): Promise<boolean> {
  return transact(async (tx) => {
    const planted = await tx
      .insertInto('seeds')
      .values({ name: 'demo members' })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (!planted.numInsertedOrUpdatedRows) return false
    for (const member of demoMembers) await plantMember(tx, member, parts, now.toISOString())
    return true
  })
}

async function plantMember(
  tx: Tx,
  { email, password, username, phonenumber, is_staff }: (typeof demoMembers)[number],
  { sealing, hash }: Parameters<typeof plantMembers>[1],
  at: string,
) {
  const member = await tx
    .insertInto('members')
    .values({
      email,
      username,
      phone_sealed: sealing.seal(phonenumber),
      phone_index: sealing.index('phone', phonenumber),
      password_hash: await hash(password),
      password_changed_at: at,
      is_staff,
      is_demo: true,
      created_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!member) return
  await tx
    .insertInto('consents')
    .values(
      consents.map((kind) => ({
        member_id: member.id,
        kind,
        version: consentVersion,
        is_agreed: kind !== 'marketing_info',
        address: '127.0.0.1',
        created_at: at,
      })),
    )
    .execute()
}

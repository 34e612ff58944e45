import type { Transact } from '#server/db/client.ts'
import { demoMembers } from '../activity/demo-credentials.ts'
import { demoInquiries } from './inquiries.ts'

const hour = 3_600_000
const [{ email }] = demoMembers

/**
 * Seeds the inquiries of the demo viewer (D-91) once, if the viewer exists. Sends no email for the seeded answer.
 * @returns whether they were inserted now.
 */
export async function plantInquiries(transact: Transact, now: Date): Promise<boolean> {
  return transact(async (tx) => {
    const viewer = await tx
      .selectFrom('members')
      .select('id')
      .where('email', '=', email)
      .where('is_demo', '=', true)
      .executeTakeFirst()
    if (!viewer) return false
    const seedRow = await tx
      .insertInto('seed_runs')
      .values({ name: 'demo inquiries' })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (!seedRow.numInsertedOrUpdatedRows) return false
    const ago = (hours: number) => new Date(now.getTime() - hours * hour).toISOString()
    for (const { subject, asked_hours_ago, title, context, ...more } of demoInquiries) {
      const answered =
        'answer' in more ? { answer: more.answer, answered_at: ago(more.answered_hours_ago) } : {}
      const { id: subject_id } = await tx
        .selectFrom('inquiry_subjects')
        .select('id')
        .where('code', '=', subject)
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('inquiries')
        .values({
          ...{ member_id: viewer.id, subject_id, title, context, ...answered },
          created_at: ago(asked_hours_ago),
        })
        .execute()
    }
    return true
  })
}

import { dayMs } from '#contract/core/seoul-time.ts'
import type { Transact, Tx } from '#server/db/client.ts'
import { daysSinceWritten } from '../works/work.ts'
import { accountFaqs } from './account.ts'
import { announcements } from './announcements.ts'
import { contentsFaqs } from './contents.ts'
import type { DemoFaq } from './demo-faq.ts'
import { etcFaqs } from './other.ts'
import { inquiryFaqs } from './inquiry.ts'
import { paymentFaqs } from './payment.ts'
import { serviceFaqs } from './service.ts'
import { teamFaqs } from './team.ts'

const faqs: Readonly<Record<string, readonly DemoFaq[]>> = {
  account: accountFaqs,
  payment: paymentFaqs,
  service: serviceFaqs,
  contents: contentsFaqs,
  inquiry: inquiryFaqs,
  team: teamFaqs,
  etc: etcFaqs,
}

/**
 * Seeds the demo FAQs and notices once. Shifts their dates, so that `WRITTEN_ON` becomes today.
 * @returns whether they were inserted now.
 */
export async function plantSupport(transact: Transact, now: Date): Promise<boolean> {
  return transact(async (tx) => {
    const seedRow = await tx
      .insertInto('seed_runs')
      .values({ name: 'demo support' })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (!seedRow.numInsertedOrUpdatedRows) return false
    const moved = mover(now)
    await insertFaqs(tx, moved)
    await tx
      .insertInto('announcements')
      .values(
        announcements.map(({ written_on, context, ...notice }) => ({
          ...notice,
          context: context.join('\n'),
          created_at: moved(written_on),
        })),
      )
      .execute()
    return true
  })
}

async function insertFaqs(tx: Tx, moved: (day: string) => string) {
  const subjects = await tx.selectFrom('inquiry_subjects').select(['id', 'code']).execute()
  await tx
    .insertInto('faqs')
    .values(
      subjects.flatMap(({ id: subject_id, code }) =>
        (faqs[code] ?? []).map(({ written_on, context, ...faq }, position) => ({
          ...faq,
          subject_id,
          position,
          context: context.join('\n'),
          created_at: moved(written_on),
        })),
      ),
    )
    .execute()
}

/** Returns 10:00 in Seoul on a given day, shifted from `WRITTEN_ON` to today. */
function mover(now: Date) {
  const shift = daysSinceWritten(now) * dayMs
  return (written_on: string) =>
    new Date(Date.parse(`${written_on}T10:00:00+09:00`) + shift).toISOString()
}

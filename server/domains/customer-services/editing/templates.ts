import type { AnswerTemplate } from '#contract/studio-service.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { refuse } from '#server/kernel/refusals.ts'
import { asSeen, type Change, type Changed, composed, type Seen } from './composed.ts'

const columns = ['id', 'title', 'context', 'version'] as const
type Words = Pick<AnswerTemplate, 'title' | 'context'>

export function readTemplates(db: Db): Promise<AnswerTemplate[]> {
  return db.selectFrom('answer_templates').select(columns).orderBy('title').limit(500).execute()
}

/** @throws Refusal `conflict` where one has this title already */
export async function addTemplate(tx: Tx, words: Words, now: Date): Promise<AnswerTemplate> {
  const added = await tx
    .insertInto('answer_templates')
    .values({ ...composed(words), updated_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('title').doNothing())
    .returning(columns)
    .executeTakeFirst()
  return added ?? refuse('conflict')
}

/**
 * @returns it as it was and as it is.
 * @throws Refusal `not_found`; `conflict` where somebody changed it meanwhile, or another has this title
 */
export async function changeTemplate(
  tx: Tx,
  { id, version, ...given }: Seen & Change<Words>,
  now: Date,
): Promise<Changed<AnswerTemplate>> {
  const words = composed(given)
  const row = tx.selectFrom('answer_templates').select(columns).where('id', '=', id).forUpdate()
  const was = asSeen(await row.executeTakeFirst(), version)
  const namesake =
    words.title !== undefined &&
    (await tx
      .selectFrom('answer_templates')
      .select('id')
      .where('title', '=', words.title)
      .where('id', '<>', id)
      .executeTakeFirst())
  if (namesake) return refuse('conflict')
  const is = await tx
    .updateTable('answer_templates')
    .set({ ...words, version: version + 1, updated_at: now.toISOString() })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
  return { was, is }
}

/** @throws Refusal `not_found` */
export async function removeTemplate(tx: Tx, id: number): Promise<AnswerTemplate> {
  const was = await tx
    .deleteFrom('answer_templates')
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
  return was ?? refuse('not_found')
}

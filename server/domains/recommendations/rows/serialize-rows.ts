import { SerializedJson } from '#server/api/handler.ts'
import type { StoredCard } from '../recommender.ts'
import type { PersonalRowIds } from './personal-rows-policy.ts'

const comma = Buffer.from(',')

/** Joins the bytes of cards to the response of personal rows. */
export function serializeRows(
  rows: readonly PersonalRowIds[],
  cardOf: (id: number) => StoredCard | undefined,
  { needs_taste_picks }: { needs_taste_picks: boolean },
): SerializedJson {
  const parts: Buffer[] = [Buffer.from('{"rows":[')]
  for (const [index, { kind, because_of, ids }] of rows.entries()) {
    if (index > 0) parts.push(comma)
    const reason = because_of && { id: because_of, title: cardOf(because_of)!.title }
    parts.push(
      Buffer.from(`{"kind":"${kind}","because_of":${JSON.stringify(reason)},"works":[`),
      ...ids.flatMap((id, place) => {
        const { json } = cardOf(id)!
        return place > 0 ? [comma, json] : [json]
      }),
      Buffer.from(']}'),
    )
  }
  parts.push(Buffer.from(`],"needs_taste_picks":${needs_taste_picks}}`))
  return new SerializedJson(Buffer.concat(parts))
}

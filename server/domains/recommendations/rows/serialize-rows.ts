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
  const parts: Buffer[] = []
  let before = '{"rows":['
  for (const { kind, because_of, ids } of rows) {
    const reason = because_of && { id: because_of, title: cardOf(because_of)!.title }
    const because = JSON.stringify(reason)
    parts.push(Buffer.from(`${before}{"kind":"${kind}","because_of":${because},"works":[`))
    for (let place = 0; place < ids.length; place++) {
      if (place > 0) parts.push(comma)
      parts.push(cardOf(ids[place]!)!.json)
    }
    before = ']},'
  }
  const end = rows.length > 0 ? ']}' : before
  parts.push(Buffer.from(`${end}],"needs_taste_picks":${needs_taste_picks}}`))
  return new SerializedJson(Buffer.concat(parts))
}

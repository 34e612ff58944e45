import { type ImageKind, imageWidths } from '#contract/core/images.ts'
import { type RawBuilder, sql } from 'kysely'

/** The URL of a stored image in its largest width, or null. `column` holds its key. */
export function imageUrl(column: string, kind: ImageKind): RawBuilder<string | null> {
  return sql`'/images/' || ${sql.ref(column)} || ${sql.lit(`/${Math.max(...imageWidths[kind])}.webp`)}`
}

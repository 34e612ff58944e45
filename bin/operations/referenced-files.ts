import type { StorageKey } from '#server/adapters/storage/index.ts'
import type pg from 'pg'

/** Where the database names pictures, by their keys. */
const pictures = [
  'series.poster_key',
  'series.backdrop_key',
  'series.logo_key',
  'episodes.thumbnail_key',
  'media_assets.poster_key',
  'members.profile_image_key',
] as const

/** One file of each thing that the database says is there: what is without it is not whole. */
export async function readReferencedFiles(client: pg.ClientBase): Promise<StorageKey[]> {
  const ask = async (text: string) =>
    (await client.query<{ name: string }>({ text: `select ${text}` })).rows.map(({ name }) => name)
  const names = [
    await ask(`'uploads/' || source_file as name from media_assets where source_file is not null`),
    await ask(
      `'media/' || id || case when k.preview_duration is null then '' else 'p' end || '/main.m3u8' as name
       from media_assets a left join media_keys k on k.asset_id = a.id where state = 'ready'`,
    ),
    await ask(
      `'attachments/' || left(attachment_key, 2) || '/' || attachment_key as name
       from inquiries where attachment_key is not null`,
    ),
  ].flat()
  const keys = new Set<string>()
  for (const place of pictures) {
    const [table, column] = place.split('.')
    for (const key of await ask(
      `distinct ${column} as name from ${table} where ${column} is not null`,
    ))
      keys.add(`images/${key.slice(0, 2)}/${key}/`)
  }
  // Widths differ by kind: the folder stands for them.
  return [...names, ...keys] as StorageKey[]
}

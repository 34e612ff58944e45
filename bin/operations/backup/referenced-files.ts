import type { StorageKey } from '#server/adapters/storage/index.ts'
import type pg from 'pg'

/** Columns with image keys. A test compares these lists with the schema. */
export const imageColumns = [
  'series.poster_key',
  'series.backdrop_key',
  'series.logo_key',
  'episodes.thumbnail_key',
  'media_assets.poster_key',
  'media_assets.automatic_poster_key',
  'profiles.picture_key',
  'service_settings.logo_key',
] as const

/** Columns that name other files. Films are named by the id of their asset. */
export const otherFileColumns = ['media_assets.source_file', 'inquiries.attachment_key'] as const

/** Lists one file of each stored item that the database references; a backup without one of them is incomplete. */
export async function readReferencedFiles(client: pg.ClientBase): Promise<StorageKey[]> {
  const queryNames = async (text: string) =>
    (await client.query<{ name: string }>({ text: `select ${text}` })).rows.map(({ name }) => name)
  const names = [
    await queryNames(
      `'uploads/' || source_file as name from media_assets where source_file is not null`,
    ),
    await queryNames(
      `'media/' || id || case when k.preview_duration is null then '' else 'p' end || '/main.m3u8' as name
       from media_assets a left join content_keys k on k.asset_id = a.id where state = 'ready'`,
    ),
    await queryNames(
      `'attachments/' || left(attachment_key, 2) || '/' || attachment_key as name
       from inquiries where attachment_key is not null`,
    ),
  ].flat()
  const keys = new Set<string>()
  for (const imageColumn of imageColumns) {
    const [table, column] = imageColumn.split('.')
    for (const key of await queryNames(
      `distinct ${column} as name from ${table} where ${column} is not null`,
    ))
      keys.add(`images/${key.slice(0, 2)}/${key}/`)
  }
  // Widths differ by kind, so an image is checked by its folder.
  return [...names, ...keys] as StorageKey[]
}

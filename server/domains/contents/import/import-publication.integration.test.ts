import { endpoints } from '#contract/index.ts'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ContentsTestApp, openContentsTestApp } from '#test/fixtures/contents.ts'
import { importCatalogue, readLines } from './import-catalogue.ts'

const { readSeries } = endpoints.contents

let app: ContentsTestApp
beforeAll(async () => {
  app = await openContentsTestApp()
})
afterAll(() => app.close())

let lastId = 0
/** A catalogue line without a word about its publication; `more` adds fields. */
const work = (more: Record<string, unknown> = {}): Record<string, unknown> & { id: number } => ({
  id: ++lastId,
  title: `들어온 작품 ${lastId}`,
  age_rating: '12',
  ...more,
})

const importWorks = (works: object[], isDryRun = false) =>
  importCatalogue(
    readLines(Readable.from([Buffer.from(works.map((line) => JSON.stringify(line)).join('\n'))])),
    {
      transact: app.transact,
      now: app.clock.now(),
      isDryRun,
    },
  )

const idOf = ({ id }: { id: number }) => {
  const rows = app.db.selectFrom('series').select('id')
  return rows.where('import_key', '=', `catalogue:${id}`).executeTakeFirstOrThrow()
}

/** Whether the public sees a work, now or announced. */
async function isPublic(line: { id: number }) {
  const { id } = await idOf(line)
  return app.call(readSeries, { id }).then(
    () => true,
    () => false,
  )
}

test('hides a new work unless the line publishes it', async () => {
  const hidden = work()
  const published = work({ is_unpublished: false })
  const scheduled = work({ publish_at: '2100-01-01T09:00:00+09:00' })
  const lines = [hidden, published, scheduled]
  expect(await importWorks(lines)).toMatchObject({ added: 3, refused: [] })
  expect(await Promise.all(lines.map(isPublic))).toEqual([false, true, false])
  const { rows } = await app.pool.query(
    'select is_hidden, is_unpublished, publish_at::text, next_publication_change_at::text as next from series where id = $1',
    [(await idOf(scheduled)).id],
  )
  const at = '2100-01-01 00:00:00+00'
  expect(rows).toEqual([{ is_hidden: true, is_unpublished: false, publish_at: at, next: at }])
})

test('changes the publication of a work only by a field of its line', async () => {
  const line = work()
  await importWorks([line])
  expect(await importWorks([{ ...line, is_unpublished: false }])).toMatchObject({ changed: 1 })
  expect(await isPublic(line)).toBe(true)
  expect(await importWorks([line])).toMatchObject({ unchanged: 1 })
  expect(await importWorks([{ ...line, title: '새 제목' }])).toMatchObject({ changed: 1 })
  expect(await isPublic(line)).toBe(true)
  const ended = { ...line, title: '새 제목', unpublish_at: '2020-01-01T00:00:00Z' }
  expect(await importWorks([ended])).toMatchObject({ changed: 1 })
  expect(await isPublic(line)).toBe(false)
})

test('keeps territories and licence notes that a line omits, and clears them by empty text', async () => {
  const line = work({ territories: '한국, 일본', licence_notes: '계약 12호' })
  const read = async () =>
    (
      await app.pool.query('select territories, licence_notes, version from series where id = $1', [
        (await idOf(line)).id,
      ])
    ).rows[0]
  await importWorks([line])
  expect(await read()).toMatchObject({ territories: '한국, 일본', licence_notes: '계약 12호' })
  const { territories: _, licence_notes: __, ...omitted } = line
  expect(await importWorks([omitted])).toMatchObject({ unchanged: 1 })
  const { version } = await read()
  expect(await importWorks([{ ...omitted, licence_notes: '' }])).toMatchObject({ changed: 1 })
  expect(await read()).toEqual({
    territories: '한국, 일본',
    licence_notes: '',
    version: version + 1,
  })
})

test('changes nothing in a dry run and counts as the import does', async () => {
  const lines = [work({ is_unpublished: false }), work({ age_rating: '18' }), work()]
  const counts = { read: 3, added: 2, changed: 0, unchanged: 0, refused: [{ line: 2 }] }
  expect(await importWorks(lines, true)).toMatchObject(counts)
  await expect(idOf(lines[0] ?? { id: 0 })).rejects.toThrow()
  expect(await importWorks(lines)).toMatchObject(counts)
})

test('refuses a publication without an instant, or that ends before it begins', async () => {
  const result = await importWorks([
    work({ publish_at: '2026-12-01' }),
    work({ publish_at: '2026-12-02T00:00:00Z', unpublish_at: '2026-12-01T00:00:00Z' }),
  ])
  expect(result.refused.map(({ reason }) => reason)).toEqual([
    expect.stringContaining('publish_at'),
    expect.stringContaining('unpublish_at: publish_at보다 뒤여야 해요'),
  ])
})

test('announces works and episodes that are imported without films', async () => {
  const drama = work({
    is_unpublished: false,
    seasons: [{ number: 1, episodes: [{ number: 1 }, { number: 2 }] }],
  })
  await importWorks([drama])
  const { id } = await idOf(drama)
  const upcoming_episodes = [{ number: 1 }, { number: 2 }]
  const before = (await app.call(readSeries, { id })).value
  expect(before).toMatchObject({ is_upcoming: true, opens_at: null, upcoming_episodes })
  await app.pool.query(
    `update episodes set video_state = 'ready' where series_id = $1 and number = 1`,
    [id],
  )
  const { value: after } = await app.call(readSeries, { id })
  expect(after).toMatchObject({ is_upcoming: false, upcoming_episodes: [{ number: 2 }] })
})

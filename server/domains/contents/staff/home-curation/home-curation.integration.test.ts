import { endpoints } from '#contract/index.ts'
import type { EndpointInput } from '#contract/core/endpoint.ts'
import type { TestApp } from '#test/app/test-app.ts'
import { openTestApp, type ProblemResponseError } from '#test/app/test-app.ts'
import { makeSeries } from '#test/fixtures/contents.ts'
import { makeMember, openAccount, type TestMember } from '#test/fixtures/members.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

const { contents, studio, studio_home_curation: calls } = endpoints

let app: TestApp
let staff: TestMember
let works: number[]

beforeAll(async () => {
  app = await openTestApp({ now: '2026-12-01T00:00:00Z' })
  staff = await makeMember(app, { is_staff: true })
  works = []
  for (let count = 1; count <= 4; count++)
    works.push((await makeSeries(app, { title: `작품 ${count}`, backdrop_key: 'scene' })).id)
})
afterAll(() => app?.close())
beforeEach(() =>
  app.pool.query(`delete from home_rows; delete from home_hero_works;
    update home_curation set version = 1, editorial_series_id = null, next_change_at = null`),
)

type Row = EndpointInput<typeof calls.createRow>['body']
const row = (fields: Partial<Row> = {}): Row => ({
  title: '연말에 몰아 보기',
  subtitle: null,
  after_row: 'ranked' as const,
  is_on: true,
  starts_at: null,
  ends_at: null,
  series_ids: works.slice(0, 2),
  ...fields,
})
const create = (fields?: Partial<Row>) => staff.call(calls.createRow, { body: row(fields) })
const scenes = (
  hero: EndpointInput<typeof calls.setScenes>['body']['hero'],
  editorial_series_id: number | null = null,
  version = 1,
) => staff.call(calls.setScenes, { body: { version, hero, editorial_series_id } })
const always = (series_id: number) => ({ series_id, starts_at: null, ends_at: null })

/** Reads home as visitors see it, without waiting for cached responses to expire. */
async function seen(by: Pick<TestApp, 'call'> = app) {
  await app.server.flushInvalidations()
  const { hero, editorial, rows } = await by.call(contents.readHomeCuration, {})
  return {
    hero: hero.map(({ id }) => id),
    editorial: editorial?.id ?? null,
    rows: rows.map(({ title, works }) => [title, ...works.map(({ id }) => id)]),
  }
}
const none = { hero: [], editorial: null, rows: [] }
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: ProblemResponseError) => error.problem.code,
  )

describe('home curation', () => {
  it('is empty without edits, and each edit replaces the cached response', async () => {
    expect(await seen()).toEqual(none)
    const [first = 0, second = 0, third = 0] = works
    await create({ series_ids: [second, first] })
    expect((await seen()).rows).toEqual([['연말에 몰아 보기', second, first]])
    await scenes([always(third), always(first)], second)
    expect(await seen()).toMatchObject({ hero: [third, first], editorial: second })
    const { rows } = await staff.call(calls.readCuration, {})
    const { id = 0, version = 0 } = rows[0] ?? {}
    const body = { ...row({ title: '새 이름', series_ids: [third] }), version }
    await staff.call(calls.updateRow, { params: { id }, body })
    expect((await seen()).rows).toEqual([['새 이름', third]])
    await staff.call(calls.deleteRow, { params: { id }, query: { version: version + 1 } })
    expect((await seen()).rows).toEqual([])
    const { results } = await staff.call(studio.listAuditLog, { query: { limit: 4 } })
    expect(results.map(({ kind }) => kind)).toEqual([
      'home.row_removed',
      'home.row_changed',
      'home.scenes_changed',
      'home.row_added',
    ])
  })

  it('starts and ends periods at their instants in every process', async () => {
    const other = await app.another()
    const later = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString()
    await create({ starts_at: later(60_000), ends_at: later(120_000) })
    await scenes([{ ...always(works[2] ?? 0), ends_at: later(60_000) }])
    const both = async () => {
      const read = async (origin: string) => {
        const response = await fetch(`${origin}/api/contents/curation/`)
        const { hero, rows } = (await response.json()) as { hero: object[]; rows: object[] }
        return [hero.length, rows.length]
      }
      return [...(await read(app.origin)), ...(await read(other))]
    }
    await expect.poll(both).toEqual([1, 0, 1, 0])
    app.clock.advance(59_999)
    expect(await both()).toEqual([1, 0, 1, 0])
    app.clock.advance(1)
    await expect.poll(both).toEqual([0, 1, 0, 1])
    app.clock.advance(60_000)
    await expect.poll(both).toEqual([0, 0, 0, 0])
  })

  it('leaves out hidden works, rows that are off and empty rows', async () => {
    const { id: hidden } = await makeSeries(app, { is_hidden: true, is_unpublished: true })
    await create({ title: '꺼 둔 줄', is_on: false })
    await create({ title: '숨긴 작품만', series_ids: [hidden] })
    await create({ title: '보이는 작품도', series_ids: [hidden, works[0] ?? 0] })
    await scenes([always(hidden)], hidden)
    expect(await seen()).toEqual({ ...none, rows: [['보이는 작품도', works[0]]] })
  })

  it('shows a profile nothing above its limit', async () => {
    const account = await openAccount(app)
    const child = await account.create({ name: '아이', is_child: true, age_limit: '12' })
    await account.select(child.id)
    const { id: adult } = await makeSeries(app, { age_rating: '19', backdrop_key: 'scene' })
    await create({ title: '어른 작품', series_ids: [adult] })
    await create({ title: '모두의 작품', series_ids: [adult, works[0] ?? 0] })
    await scenes([always(adult), always(works[1] ?? 0)], adult)
    expect(await seen()).toMatchObject({ hero: [adult, works[1]], editorial: adult })
    await expect
      .poll(() => seen(account.browser))
      .toEqual({ hero: [works[1]], editorial: null, rows: [['모두의 작품', works[0]]] })
  })

  it('previews drafts and periods at an instant, for staff alone', async () => {
    await create({ title: '꺼 둔 줄', is_on: false })
    await create({ title: '나중에', starts_at: '2027-01-01T00:00:00Z' })
    const titles = async (at: string, drafts: 'true' | 'false') =>
      (await staff.call(calls.previewCuration, { query: { at, drafts } })).rows.map(
        ({ title }) => title,
      )
    expect(await titles('2026-12-31T23:59:59Z', 'false')).toEqual([])
    expect(await titles('2026-12-31T23:59:59Z', 'true')).toEqual(['꺼 둔 줄'])
    expect(await titles('2027-01-01T00:00:00Z', 'true')).toEqual(['꺼 둔 줄', '나중에'])
    const response = await fetch(
      `${app.origin}/api/studio/home-curation/preview/?at=2027-01-01T00:00:00Z`,
    )
    expect(response.status).toBe(401)
    expect(response.headers.get('cache-control')).toContain('no-store')
    expect(await seen()).toEqual(none)
  })

  it('refuses an edit of an older version', async () => {
    const { rows } = await create()
    const { id = 0, version = 0 } = rows[0] ?? {}
    const update = () =>
      codeOf(staff.call(calls.updateRow, { params: { id }, body: { ...row(), version } }))
    expect(await update()).toBe('done')
    expect(await update()).toBe('edit_conflict')
    const query = { version }
    expect(await codeOf(staff.call(calls.deleteRow, { params: { id }, query }))).toBe(
      'edit_conflict',
    )
    expect(await codeOf(scenes([]))).toBe('done')
    expect(await codeOf(scenes([]))).toBe('edit_conflict')
  })

  it('reorders rows, and closes the gap of a deleted one', async () => {
    for (const title of ['첫 줄', '둘째 줄', '셋째 줄']) await create({ title })
    const { rows } = await staff.call(calls.readCuration, {})
    const from = rows.map(({ id }) => id)
    const to = from.toReversed()
    await staff.call(calls.reorderRows, { body: { from, to } })
    expect((await seen()).rows.map(([title]) => title)).toEqual(['셋째 줄', '둘째 줄', '첫 줄'])
    expect(await codeOf(staff.call(calls.reorderRows, { body: { from, to } }))).toBe(
      'edit_conflict',
    )
    const other = { body: { from: to, to: to.slice(1) } }
    expect(await codeOf(staff.call(calls.reorderRows, other))).toBe('invalid_request')
    const query = { version: 1 }
    await staff.call(calls.deleteRow, { params: { id: to[0] ?? 0 }, query })
    await create({ title: '넷째 줄' })
    expect((await seen()).rows.map(([title]) => title)).toEqual(['둘째 줄', '첫 줄', '넷째 줄'])
  })

  it('refuses unknown works, empty periods and a thirteenth row', async () => {
    expect(await codeOf(create({ series_ids: [2_147_483_647] }))).toBe('not_found')
    expect(await codeOf(scenes([], 2_147_483_647))).toBe('not_found')
    const at = '2027-01-01T00:00:00Z'
    expect(await codeOf(create({ starts_at: at, ends_at: at }))).toBe('invalid_request')
    const period = { starts_at: at, ends_at: at }
    expect(await codeOf(scenes([{ ...always(works[0] ?? 0), ...period }]))).toBe('invalid_request')
    for (let count = 1; count <= 12; count++) await create({ title: `${count}번째 줄` })
    expect(await codeOf(create())).toBe('conflict')
  })

  it('loses a deleted work', async () => {
    const { id } = await makeSeries(app, { backdrop_key: 'scene' }, [])
    await create({ series_ids: [id, works[0] ?? 0] })
    await scenes([always(id)], id)
    await app.pool.query('delete from seasons where series_id = $1', [id])
    await app.pool.query('delete from series where id = $1', [id])
    const { hero, editorial, rows } = await staff.call(calls.readCuration, {})
    expect({ hero, editorial }).toEqual({ hero: [], editorial: null })
    expect(rows[0]?.works.map(({ series_id }) => series_id)).toEqual([works[0]])
  })
})

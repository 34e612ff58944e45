import { endpoints } from '#contract/index.ts'
import { connectAsOwner } from '#test/app/owner-statements.ts'
import { openTestApp, type ProblemResponseError, type TestApp } from '#test/app/test-app.ts'
import { makeSeries } from '#test/fixtures/contents.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'

const { contents, search, studio, studio_catalogue, studio_categories: calls } = endpoints

let app: TestApp
let staff: TestMember

beforeAll(async () => {
  app = await openTestApp()
  staff = await makeMember(app, { is_staff: true, staff_role: 'editor' })
})
afterAll(() => app?.close())

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: ProblemResponseError) => error.problem.code,
  )
const shown = async () => {
  await app.server.flushInvalidations()
  return (await app.call(contents.listCategories, {})).results
}
const names = async () => (await shown()).map(({ name }) => name)
const all = async () => (await staff.call(calls.listCategories, {})).results
const find = async (name: string) => (await all()).find((category) => category.name === name)!
const create = (name: string) => staff.call(calls.createCategory, { body: { name } })
const update = async (name: string, changes: { name?: string; is_hidden?: boolean }) => {
  const { id, version } = await find(name)
  return staff.call(calls.updateCategory, { params: { id }, body: { version, ...changes } })
}
const specified = ['드라마', '영화', '애니메이션', '예능', '다큐멘터리', '숏드라마', '국내', '해외']

it('begins with the categories of the specification, and with its fixed ids', async () => {
  expect(await names()).toEqual(specified)
  expect(await app.call(contents.readCatalogueSettings, {})).toEqual({
    korean_category_id: 6,
    abroad_category_id: 5,
    curation_series_id: 1,
    korean_title: '우리 이야기, 국내 작품',
    abroad_title: '바다 건너온 이야기',
    header_categories: [
      { id: 1, name: '드라마' },
      { id: 2, name: '영화' },
      { id: 3, name: '애니메이션' },
    ],
  })
})

it('lists works of an added category, and finds them by it', async () => {
  const { id } = await create('공연 실황')
  expect(await names()).toEqual([...specified, '공연 실황'])
  const series = await makeSeries(app, { title: '겨울 무대' })
  const work = await staff.call(studio_catalogue.readWork, { params: { id: series.id } })
  const edit = (category_ids: number[]) =>
    staff.call(studio_catalogue.updateWork, {
      params: { id: series.id },
      body: { version: work.version, changes: { category_ids } },
    })
  expect(await codeOf(edit([16]))).toBe('invalid_request')
  await edit([1, id])
  expect(await find('공연 실황')).toMatchObject({ works: 1 })
  await app.server.flushInvalidations()
  const listed = await app.call(contents.listSeries, { query: { category: id } })
  expect(listed.results.map(({ title }) => title)).toEqual(['겨울 무대'])
  expect(listed.results[0]?.categories).toContainEqual({ id, name: '공연 실황' })
  await expect
    .poll(async () => {
      const query = { q: '겨울 무대', category: id }
      return (await app.call(search.search, { query })).results.flatMap((found) =>
        found.type === 'series' ? [found.series.title] : [],
      )
    })
    .toEqual(['겨울 무대'])
})

it('leaves a hidden category out of lists and of works, which keep it', async () => {
  await create('사극')
  const { id } = await find('사극')
  const series = await makeSeries(app, { title: '붉은 궁' })
  await app.pool.query('update series set category_ids = $2 where id = $1', [series.id, [1, id]])
  await update('사극', { is_hidden: true })
  expect(await names()).not.toContain('사극')
  const { categories } = await app.call(contents.readSeries, { params: { id: series.id } })
  expect(categories.map(({ name }) => name)).toEqual(['드라마'])
  expect(await find('사극')).toMatchObject({ works: 1, is_hidden: true })
  const namesInSearch = async () => {
    const { results } = await app.call(search.search, { query: { q: '붉은 궁' } })
    return results.flatMap((found) =>
      found.type === 'series' ? found.series.categories.map(({ name }) => name) : [],
    )
  }
  await expect.poll(namesInSearch).toEqual(['드라마'])
  await update('사극', { is_hidden: false })
  expect(await names()).toContain('사극')
  await expect.poll(namesInSearch).toEqual(['드라마', '사극'])
})

it('renames and reorders, and refuses what another was faster with', async () => {
  await update('예능', { name: '버라이어티' })
  expect(await names()).toContain('버라이어티')
  expect(await codeOf(update('버라이어티', { name: '드라마' }))).toBe('conflict')
  const { id } = await find('버라이어티')
  const stale = { params: { id }, body: { version: 1, name: '예능' } }
  expect(await codeOf(staff.call(calls.updateCategory, stale))).toBe('edit_conflict')
  const from = (await all()).map((category) => category.id)
  const to = from.toReversed()
  await staff.call(calls.reorderCategories, { body: { from, to } })
  expect((await all()).map((category) => category.id)).toEqual(to)
  expect(await codeOf(staff.call(calls.reorderCategories, { body: { from, to } }))).toBe(
    'edit_conflict',
  )
  await staff.call(calls.reorderCategories, { body: { from: to, to: from } })
})

it('renames a category of many works by one change of the search index', async () => {
  const { id } = await create('연속극')
  await app.pool.query(
    `insert into series (is_series, title, age_rating, category_ids)
     select true, '긴 이야기 ' || n, 'ALL', array[${id}]::smallint[] from generate_series(1, 1000) n`,
  )
  const countChanges = async () =>
    (await app.pool.query('select count(*) from search_index_changes')).rows[0].count as number
  const before = await countChanges()
  expect(await update('연속극', { name: '일일극' })).toMatchObject({ works: 1_000 })
  expect(await countChanges()).toBe(before + 1)
})

it('sets the categories and the series that home shows', async () => {
  const { id: curation_series_id } = await makeSeries(app, { title: '편성' })
  const { version } = await staff.call(calls.readSettings, {})
  const set = (fields: object) =>
    staff.call(calls.setSettings, {
      body: {
        version,
        korean_category_id: 1,
        abroad_category_id: 2,
        curation_series_id,
        korean_title: '우리 것',
        abroad_title: '남의 것',
        header_category_ids: [4, 1],
        ...fields,
      },
    })
  expect(await codeOf(set({ korean_category_id: 16 }))).toBe('invalid_request')
  expect(await codeOf(set({ curation_series_id: 2_147_483_647 }))).toBe('invalid_request')
  for (const header_category_ids of [[16], [1, 1], [1, 2, 3, 4]])
    expect(await codeOf(set({ header_category_ids }))).toBe('invalid_request')
  const results = await Promise.all([codeOf(set({})), codeOf(set({ abroad_category_id: 3 }))])
  expect(results.toSorted()).toEqual(['done', 'edit_conflict'])
  await app.server.flushInvalidations()
  expect(await app.call(contents.readCatalogueSettings, {})).toMatchObject({
    korean_category_id: 1,
    curation_series_id,
    korean_title: '우리 것',
    header_categories: [{ id: 4 }, { id: 1, name: '드라마' }],
  })
  await update('드라마', { is_hidden: true })
  await app.server.flushInvalidations()
  expect(await app.call(contents.readCatalogueSettings, {})).toMatchObject({
    header_categories: [{ id: 4 }],
  })
  await update('드라마', { is_hidden: false })
  const owner = await makeMember(app, { is_staff: true })
  const { results: entries } = await owner.call(studio.listAuditLog, {
    query: { kind: 'catalogue.settings_changed' },
  })
  expect(entries).toMatchObject([{ before: { korean_category_id: 6, curation_series_id: 1 } }])
})

it('adds no two categories of a name, and at most sixteen', async () => {
  const results = await Promise.all(Array.from({ length: 6 }, () => codeOf(create('스포츠'))))
  expect(results.filter((result) => result === 'done')).toHaveLength(1)
  const count = (await all()).length
  const more = await Promise.all(
    Array.from({ length: 12 }, (_, index) => codeOf(create(`새 갈래 ${index}`))),
  )
  expect(more.filter((result) => result === 'done')).toHaveLength(16 - count)
  expect(more.filter((result) => result === 'conflict')).toHaveLength(count - 4)
  const ids = (await all()).map(({ id }) => id).toSorted((a, b) => a - b)
  expect(ids).toEqual(Array.from({ length: 16 }, (_, index) => index + 1))
})

it('has constraints', async () => {
  const owner = await connectAsOwner(app)
  const add = (id: number, position: number) =>
    owner.outcome(`insert into categories (id, name, position) values (${id}, 'x', ${position})`)
  expect(await add(17, 99)).toBe('categories_id_check')
  expect(await owner.outcome('delete from categories where id = 1')).toContain('catalogue_settings')
  await expect(app.pool.query('delete from categories where id = 2')).rejects.toThrow(
    'permission denied',
  )
  await owner.close()
})

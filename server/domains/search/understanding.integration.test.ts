import { endpoints } from '#contract/index.ts'
import { makeSeries, resultName } from '#test/fixtures/contents.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

let app: TestApp
let squidGame = { id: 0 }
beforeAll(async () => {
  app = await openTestApp()
  squidGame = await makeSeries(app, {
    title: '오징어 게임',
    title_original: 'Squid Game',
    category_ids: [1, 6],
    released_on: '2021-09-17',
    age_rating: '15',
    viewer_count: 100,
  })
  const free = await makeSeries(app, { title: '공짜 우주선', category_ids: [2] }, [
    { is_free: true },
  ])
  await app.pool.query(
    `with p as (insert into people (name, name_original) values ('문소라', 'Moon Sora') returning id)
     insert into credits (series_id, person_id, role) select s, p.id, 'cast' from p, unnest($1::int[]) s`,
    [[squidGame.id, free.id]],
  )
  const isReady = async () => (await app.fetch('/api/contents/search/?q=squid')).status === 200
  await vi.waitUntil(isReady, { timeout: 30_000, interval: 100 })
  await vi.waitUntil(async () => (await find('문소라')).count === 1, {
    timeout: 30_000,
    interval: 50,
  })
})
afterAll(() => app?.close())

async function find(q: string) {
  const value = await app.call(endpoints.search.search, { query: { q } })
  return { ...value, names: value.results.map(resultName) }
}

test('understands words that are no part of a title, and follows edits of what they mean', async () => {
  const intentsOf = async (q: string) => {
    const { names, intents } = await find(q)
    return {
      names,
      intents: intents.map(({ kind, value, is_applied }) => [kind, value, is_applied]),
    }
  }
  expect(await intentsOf('2021년 드라마')).toEqual({
    names: ['오징어 게임'],
    intents: [
      ['years', '2021-2021', true],
      ['category', '1', true],
    ],
  })
  expect(await intentsOf('오징어 게임 무료')).toEqual({
    names: ['오징어 게임'],
    intents: [['free', '', false]],
  })
  expect(await intentsOf('문소라 배우')).toMatchObject({ names: ['오징어 게임', '공짜 우주선'] })
  expect((await intentsOf('문소라 감독')).intents).toEqual([['director', '', false]])
  expect((await find('무료 영화')).names).toContain('공짜 우주선')
  await app.pool.query(
    `update series set countries = '{일본}', is_completed = true, is_dubbed = true where id = $1`,
    [squidGame.id],
  )
  await expect.poll(async () => (await find('일본 드라마')).names).toEqual(['오징어 게임'])
  expect((await find('완결 드라마')).names).toEqual(['오징어 게임'])
  expect(await intentsOf('더빙 드라마')).toEqual({
    names: ['오징어 게임'],
    intents: [
      ['dubbed', '', true],
      ['category', '1', true],
    ],
  })
  await app.pool.query(`update credits set role = 'director' where series_id = $1`, [squidGame.id])
  await expect.poll(async () => (await find('문소라 감독')).names).toEqual(['오징어 게임'])
  await app.pool.query(`update credits set role = 'cast' where series_id = $1`, [squidGame.id])
})

test('finds works by descriptions, behind those whose names match, and similar works', async () => {
  const synopsis = '우주에 혼자 남은 남자가 등대의 불을 켠다.'
  const far = await makeSeries(app, { title: '먼 불빛', synopsis, category_ids: [2] })
  const near = await makeSeries(app, { title: '남은 남자', synopsis: '바닷가 마을 이야기.' })
  const other = await makeSeries(app, {
    title: '별지기',
    synopsis: '우주의 등대에서 불을 켜는 사람.',
  })
  const idsOf = async (q: string) =>
    (await find(q)).results.map((result) => (result.type === 'series' ? result.series.id : 0))
  await expect
    .poll(async () => (await idsOf('우주에서 혼자 살아남은 남자')).slice(0, 1))
    .toEqual([far.id])
  await expect.poll(async () => (await idsOf('남은 남자'))[0]).toBe(near.id)
  expect((await idsOf('우주 등대 나오는 영화'))[0]).toBe(far.id)
  await expect.poll(async () => (await find('먼 불빛 같은 작품')).names[0]).toBe('별지기')
  const similar = await find('먼 불빛 같은 작품')
  expect(similar.intents[0]).toMatchObject({ kind: 'similar', value: '먼 불빛', is_applied: true })
  // Follows edits.
  await app.pool.query(`update series set synopsis = '정원사의 하루.' where id = $1`, [other.id])
  await expect.poll(() => idsOf('정원사의 하루를 따라가는')).toEqual([other.id])
  await app.pool.query('update series set is_hidden = true where id = $1', [far.id])
  await expect.poll(() => idsOf('등대 불을 켜는 혼자 남은')).not.toContain(far.id)
})

test('finds frightening works by the descriptor of their rating', async () => {
  const mansion = await makeSeries(app, {
    title: '붉은 저택',
    synopsis: '새 주인이 이사한다.',
    category_ids: [2],
  })
  expect((await find('무서운 영화')).names).not.toContain('붉은 저택')
  await app.pool.query(`update series set descriptors = '{공포,폭력성}' where id = $1`, [
    mansion.id,
  ])
  await expect.poll(async () => (await find('무서운 영화')).names).toContain('붉은 저택')
  expect((await find('폭력성')).names).not.toContain('붉은 저택')
})

test('finds works by a genre of two Latin letters, which are no initials in the Korean layout', async () => {
  await makeSeries(app, { title: '느린 기차', synopsis: '가을을 따라간다.' })
  const orbit = { title: '궤도 위의 빈방', synopsis: '우주 정거장의 방을 빌린다.' }
  await makeSeries(app, orbit)
  await expect.poll(async () => (await find('SF')).names).toContain(orbit.title)
  expect((await find('sf')).names).not.toContain('느린 기차')
})

test('returns works with similar names for a query that finds nothing', async () => {
  await expect
    .poll(async () => (await find('오징어튀김집')).nearest.map(({ title }) => title))
    .toEqual(['오징어 게임'])
  expect((await find('오징어튀김집')).count).toBe(0)
  expect((await find('오징어')).nearest).toEqual([])
  expect((await find('qqqqqq')).nearest).toEqual([])
})

test('counts searches that find nothing, for staff, who add synonyms that apply at once', async () => {
  const visitors = await Promise.all([makeMember(app), makeMember(app)])
  const staff = await makeMember(app, { is_staff: true })
  for (const visitor of visitors)
    for (const q of ['달고나  뽑기', '달고나 뽑기', '오징어', '010-1234-5678'])
      await visitor.call(endpoints.search.recordSearch, { body: { q } })
  const misses = async () =>
    (await staff.call(endpoints.studio_search.listMisses, { query: {} })).results
  expect(await misses()).toMatchObject([{ term: '달고나 뽑기', count: 2, replacement: null }])
  const { createSynonym, listSynonyms, removeSynonym } = endpoints.studio_search
  const body = { term: '달고나 뽑기', replacement: '오징어 게임' }
  const { id } = await staff.call(createSynonym, { body })
  // Far less than the minute after which the index polls without a notification.
  await expect
    .poll(async () => (await find('달고나 뽑기')).names, { interval: 10 })
    .toEqual(['오징어 게임'])
  expect(await find('달고나 뽑기')).toMatchObject({ interpreted_as: '오징어 게임' })
  expect((await misses())[0]).toMatchObject({ replacement: '오징어 게임' })
  await expect(staff.call(createSynonym, { body })).rejects.toMatchObject({
    problem: { code: 'conflict' },
  })
  expect(await staff.call(listSynonyms, {})).toEqual([{ id, ...body }])
  await staff.call(removeSynonym, { params: { id } })
  await expect.poll(async () => (await find('달고나 뽑기')).count, { interval: 20 }).toBe(0)
  const { results } = await staff.call(endpoints.studio.listAuditLog, { query: {} })
  expect(results.map(({ kind, subject_name }) => [kind, subject_name])).toEqual([
    ['search.synonym_removed', '달고나 뽑기'],
    ['search.synonym_added', '달고나 뽑기'],
  ])
})

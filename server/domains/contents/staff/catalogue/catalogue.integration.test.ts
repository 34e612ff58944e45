import { endpoints } from '#contract/index.ts'
import type { EpisodeFields, StudioWork, WorkFields } from '#contract/contents/staff/catalogue.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { type ProblemResponseError, openTestApp, type TestApp } from '#test/app/test-app.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'

const { studio_catalogue: calls } = endpoints

let app: TestApp
let staff: TestMember
let otherStaff: TestMember
beforeAll(async () => {
  app = await openTestApp()
  staff = await makeMember(app, { is_staff: true, username: '편도현' })
  otherStaff = await makeMember(app, { is_staff: true, username: '이가람' })
})
afterAll(() => app?.close())

const newWork = (title: string, is_series = true) =>
  staff.call(calls.createWork, {
    body: { title, is_series, age_rating: 'ALL', category_ids: [6, 1, 1] },
  })
const change = (work: StudioWork, changes: Partial<WorkFields>, caller = staff) =>
  caller.call(calls.updateWork, {
    params: { id: work.id },
    body: { version: work.version, changes },
  })
const episodeOf = (work: StudioWork) => {
  const episode = work.seasons[0]?.episodes[0]
  if (!episode) throw new Error('no episode')
  return episode
}
const changeEpisode = (work: StudioWork, changes: Partial<EpisodeFields>) => {
  const { id, version } = episodeOf(work)
  return staff.call(calls.updateEpisode, { params: { id }, body: { version, changes } })
}
const history = (work: StudioWork) =>
  staff.call(calls.readEditHistory, { params: { id: work.id }, query: {} })
const undo = (id: number, caller = staff) =>
  caller.call(calls.undoEdit, { params: { id }, body: {} })
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'taken',
    (error: ProblemResponseError) => error.problem.code,
  )
const faultsOf = (call: Promise<unknown>) =>
  call.then(
    () => [],
    (error: ProblemResponseError) =>
      error.problem.errors.map(({ field, code }) => `${field} ${code}`),
  )

test('keeps a new work hidden until it is published and gives a film its episode', async () => {
  const film = await newWork('새 영화', false)
  expect(film).toMatchObject({
    state: 'hidden',
    is_unpublished: true,
    category_ids: [1, 6],
    seasons: [{ episodes: [{ number: 1, title: '새 영화', state: 'no_video' }] }],
  })
  const page = `/api/contents/series/${film.id}/`
  expect((await app.fetch(page)).status).toBe(404)
  const published = await change(film, { is_unpublished: false })
  expect(published).toMatchObject({ state: 'no_video' })
  // Without a film there is nothing to show, unless it is announced.
  expect((await app.fetch(page)).status).toBe(404)
  const announced = await change(published, { is_announced: true })
  expect(announced).toMatchObject({ is_announced: true, state: 'no_video' })
  await expect
    .poll(async () => (await app.fetch(page)).json())
    .toMatchObject({ is_upcoming: true, first_episode_id: null })
  const dated = await change(announced, { released_on: '2099-01-01' })
  expect(dated).toMatchObject({ state: 'scheduled' })
  await change(dated, { released_on: null })
  const [episode] = film.seasons[0]?.episodes ?? []
  await app.pool.query(`update episodes set video_state = 'ready' where id = $1`, [episode?.id])
  await expect
    .poll(async () => (await app.fetch(page)).json())
    .toMatchObject({ is_upcoming: false, first_episode_id: episode?.id })
})

test('stores every field of a work and the order of its people', async () => {
  const work = await newWork('모든 칸')
  const changes: Partial<WorkFields> = {
    title: '아주 긴 제목 '.repeat(20).trim(),
    title_original: 'Every field',
    synopsis: '줄거리\n둘째 줄',
    category_ids: [8, 5],
    countries: ['미국', '독일(구 서독)'],
    age_rating: '15',
    descriptors: ['폭력성', '대사'],
    released_on: '2024-02-29',
    is_completed: true,
    is_dubbed: true,
    poster: { key: 'p0123', color: '#102030' },
    backdrop: { key: 'b0123', color: '#203040' },
    people: [
      { name: '한여름', name_original: null, role: 'cast', character: '수진' },
      { name: '정겨울', name_original: 'Jung', role: 'director', character: null },
      { name: '한여름', name_original: null, role: 'writer', character: null },
    ],
  }
  const changed = await change(work, changes)
  expect(changed).toMatchObject({ ...changes, category_ids: [5, 8] })
  const again = await change(changed, { people: changes.people?.toReversed() ?? [] })
  expect(again.people.map(({ role }) => role)).toEqual(['writer', 'director', 'cast'])
  const { results } = await staff.call(calls.suggestPeople, { query: { q: '한여' } })
  expect(results).toEqual([{ name: '한여름', name_original: null, work_count: 1 }])
})

test('finds a work by its countries, whose edits are versions of it', async () => {
  const work = await newWork('푸른 성벽')
  const published = await change(work, { is_announced: true, is_unpublished: false })
  const edited = await change(published, { countries: ['프랑스', '프랑스'] })
  expect(edited).toMatchObject({ countries: ['프랑스'], version: published.version + 1 })
  expect(await codeOf(change(published, { countries: ['일본'] }, otherStaff))).toBe('edit_conflict')
  const { results } = await history(work)
  expect(results[0]).toMatchObject({ before: { countries: [] }, after: { countries: ['프랑스'] } })
  const isFrench = async () => {
    const query = { q: '프랑스 푸른 성벽' }
    const found = await staff.call(endpoints.search.search, { query })
    return found.intents.some(({ kind, is_applied }) => kind === 'country' && is_applied)
  }
  await expect.poll(isFrench).toBe(true)
  await change(edited, { countries: [] })
  await expect.poll(isFrench).toBe(false)
})

test('rejects the second of two concurrent edits and loses neither', async () => {
  const work = await newWork('둘이서')
  const first = await change(work, { title: '둘이서 함께' })
  expect(await codeOf(change(work, { synopsis: '늦은 줄거리' }, otherStaff))).toBe('edit_conflict')
  const updated = await change(first, { synopsis: '늦은 줄거리' }, otherStaff)
  expect(updated).toMatchObject({ title: '둘이서 함께', synopsis: '늦은 줄거리' })
  const { results } = await history(work)
  expect(results.map(({ staff_name, after }) => [staff_name, after])).toEqual([
    ['이가람', { synopsis: '늦은 줄거리' }],
    ['편도현', { title: '둘이서 함께' }],
    ['편도현', expect.anything()],
  ])
})

test('accepts one of ten concurrent saves of the same version', async () => {
  const work = await newWork('열이서')
  const codes = await Promise.all(
    Array.from({ length: 10 }, (_, at) => codeOf(change(work, { title: `열이서 ${at}` }))),
  )
  expect(codes.filter((code) => code === 'taken')).toHaveLength(1)
  expect(new Set(codes)).toEqual(new Set(['taken', 'edit_conflict']))
})

test('writes no audit entry and no version when nothing changes', async () => {
  const work = await newWork('그대로')
  const same = await change(work, { title: '그대로', category_ids: [6, 1] })
  expect(same.version).toBe(work.version)
  expect((await history(work)).count).toBe(1)
})

test('does not change the version when counters change', async () => {
  const work = await newWork('인기작')
  await app.pool.query('update series set viewer_count = 9, like_count = 2 where id = $1', [
    work.id,
  ])
  expect(await codeOf(change(work, { title: '인기작 2' }))).toBe('taken')
})

test('reports invalid prices at their fields', async () => {
  const film = await newWork('값', false)
  expect(await faultsOf(changeEpisode(film, { is_free: true, price: 500 }))).toEqual([
    'changes.price free_has_no_price',
  ])
  expect(await faultsOf(changeEpisode(film, { in_subscription: false }))).toEqual([
    'changes.in_subscription not_obtainable',
  ])
  const sold = await changeEpisode(film, { price: 1_500, rental_price: 500 })
  expect(episodeOf(sold)).toMatchObject({ price: 1_500, rental_price: 500 })
})

test('undoes a change that no later edit touched and records the undo', async () => {
  const work = await newWork('되돌리기')
  const changed = await change(work, { title: '첫 번째', synopsis: '처음' })
  await change(changed, { title: '두 번째' })
  const [latest, earlier] = (await history(work)).results
  expect([latest?.undo, earlier?.undo]).toEqual(['open', 'newer'])
  expect(await codeOf(undo(earlier?.id ?? 0))).toBe('edit_conflict')
  expect(await undo(latest?.id ?? 0, otherStaff)).toMatchObject({
    title: '첫 번째',
    synopsis: '처음',
  })
  const after = (await history(work)).results
  expect(after[0]).toMatchObject({
    kind: 'catalogue.edit_undone',
    staff_name: '이가람',
    before: { title: '두 번째' },
    after: { title: '첫 번째' },
    undo: 'open',
  })
  expect(await undo(earlier?.id ?? 0)).toMatchObject({ title: '되돌리기', synopsis: '' })
})

test('reorders seasons and episodes, detects concurrent moves and undoes a reorder', async () => {
  const work = await newWork('순서')
  const season = work.seasons[0]?.id ?? 0
  for (let at = 0; at < 3; at++)
    await staff.call(calls.createEpisode, { params: { id: season }, body: {} })
  const more = await staff.call(calls.createSeason, { params: { id: work.id }, body: {} })
  const from = more.seasons[0]?.episodes.map(({ id }) => id) ?? []
  const to = [from[2], from[0], from[1]].map((id) => id ?? 0)
  const order = (body: { from: number[]; to: number[] }) =>
    staff.call(calls.reorderEpisodes, { params: { id: season }, body })
  const idsOf = (studioWork: StudioWork) =>
    studioWork.seasons[0]?.episodes.map(({ id, number }) => [id, number])
  expect(idsOf(await order({ from, to }))).toEqual(to.map((id, at) => [id, at + 1]))
  expect(await codeOf(order({ from, to }))).toBe('edit_conflict')
  expect(await codeOf(order({ from: to, to: [1, 2, 3] }))).toBe('invalid_request')
  const [act] = (await history(work)).results
  expect(idsOf(await undo(act?.id ?? 0))).toEqual(from.map((id, at) => [id, at + 1]))

  const seasons = more.seasons.map(({ id }) => id)
  const turned = await staff.call(calls.reorderSeasons, {
    params: { id: work.id },
    body: { from: seasons, to: seasons.toReversed() },
  })
  expect(turned.seasons.map(({ id }) => id)).toEqual(seasons.toReversed())
})

test('deletes an addition made by mistake unless it is in use', async () => {
  const work = await newWork('잘못 더한 화')
  const season = work.seasons[0]?.id ?? 0
  const add = () => staff.call(calls.createEpisode, { params: { id: season }, body: {} })
  await add()
  const [act] = (await history(work)).results
  expect(act).toMatchObject({ kind: 'catalogue.episode_added', undo: 'open' })
  expect((await undo(act?.id ?? 0)).seasons[0]?.episodes).toEqual([])
  expect((await history(work)).results[0]).toMatchObject({ kind: 'catalogue.episode_removed' })
  expect(await codeOf(undo(act?.id ?? 0))).toBe('not_found')

  await app.pool.query('update episodes set viewer_count = 1 where id = $1', [
    episodeOf(await add()).id,
  ])
  expect(await codeOf(undo((await history(work)).results[0]?.id ?? 0))).toBe('conflict')
})

test('shows a preview of an unpublished work to staff only', async () => {
  const work = await newWork('미리 보기')
  const added = await staff.call(calls.createEpisode, {
    params: { id: work.seasons[0]?.id ?? 0 },
    body: { title: '첫 화' },
  })
  const seen = await staff.call(calls.previewWork, { params: { id: added.id } })
  expect(seen).toMatchObject({
    series: { title: '미리 보기', episode_count: 1, seasons: [{ episode_count: 1 }] },
    episodes: [{ title: '첫 화' }],
  })
  const path = `/api/studio/works/${work.id}/preview/`
  expect((await app.fetch(path)).status).toBe(401)
  expect((await (await makeMember(app)).fetch(path)).status).toBe(403)
  expect((await staff.fetch(path)).headers.get('cache-control')).toBe('no-store')
})

test('finds hidden works by part of the title and by status, with counts', async () => {
  await newWork('찾는 이야기 하나')
  const shown = await newWork('찾는 이야기 둘', false)
  await change(shown, { is_unpublished: false })
  const list = (query: object) => staff.call(calls.listWorks, { query })
  const all = await list({ q: '찾는이야', ordering: 'title' })
  expect(all).toMatchObject({ count: 2, counts: { hidden: 1, no_video: 1, published: 0 } })
  expect(all.results.map(({ title }) => title)).toEqual(['찾는 이야기 둘', '찾는 이야기 하나'])
  expect(await list({ q: '찾는', state: 'hidden' })).toMatchObject({ count: 1 })
  expect(await list({ q: '찾는', kind: 'film' })).toMatchObject({ count: 1 })
  expect(await list({ q: String(shown.id) })).toMatchObject({ results: [{ id: shown.id }] })
  expect(await list({ q: '%' })).toMatchObject({ count: 0 })
})

test('stores an image in every width and rejects invalid files', async () => {
  const png = await sharp({
    create: { width: 600, height: 900, channels: 3, background: '#336699' },
  })
    .png()
    .toBuffer()
  const send = (body: Buffer) =>
    staff.fetch('/api/studio/pictures/?kind=poster', {
      method: 'POST',
      headers: { 'content-type': 'image/png' },
      body: new Uint8Array(body),
    })
  const stored = (await (await send(png)).json()) as { url: string; color: string }
  expect(stored.color).toBe('#336699')
  expect((await app.fetch(stored.url)).status).toBe(200)
  for (const bad of [png.subarray(0, 60), Buffer.from('<svg/>')])
    expect((await send(bad)).status).toBe(415)
})

test('sets, undoes and removes the trailer of a work, which is then not deleted', async () => {
  const work = await newWork('예고편이 있는 작품')
  const { rows } = await app.pool.query<{ id: number }>(
    `insert into media_assets (source_name) values ('trailer.mp4') returning id`,
  )
  const asset_id = rows[0]?.id ?? 0
  const set = (id: number | null) =>
    staff.call(calls.setTrailer, { params: { id: work.id }, body: { asset_id: id } })
  expect(await set(asset_id)).toMatchObject({ trailer_asset_id: asset_id })
  const { studio_uploads } = endpoints
  const film = await staff.call(studio_uploads.readAsset, { params: { id: asset_id } })
  expect(film.trailer_of).toEqual({ series_id: work.id, series_title: work.title })
  await app.pool.query(
    `update media_assets set state = 'ready', duration = 20, orientation = 'horizontal', ready_at = now() where id = $1`,
    [asset_id],
  )
  expect(await codeOf(staff.call(studio_uploads.deleteAsset, { params: { id: asset_id } }))).toBe(
    'asset_in_use',
  )
  expect(await codeOf(set(2_147_483_647))).toBe('not_found')

  const { results } = await history(work)
  expect(results[0]).toMatchObject({
    kind: 'catalogue.trailer_set',
    before: { trailer_asset_id: null },
    after: { trailer_asset_id: asset_id },
    undo: 'open',
  })
  expect(await undo(results[0]?.id ?? 0)).toMatchObject({ trailer_asset_id: null })
  await set(asset_id)
  expect(await set(null)).toMatchObject({ trailer_asset_id: null })
  // A film that an episode shows is no trailer any more.
  await set(asset_id)
  const withSeason = await staff.call(calls.createSeason, { params: { id: work.id }, body: {} })
  const withEpisode = await staff.call(calls.createEpisode, {
    params: { id: withSeason.seasons[0]?.id ?? 0 },
    body: {},
  })
  const episode_id = episodeOf(withEpisode).id
  await staff.call(studio_uploads.attachAsset, { params: { id: asset_id }, body: { episode_id } })
  expect(await codeOf(set(asset_id))).toBe('asset_in_use')
})

import { ageCodes } from '#contract/core/constants.ts'
import { endpoints } from '#contract/index.ts'
import { isStaffAccess, type Endpoint } from '#contract/core/endpoint.ts'
import { bigramsOf } from '#server/domains/search/captions/normalize-text.ts'
import { json } from '#test/app/example-client.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { makeSeries } from '#test/fixtures/contents.ts'
import { openAccount } from '#test/fixtures/members.ts'
import { openSocket } from '#test/fixtures/watch-history.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { casesOf } from './calls.ts'

/** A marker in every text of the works above the limit, and in the names of people without other works. */
const mark = '어른만보는'

let app: TestApp
let account: Awaited<ReturnType<typeof openAccount>>
let child: number
/** Ids of the content above the limit. */
let forbidden: { series: number[]; episodes: number[]; reviews: number[]; people: number[] }

beforeAll(async () => {
  app = await openTestApp()
  account = await openAccount(app, { adult_verified_until: '2099-01-01T00:00:00Z' })
  child = (await account.create({ name: '아이', is_child: true, age_limit: '12' })).id
  forbidden = { series: [], episodes: [], reviews: [], people: [] }
  for (const age_rating of ageCodes) {
    const isForbidden = age_rating === '15' || age_rating === '19'
    const text = isForbidden ? mark : '모두의'
    const texts = { title: `${text} 작품 ${age_rating}`, synopsis: text, title_original: text }
    const columns = { ...texts, age_rating, category_ids: [1, 5] }
    const opened = await makeSeries(app, columns, [
      { title: text, synopsis: text, is_free: true, runtime: 1_000 },
      { title: text, price: 1_000, runtime: 1_000 },
    ])
    const upcoming = await makeSeries(app, { ...columns, is_announced: true }, [])
    await addPeople(opened.id, `${text} ${age_rating}`)
    for (const id of [account.profile_id, child]) await addBelongings(id, opened, upcoming.id, text)
    if (!isForbidden) continue
    forbidden.series.push(opened.id, upcoming.id)
    forbidden.episodes.push(...opened.episode_ids)
  }
  await addCaptions()
  const idsOf = async (condition: string) => {
    const text = `select id from ${condition} like $1`
    const { rows } = await app.pool.query<{ id: number }>(text, [`${mark}%`])
    return rows.map(({ id }) => id)
  }
  forbidden.reviews = await idsOf('reviews where context')
  forbidden.people = await idsOf('people where name')
  // Names are indexed before texts.
  for (const path of [
    `${endpoints.search.search.path}?q=`,
    `${endpoints.search.search.path}?type=synopsis&q=`,
    `${endpoints.search.search.path}?type=character&q=`,
  ]) {
    const isFound = async () => {
      const response = await app.fetch(path + encodeURIComponent(mark))
      return (await response.text()).includes(`"title":"${mark}`)
    }
    await vi.waitUntil(isFound, { timeout: 60_000, interval: 50 })
  }
})
afterAll(() => app?.close())

async function addPeople(series_id: number, name: string) {
  await app.pool.query(
    `with person as (insert into people (name) values ($2) returning id)
     insert into credits (series_id, person_id, role, position, character)
     select $1, id, role, position, character from person,
       (values ('director', 1, null), ('cast', 2, $3)) as parts (role, position, character)`,
    [series_id, `${name} 감독`, `${name} 역`],
  )
}

/** History, likes, an alert and reviews of a profile, from before its limit. */
async function addBelongings(
  profile_id: number,
  { id, episode_ids }: { id: number; episode_ids: number[] },
  upcoming: number,
  text: string,
) {
  await app.pool.query(
    `with history as (
       insert into watch_histories (profile_id, episode_id, series_id, progress, is_completed, watched_at, updated_at, counted_on, source_id)
       select $1, $3, $2, 30, false, $5::timestamptz, $5, current_date, 1
     ), liked as (
       insert into likes (profile_id, series_id, episode_id, created_at)
       select $1, $2, e, $5 from unnest(array[null, $3]::int[]) as e
     ), alert as (insert into release_alerts (profile_id, series_id, created_at) values ($1, $4, $5)
     )
     insert into reviews (profile_id, series_id, episode_id, rating, context, is_spoiler, created_at, updated_at)
     select $1, $2, e, 8, $6, false, $5, $5 from unnest(array[null, $3]::int[]) as e
     on conflict (author_id, series_id, episode_id) do update set profile_id = excluded.profile_id`,
    [profile_id, id, episode_ids[0], upcoming, app.clock.now().toISOString(), text],
  )
}

/** A caption line of the free episode rated 15. */
async function addCaptions() {
  await app.pool.query(
    `with asset as (
       insert into media_assets (state, source_name, duration, orientation, ready_at, created_at)
       values ('ready', 'film.mp4', 1000, 'horizontal', now(), now()) returning id
     ), shown as (update episodes set asset_id = asset.id from asset where episodes.id = $1)
     insert into caption_lines (asset_id, language, number, seconds, text, normalized_text, bigrams)
     select id, 'ko', 1, 5, $2, $2, $3 from asset`,
    [forbidden.episodes[0], mark, bigramsOf(mark)],
  )
}

type Request = { name: string; endpoint: Endpoint; path: string; init: RequestInit }

/** Calls that end the session, or delete what later calls show. */
const endsOthers = new Set([
  'accounts.signOut',
  'accounts.signIn',
  'watch_history.clearWatchHistory',
])

/** The example request of every endpoint, and the same with two ids of each kind and names of content above the limit. */
function requestsOf({ name, endpoint, example }: ReturnType<typeof casesOf>[number]): Request[] {
  if (endsOthers.has(name)) return []
  // Refused without regard to ids.
  const ids = isStaffAccess(endpoint.access)
    ? []
    : Object.values(forbidden).flatMap((all) => all.slice(0, 2))
  const [, query = ''] = example.path.split('?')
  const paths = [example.path]
  if (endpoint.params)
    for (const id of ids)
      paths.push(`${endpoint.path.replace(/\{\w+\}/, String(id))}${query && `?${query}`}`)
  const fields = Object.keys(endpoint.query?.shape ?? {})
  const [base = ''] = example.path.split('?')
  const add = (field: string, values: readonly (string | number)[]) => {
    if (fields.includes(field) && !endpoint.params)
      for (const value of values)
        paths.push(
          `${base}?${fields.includes('q') && field !== 'q' ? `q=${mark}&` : ''}${field}=${value}`,
        )
  }
  add('limit', [20])
  add('q', [mark, mark.slice(0, 3)])
  add('type', ['series', 'person', 'line', 'synopsis', 'character'])
  add('released_from', [1850])
  add('category', [1])
  add('age_rating', ageCodes)
  add('series', forbidden.series)
  const requestOf = (path: string, body: typeof example.body = example.body): Request => {
    const init = { method: endpoint.method, ...(body ? json(body) : example.init) }
    return { name, endpoint, path, init }
  }
  const bodies = ids.flatMap((id) =>
    [withIds(example.body, id)].filter((body) => body !== undefined),
  )
  return [
    ...paths.map((path) => requestOf(path)),
    ...bodies.map((body) => requestOf(example.path, body)),
  ]
}

/** The body with another id of a work; undefined if it has none. */
function withIds(body: Record<string, unknown> = {}, id: number) {
  const fields = ['episode_id', 'series_id', 'object_id', 'episode'].filter((f) => f in body)
  if (fields.length === 0) return undefined
  return { ...body, ...Object.fromEntries(fields.map((field) => [field, id])) }
}

/** Sends all requests. @returns the names of the endpoints whose responses show content above the limit. */
async function findLeaks() {
  const leaks = new Set<string>()
  const statuses = new Map<string, Set<number>>()
  const send = async ({ name, path, init }: Request) => {
    const cookie = account.browser.cookie()
    const headers = { ...(init.headers as Record<string, string>), cookie }
    const response = await app.fetch(path, { ...init, headers })
    const text = await response.text()
    expect(response.status, `${name} ${path}: ${text}`).toBeLessThan(500)
    statuses.set(name, (statuses.get(name) ?? new Set()).add(response.status))
    // A response may repeat the values of its request, but may not contain others.
    if (text.includes(mark) || /"age_rating":"1[59]"/.test(text)) leaks.add(name)
  }
  for (const testCase of casesOf()) {
    const requests = requestsOf(testCase)
    // Progress is written in batches, and each request waits for its own.
    const isIndependent =
      testCase.endpoint.method === 'GET' || testCase.name === 'watch_history.saveProgress'
    if (isIndependent) await Promise.all(requests.map(send))
    else for (const request of requests) await send(request)
  }
  return { leaks: [...leaks].sort(), statuses }
}

it('shows nothing above the limit to a child by any call', async () => {
  const adult = await findLeaks()
  // Otherwise the requests would not ask for what is above the limit.
  expect(adult.leaks).toEqual(
    expect.arrayContaining([
      ...['contents.listEpisodes', 'contents.listSeries', 'contents.listTrending'],
      ...['contents.listUpcoming', 'contents.readEpisode', 'contents.readSeries'],
      ...['contents.readPerson', 'reviews.listEpisodeReviews', 'reviews.listSeriesReviews'],
      ...['reviews.readReview', 'search.search', 'search.searchTexts', 'search.suggest'],
      ...['watch_history.listContinueWatching', 'watch_history.listLikes'],
      ...['watch_history.listReleaseAlerts', 'watch_history.listWatchHistory'],
    ]),
  )
  await account.select(child)
  const { leaks, statuses } = await findLeaks()
  expect(leaks).toEqual([])
  const closed = casesOf().filter(({ endpoint }) => endpoint.is_closed_to_children)
  expect(closed.length).toBeGreaterThan(0)
  for (const { name } of closed) expect([...(statuses.get(name) ?? [])], name).toEqual([403])
  await account.select(account.profile_id, { password: account.password })
}, 600_000)

it('plays, likes, reviews and orders nothing above the limit', async () => {
  const teen = await account.create({ name: '중학생', age_limit: '12' })
  await account.select(teen.id)
  const [id = 0] = forbidden.episodes
  const { watch_history, reviews, playback, transactions } = endpoints
  const content = { content_type: 'episode', object_id: id } as const
  const review = { rating: 5, context: '봤어요', is_spoiler: false }
  const consents = { precautions_agreed: true, privacy_agreed: true }
  const { browser } = account
  for (const refusal of [
    browser.refusal(playback.readVideo, { params: { id }, query: {} }),
    browser.refusal(playback.startStream, {
      params: { id },
      body: { player: 'a-tab-of-this-test' },
    }),
    browser.refusal(watch_history.saveProgress, { body: { episode_id: id, progress: 5 } }),
    browser.refusal(watch_history.like, { body: content }),
    browser.refusal(reviews.writeReview, { body: { ...content, ...review } }),
    browser.refusal(transactions.orderEpisode, {
      body: {
        episode_id: forbidden.episodes[1] ?? 0,
        ownership_type_id: 3,
        payment_method: 'card',
        ...consents,
      },
    }),
  ])
    expect((await refusal).code).toBe('not_found')
  const socket = await openSocket(app.origin, { cookie: browser.cookie() })
  socket.send({ episode_id: id, progress: 5 })
  expect(await socket.next('error')).toMatchObject({ code: 'not_found' })
  await account.select(account.profile_id)
  await socket.closed
})

it.each([
  ['line', 'lines', { visitor: 1, teen: 1 }],
  // An opened and an upcoming work of both ratings; only opened ones have roles.
  ['synopsis', 'synopses', { visitor: 4, teen: 2 }],
  ['character', 'characters', { visitor: 2, teen: 1 }],
] as const)('finds texts of type %s within the limit', async (type, section, expected) => {
  const q = encodeURIComponent(mark)
  const read = async (path: string, limit: string) => {
    const cookie = limit && `sid=${'A'.repeat(43)}.${limit}`
    const response = await app.fetch(path, { headers: { cookie } })
    return (await response.json()) as { count: number } & Record<string, { count: number }>
  }
  for (const [limit, count] of [
    ['', expected.visitor],
    ['15', expected.teen],
    ['12', 0],
  ] as const) {
    const list = await read(`${endpoints.search.search.path}?q=${q}&type=${type}`, limit)
    expect(list.count, `${type} ${limit}`).toBe(count)
    const sections = await read(`${endpoints.search.searchTexts.path}?q=${q}`, limit)
    expect(sections[section]?.count, `${section} ${limit}`).toBe(count)
  }
})

it('gives each limit its own cached variant and no shared cache more than one', async () => {
  // No earlier test has read this page, so it is not refreshed during the test.
  const path = `${endpoints.contents.listSeries.path}?ordering=title&limit=33`
  const read = async (cookie: string) => {
    const response = await app.fetch(path, { headers: { cookie } })
    const { results } = (await response.json()) as { results: { age_rating: string }[] }
    const ratings = [...new Set(results.map(({ age_rating }) => age_rating))].sort()
    return {
      ratings,
      caching: response.headers.get('cache-control'),
      etag: response.headers.get('etag'),
    }
  }
  const token = 'A'.repeat(43)
  // Twice, so that the second response comes from memory.
  for (let turn = 0; turn < 2; turn++) {
    expect((await read(`sid=${token}.ALL`)).ratings).toEqual(['ALL'])
    expect((await read(`sid=${token}.12`)).ratings).toEqual(['12', 'ALL'])
    expect((await read(`a=b.15; sid=${token}.15`)).ratings).toEqual(['12', '15', 'ALL'])
    expect((await read(`sid=${token}.12`)).caching).toBe('private, no-cache')
    const visitor = await read('')
    expect(visitor.ratings).toEqual(['12', '15', '19', 'ALL'])
    expect(visitor.caching).toMatch(/^public, /)
    expect(await read(`sid=${token}`)).toEqual(visitor)
    expect(await read(`a=b.12; sid=${token}.7`)).toEqual(visitor)
  }
})

it('hides reviews with spoilers from the limits of children', async () => {
  const { id, episode_ids } = await makeSeries(app, { age_rating: 'ALL' })
  const upcoming = await makeSeries(app, { is_announced: true }, [])
  await addBelongings(account.profile_id, { id, episode_ids }, upcoming.id, '반전이 있어요')
  await app.pool.query('update reviews set is_spoiler = true where series_id = $1', [id])
  const { rows } = await app.pool.query<{ id: number }>(
    'select id from reviews where series_id = $1 and episode_id is null',
    [id],
  )
  const token = 'A'.repeat(43)
  const read = async (limit: string, path: string) => {
    const response = await app.fetch(path, { headers: { cookie: `sid=${token}${limit}` } })
    return [response.status, ((await response.json()) as { count?: number }).count]
  }
  const list = `/api/contents/reviews/series/${id}/`
  expect(await read('.12', list)).toEqual([200, 0])
  expect(await read('.15', list)).toEqual([200, 1])
  const single = `/api/contents/reviews/${rows[0]?.id}/`
  expect((await read('.ALL', single))[0]).toBe(404)
  expect((await read('', single))[0]).toBe(200)
})

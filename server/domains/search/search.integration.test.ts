import { endpoints } from '#contract/index.ts'
import { makeSeries, resultName } from '#test/fixtures/contents.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { get } from 'node:http'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { runSearchMaintenance } from './maintenance.ts'

let app: TestApp
let squidGame = { id: 0 }
let hidden = { id: 0 }
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
  hidden = await makeSeries(app, { title: '숨은 오징어', is_hidden: true })
  const others = [
    { title: '아멜리에', title_original: 'Le Fabuleux Destin d’Amélie Poulain', category_ids: [2] },
    { title: '큰 바다', viewer_count: 9 },
    { title: '먼 바다', viewer_count: 99 },
    { title: '바다 끝', viewer_count: 1 },
    { title: '바다' },
    { title: '바닥' },
  ]
  for (const other of others) await makeSeries(app, other)
  const freeEpisodes = [{ is_free: true }]
  const free = await makeSeries(app, { title: '공짜 우주선', category_ids: [2] }, freeEpisodes)
  await app.pool.query(
    `with p as (insert into people (name, name_original) values ('문소라', 'Moon Sora') returning id)
     insert into credits (series_id, person_id, role) select s, p.id, 'cast' from p, unnest($1::int[]) s`,
    [[squidGame.id, free.id, hidden.id]],
  )
  await app.pool.query(
    `with p as (insert into people (name) values ('문숨김') returning id)
     insert into credits (series_id, person_id, role) select $1, p.id, 'cast' from p`,
    [hidden.id],
  )
  // The first query starts the index.
  await vi.waitUntil(() => hasResults('문소라'), { timeout: 30_000, interval: 20 })
})
afterAll(() => app?.close())

async function find(q: string, more: Record<string, string | number | boolean> = {}) {
  const value = await app.call(endpoints.search.search, {
    query: { q, ...more } as { q: string },
  })
  return { ...value, names: value.results.map(resultName) }
}

async function hasResults(q: string, origin = app.origin) {
  const response = await fetch(
    `${origin}/api/contents/search/?q=${encodeURIComponent(q)}&limit=100`,
  )
  const { count } = (await response.json()) as { count: number }
  return count > 0
}

/** Polls until `q` is found, or not found. */
async function waitUntilFound(q: string, isFound = true, origin = app.origin) {
  await expect.poll(() => hasResults(q, origin), { message: q, interval: 20 }).toBe(isFound)
}

test.each([
  ['오징어 게임', 'as it stands', { interpreted_as: null, highlights: [{ start: 0, end: 6 }] }],
  [
    '징어게',
    'a part, without the gap',
    { interpreted_as: null, highlights: [{ start: 1, end: 5 }] },
  ],
  ['오 징 어', 'gaps put in', { interpreted_as: null, highlights: [{ start: 0, end: 3 }] }],
  ['ㅇㅈㅇㄱㅇ', 'initials', { interpreted_as: null, highlights: [{ start: 0, end: 6 }] }],
  ['오ㅈㅇ', 'some initials', { interpreted_as: null, highlights: [{ start: 0, end: 3 }] }],
  ['오징ㅇ', 'half a syllable', { interpreted_as: null, highlights: [{ start: 0, end: 3 }] }],
  [
    '오장어 게임',
    'a wrong vowel',
    { interpreted_as: '오징어 게임', highlights: [{ start: 0, end: 6 }] },
  ],
  [
    '오징어 개임',
    'a wrong vowel',
    { interpreted_as: '오징어 게임', highlights: [{ start: 0, end: 6 }] },
  ],
  [
    '오지어 게임',
    'a lost final',
    { interpreted_as: '오징어 게임', highlights: [{ start: 0, end: 6 }] },
  ],
  [
    '오지어게',
    'a lost final in a part',
    { interpreted_as: '오징어 게', highlights: [{ start: 0, end: 5 }] },
  ],
  ['오줄워', 'something else', { count: 0, results: [], interpreted_as: null }],
  ['dhwlddjrpdla', 'English keyboard', { interpreted_as: '오징어 게임' }],
  ['DHWLDDJ', 'English keyboard with capitals', { interpreted_as: '오징어' }],
  [
    '게임 오징어',
    'words turned about',
    {
      highlights: [
        { start: 0, end: 3 },
        { start: 4, end: 6 },
      ],
    },
  ],
  ['squid GAME', 'original title', { interpreted_as: null, highlights: [] }],
  ['squidgame', 'original title without its gap', { interpreted_as: null, highlights: [] }],
  ['ㄴ벼ㅑㅇ', 'original title, Korean keyboard', { interpreted_as: 'Squid' }],
  ['Squd', 'a letter lost', { interpreted_as: 'Squid' }],
])('%s finds 오징어 게임: %s', async (q, _, { highlights, ...more }: Record<string, unknown>) => {
  for (const form of [q, q.normalize('NFD')]) {
    const answer = await find(form)
    expect(answer).toMatchObject(more)
    if (more['count'] === 0) continue
    const first = { type: 'series', series: { id: squidGame.id } }
    expect(answer.results[0]).toMatchObject(highlights ? { ...first, highlights } : first)
  }
})

test('highlights a match in the original title', async () => {
  const { results } = await find('amelie')
  expect(results[0]).toMatchObject({
    series: { title: '아멜리에' },
    highlights: [],
    highlights_original: [{ start: 21, end: 27 }],
  })
})

test('orders by exactness, then closeness, then popularity', async () => {
  expect((await find('바다')).names).toEqual(['바다', '바다 끝', '바닥', '먼 바다', '큰 바다'])
  expect(await find('바다', { limit: 2, offset: 1 })).toMatchObject({
    count: 5,
    names: ['바다 끝', '바닥'],
  })
  expect(await find('바다', { offset: 100 })).toMatchObject({ count: 5, names: [] })
})

test('finds a person with their visible works by either name', async () => {
  for (const q of ['문소라', 'moon sora', 'ㅁㅅㄹ', 'ansthfk', '문서라']) {
    const { results } = await find(q)
    expect(results[0], q).toMatchObject({
      type: 'person',
      person: { name: '문소라', name_original: 'Moon Sora' },
      series: [{ id: squidGame.id }, { title: '공짜 우주선' }],
    })
  }
  expect(await find('문숨김')).toMatchObject({ count: 0 })
  expect((await find('오징어', { limit: 100 })).names).not.toContain('숨은 오징어')
})

test('applies filters to works, including the works of a matched person', async () => {
  expect((await find('문소라', { type: 'series' })).names).toEqual(['오징어 게임', '공짜 우주선'])
  expect((await find('문소라', { category: 2 })).names).toEqual(['공짜 우주선'])
  expect((await find('문소라', { is_free: true })).names).toEqual(['공짜 우주선'])
  expect((await find('문소라', { year: 2021 })).names).toEqual(['오징어 게임'])
  expect((await find('문소라', { age_rating: '15' })).names).toEqual(['오징어 게임'])
  expect((await find('문소라', { age_rating: '19' })).names).toEqual([])
  expect(await find('문소라', { type: 'person' })).toMatchObject({ count: 1 })
  expect((await find('바다', { type: 'person' })).names).toEqual([])
  expect(await find('바다', { category: 99_999 })).toMatchObject({ count: 0 })
})

test('returns suggestions', async () => {
  const suggested = await app.call(endpoints.search.suggest, { query: { q: '오징ㅇ', limit: 3 } })
  expect(suggested.results[0]).toMatchObject({ type: 'series', series: { id: squidGame.id } })
  const people = await app.call(endpoints.search.suggest, { query: { q: '문소' } })
  expect(people.results[0]).not.toHaveProperty('series')
})

test('includes an edit in every process', async () => {
  const origin = await app.another()
  const servers = [app.origin, origin]
  await waitUntilFound('오징어', true, origin)
  const work = await makeSeries(app, { title: '갓 나온 호박' })
  for (const server of servers) await waitUntilFound('갓나온', true, server)
  await app.pool.query(`update series set title = '달라진 참외' where id = $1`, [work.id])
  for (const server of servers) await waitUntilFound('참외', true, server)
  for (const server of servers) await waitUntilFound('갓나온호박', false, server)
  await app.pool.query('update series set is_hidden = true where id = $1', [work.id])
  for (const server of servers) await waitUntilFound('참외', false, server)
  await app.pool.query('update series set is_hidden = false where id = $1', [work.id])
  for (const server of servers) await waitUntilFound('참외', true, server)
  await app.pool.query(`update people set name = '문노라' where name = '문소라'`)
  for (const server of servers) await waitUntilFound('문노라', true, server)
  await app.pool.query(`update people set name = '문소라' where name = '문노라'`)
  await app.pool.query('delete from series where id = $1', [work.id])
  for (const server of servers) await waitUntilFound('참외', false, server)
})

test('updates cards after edits that do not change the index', async () => {
  const work = await makeSeries(app, { title: '조용한 도라지' })
  await waitUntilFound('도라지')
  const card = async () => {
    const { results } = await find('도라지')
    return results[0]?.type === 'series' ? results[0].series : undefined
  }
  expect(await card()).toMatchObject({ is_completed: false, episode_count: 1 })
  const edits = [
    ['update series set is_completed = true where id = $1', { is_completed: true }],
    [`update series set poster_color = '#123456' where id = $1`, { poster_color: '#123456' }],
  ] as const
  for (const [edit, fields] of edits) {
    await app.pool.query(edit, [work.id])
    await expect.poll(card, { interval: 20 }).toMatchObject(fields)
  }
})

test('includes changes of a transaction that commits late', async () => {
  const lateClient = await app.pool.connect()
  try {
    await lateClient.query('begin')
    await lateClient.query(
      `with p as (insert into people (name) values ('느긋한 거북') returning id)
       insert into credits (series_id, person_id, role) select $1, p.id, 'cast' from p`,
      [squidGame.id],
    )
    await makeSeries(app, { title: '먼저 나온 토끼' })
    await waitUntilFound('먼저나온')
    expect(await find('느긋한')).toMatchObject({ count: 0 })
    await lateClient.query('commit')
  } finally {
    lateClient.release()
  }
  await waitUntilFound('느긋한')
})

test.each([
  ['nothing', ''],
  ['a hundred spaces', ' '.repeat(100)],
  ['more than a hundred letters', 'ㄱ'.repeat(101)],
  ['NUL', 'a\0b'],
])('refuses %s as a query', async (_, q) => {
  await expect(find(q)).rejects.toMatchObject({ problem: { status: 400 } })
})

test.each([
  ...['%', '_', "'", '"', '\\', '🎬', '‏', '‮오징어', 'ㅇ', 'ㅏ', 'ㄳ', '?!', '<script>', '\u200b'],
  ...['🎬'.repeat(100), '가'.repeat(100), 'ㅇ'.repeat(100), 'a'.repeat(100), '1'.repeat(100)],
  ...[
    'ﷺ'.repeat(100),
    '가 '.repeat(50),
    'e\u0301'.repeat(90),
    '\ufdfa',
    '(((',
    '$1',
    '%00',
    '\t a',
  ],
  ...['constructor', '__proto__ toString', '한국 constructor', 'hasOwnProperty'],
])('accepts the query %s', async (q) => {
  expect((await find(q)).count).toBeGreaterThanOrEqual(0)
  expect((await find(q, { type: 'line' })).count).toBeGreaterThanOrEqual(0)
})

/** The status of a request with `path` as its unmodified request target. */
const statusOfTarget = ({ origin }: TestApp, path: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    get({ hostname, port, path, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode)
    }).on('error', reject)
  })

test('limits searches to 120 per minute and IP address, and suggestions less', async () => {
  const limited = await openTestApp({ env: { RATE_LIMITS: 'on' } })
  try {
    const statusOf = async (path: string) => (await limited.fetch(path)).status
    const path = '/api/contents/search/?q=x&type=line'
    const suggestions = '/api/contents/search/suggest/?q=x'
    // Until the index is loaded, queries are refused with 503.
    await vi.waitUntil(async () => (await statusOf(suggestions)) === 200, 30_000)
    for (let round = 0; round < 120; round++) expect(await statusOf(path)).toBe(200)
    expect(await statusOf('/api/contents/search?q=y')).toBe(429)
    // The router decodes these to the same path.
    expect(await statusOf('/api/contents/%73earch/?q=z&type=line')).toBe(429)
    expect(await statusOf('/%61pi/contents/se%61rch?q=z')).toBe(429)
    expect(await statusOfTarget(limited, `${limited.origin}/api/contents/search/?q=z`)).toBe(429)
    // Searching the FAQ counts as a search; listing it does not.
    const questions = '/api/customer-services/faqs'
    expect(await statusOf(`${questions}/?q=x`)).toBe(429)
    expect(await statusOf(`${questions}?is_top=true&%71=x`)).toBe(429)
    expect(await statusOf(`${questions}/?is_top=true`)).toBe(200)
    expect(await statusOf(suggestions)).toBe(200)
    expect(await statusOf('/api/contents/categories/')).toBe(200)
  } finally {
    await limited.close()
  }
})

/** A free episode whose asset has `captions`. @returns the asset's id. */
async function makeCaptionedFilm(title: string, captions: string): Promise<number> {
  const { episode_ids } = await makeSeries(app, { title }, [{ is_free: true }])
  const { rows } = await app.pool.query<{ id: number }>(
    `with a as (
       insert into media_assets (source_name, state, duration, orientation, ready_at)
       values ('a', 'ready', 100, 'horizontal', now()) returning id
     ), c as (
       insert into media_caption_sources (asset_id, language, label, content)
       select id, 'ko', '한국어', $2 from a
     )
     update episodes set asset_id = a.id, video_state = 'ready' from a where episodes.id = $1 returning a.id`,
    [episode_ids[0], captions],
  )
  return rows[0]!.id
}

test('logs unreadable captions once and indexes the captions after them', async () => {
  const broken = await Promise.all(
    Array.from({ length: 12 }, (_, at) => makeCaptionedFilm(`${at}번 결함`, 'x')),
  )
  await makeCaptionedFilm('온전한 것', 'WEBVTT\n\n00:05.000 --> 00:06.000\n개구리 반찬')
  const warned: unknown[] = []
  const log = { info: () => {}, warn: (line: unknown) => warned.push(line) } as never
  for (let round = 0; round < 3; round++) await runSearchMaintenance({ ...app, log })
  expect(warned).toHaveLength(broken.length)
  expect(warned).toContainEqual(expect.objectContaining({ asset_id: broken[0], language: 'ko' }))
  expect(await find('개구리 반찬', { type: 'line' })).toMatchObject({ count: 1 })
})

describe('caption lines', () => {
  beforeAll(async () => {
    const captions = [
      'WEBVTT',
      '00:00:05.500 --> 00:00:07.000\n<i>무궁화 꽃이</i>\n피었습니다',
      // Within a minute, and after the preview of the paid films.
      '00:00:30.000 --> 00:00:32.000\n지는 편이 우리 편',
      '00:01:10.000 --> 00:01:12.000\n우린 깐부잖아 &amp; 친구',
    ].join('\n\n')
    for (const [title, is_free, more] of [
      ['모두의 것', true, {}],
      ['파는 것', false, {}],
      ['어른의 것', true, { age_rating: '19' }],
      ['숨긴 것', true, { is_hidden: true }],
    ] as const) {
      const { episode_ids } = await makeSeries(app, { title, ...more }, [{ is_free }])
      await app.pool.query(
        `with a as (
           insert into media_assets (source_name, state, duration, orientation, ready_at)
           values ('a', 'ready', 100, 'horizontal', now()) returning id
         ), c as (
           insert into media_caption_sources (asset_id, language, label, content)
           select id, 'ko', '한국어', $2 from a
         ), k as (
           insert into content_keys (asset_id, secret_ciphertext, preview_duration) select id, '', 10 from a
         )
         update episodes set asset_id = a.id from a where episodes.id = $1`,
        [episode_ids[0], captions],
      )
      await app.pool.query(`update episodes set video_state = 'ready' where id = $1`, episode_ids)
    }
    const log = { info: () => {}, warn: () => {} } as never
    await runSearchMaintenance({ ...app, log })
    await runSearchMaintenance({ ...app, log })
  })

  const lines = (q: string, more = {}) => find(q, { type: 'line', ...more })

  test('return their time and highlights, ignoring spaces, punctuation and keyboard layout', async () => {
    for (const q of ['꽃이 피었', '꽃이피었습니다', '꽃이 피었ㅅ', 'Rhcdl vldjT']) {
      const { results, count } = await lines(q)
      expect(count, q).toBe(2)
      expect(results[0]).toMatchObject({
        type: 'line',
        language: 'ko',
        seconds: 5.5,
        text: '무궁화 꽃이 피었습니다',
        episode: { number: 1, series: { title: '모두의 것' }, season: { number: 1 } },
      })
    }
    expect((await lines('꽃이피었')).results[0]).toMatchObject({
      highlights: [{ start: 4, end: 9 }],
    })
    expect((await lines('Rhcdl vldjT')).interpreted_as).toBe('꽃이 피었')
  })

  test('are limited to public parts of films', async () => {
    const { results } = await lines('깐부')
    expect(results).toMatchObject([
      { seconds: 70, text: '우린 깐부잖아 & 친구', episode: { series: { title: '모두의 것' } } },
    ])
    expect((await lines('우리 편')).results).toMatchObject([
      { seconds: 30, episode: { series: { title: '모두의 것' } } },
    ])
    expect((await lines('꽃이', { is_free: false })).results).toMatchObject([
      { episode: { series: { title: '파는 것' } } },
    ])
    expect(await lines('꽃')).toMatchObject({ count: 0 })
    expect(await lines('없는 말')).toMatchObject({ count: 0, results: [] })
  })
})

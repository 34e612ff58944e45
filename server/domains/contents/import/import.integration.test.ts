import { endpoints } from '#contract/index.ts'
import { createReadStream, existsSync } from 'node:fs'
import { Readable } from 'node:stream'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ContentsTestApp, openContentsTestApp } from '#test/fixtures/contents.ts'
import { importCatalogue, readLines } from './import-catalogue.ts'

const { readSeries, listEpisodes } = endpoints.contents

let app: ContentsTestApp
beforeAll(async () => {
  app = await openContentsTestApp()
})
afterAll(() => app.close())

let lastId = 0
/** A valid catalogue line of a public work; `more` overrides its fields. */
function work(more: Record<string, unknown> = {}) {
  return {
    id: ++lastId,
    title: `들어온 작품 ${lastId}`,
    title_original: null,
    year: 1999,
    age_rating: '12',
    is_unpublished: false,
    genres: ['드라마'],
    countries: ['한국'],
    people: [
      { name: '둘째', name_original: 'Second', leading: false },
      { name: '첫째', name_original: 'First', leading: true },
    ],
    ratings: { count: 10, mean: 9 },
    reviews: [{ rating: 4.5, context: '좋아요', created_at: '2015-08-17' }],
    ...more,
  }
}

async function importWorks(
  works: (object | string)[],
  onFile?: (episode_id: number, file: string) => Promise<void>,
) {
  const text = works.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n')
  return importCatalogue(readLines(Readable.from([Buffer.from(text)])), {
    transact: app.transact,
    now: app.clock.now(),
    ...(onFile ? { onFile } : {}),
  })
}

const idOf = ({ id }: { id: number }) => {
  const rows = app.db.selectFrom('series').select('id')
  return rows.where('import_key', '=', `catalogue:${id}`).executeTakeFirstOrThrow()
}

/** Reads a work as the public does once its films are ready. */
async function readStored(line: { id: number }) {
  const row = await idOf(line)
  await app.pool.query(
    `update episodes set video_state = 'ready' where series_id = $1 and video_state = 'none'`,
    [row.id],
  )
  const series = await app.call(readSeries, { id: row.id })
  const episodes = await app.call(listEpisodes, {
    query: { series: row.id, ordering: 'number' },
  })
  return { ...series.value, episodes: episodes.value.results }
}

/** All rows that an import may write, with their row versions (`xmin`). */
async function readAllRows() {
  const tables = [
    'series',
    'seasons',
    'episodes',
    'people',
    'credits',
    'series_listings',
    'listing_counts',
  ]
  return Promise.all(
    tables.map(
      async (table) => (await app.pool.query(`select xmin, * from ${table} order by 2, 3, 4`)).rows,
    ),
  )
}

test('imports a work without seasons as a film', async () => {
  const film = work({ title: '  빈집  ', year: 2004 })
  expect(await importWorks([film])).toEqual({
    read: 1,
    added: 1,
    changed: 0,
    unchanged: 0,
    refused: [],
    unread: [],
  })
  expect(await readStored(film)).toMatchObject({
    title: '빈집',
    is_series: false,
    released_on: '2004-01-01',
    age_rating: '12',
    // External ratings do not count as reviews.
    rating_average: null,
    review_count: 0,
    categories: [{ name: '영화' }, { name: '국내' }],
    people: [{ name: '첫째', role: 'cast' }, { name: '둘째' }],
    season_count: 1,
    episodes: [{ number: 1, is_free: false }],
  })
})

test('imports seasons with their episodes, and passes episode files on until they have an asset', async () => {
  const drama = work({
    synopsis: '두 시즌',
    categories: ['드라마', 8, '해외'],
    seasons: [
      {
        number: 2,
        title: '돌아온 시즌',
        episodes: [{ number: 1, price: 1500, in_subscription: false }],
      },
      {
        number: 1,
        episodes: [
          {
            number: 2,
            title: '둘째 화',
            synopsis: '이어서',
            runtime: 600,
            orientation: 'vertical',
          },
          { number: 1, is_free: true, file: 'films/첫 화.mp4' },
        ],
      },
    ],
  })
  const files: [number, string][] = []
  const take = async (id: number, file: string) => void files.push([id, file])
  await importWorks([drama], take)
  const series = await readStored(drama)
  expect(series).toMatchObject({
    is_series: true,
    categories: [{ id: 1 }, { id: 8 }, { id: 5 }],
    seasons: [
      { number: 1, title: '시즌 1', episode_count: 2 },
      { number: 2, title: '돌아온 시즌', episode_count: 1 },
    ],
  })
  expect(series.episodes).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ title: '1화', is_free: true, price: 0 }),
      expect.objectContaining({
        title: '둘째 화',
        runtime: 600,
        episode_video_orientation: 'vertical',
      }),
      expect.objectContaining({ price: 1500, in_subscription: false }),
    ]),
  )
  const first = series.first_episode_id ?? 0
  expect(files).toEqual([[first, 'films/첫 화.mp4']])

  await importWorks([drama], take)
  expect(files).toHaveLength(2)
  const asset = await app.pool.query(
    `insert into media_assets (source_name) values ('첫 화') returning id`,
  )
  await app.pool.query('update episodes set asset_id = $1 where id = $2', [asset.rows[0].id, first])
  await importWorks([drama], take)
  expect(files).toHaveLength(2)
})

test('writes no row and notifies nothing in a second run', async () => {
  const works = [
    work(),
    work({ seasons: [{ number: 1, episodes: [{ number: 1 }, { number: 2, is_free: true }] }] }),
    work({ people: [], ratings: null, year: null, title_original: 'Twice' }),
    work({ title: '가'.normalize('NFD') + ' 조합', synopsis: '줄거리' }),
  ]
  expect((await importWorks(works)).added).toBe(4)
  const before = await readAllRows()
  await app.told()
  expect(await importWorks(works)).toMatchObject({ read: 4, unchanged: 4, refused: [], unread: [] })
  expect(await readAllRows()).toEqual(before)
  expect(await app.told()).toEqual([])
})

test('keeps the data of members and of the encoder in a second run', async () => {
  const film = work({ seasons: [{ number: 1, episodes: [{ number: 1, runtime: 100 }] }] })
  await importWorks([film])
  const { id, first_episode_id } = await readStored(film)
  await app.pool.query(
    'update series set review_count = 10, rating_sum = 10, viewer_count = 7 where id = $1',
    [id],
  )
  const asset = await app.pool.query(
    `insert into media_assets (source_name) values ('본편') returning id`,
  )
  await app.pool.query('update episodes set asset_id = $1, runtime = 96 where id = $2', [
    asset.rows[0].id,
    first_episode_id,
  ])
  expect(await importWorks([film])).toMatchObject({ unchanged: 1 })
  expect(await readStored(film)).toMatchObject({
    rating_average: 0.5,
    viewer_count: 7,
    episodes: [{ runtime: 96 }],
  })
})

test('updates a work from a changed line and keeps omitted fields', async () => {
  const drama = work({
    synopsis: '처음',
    seasons: [{ number: 1, episodes: [{ number: 1 }, { number: 2, title: '둘째' }] }],
  })
  await importWorks([drama])
  const { seasons: _, synopsis: __, ...rest } = drama as Record<string, unknown>
  const edited = { ...rest, id: drama.id, title: '고친 제목', people: [{ name: '새 사람' }] }
  expect(await importWorks([edited])).toMatchObject({ added: 0, changed: 1 })
  expect(await readStored(drama)).toMatchObject({
    title: '고친 제목',
    synopsis: '처음',
    is_series: true,
    people: [{ name: '새 사람' }],
    episodes: [{ title: '1화' }, { title: '둘째' }],
  })
  const free = { ...edited, seasons: [{ number: 1, episodes: [{ number: 2, is_free: true }] }] }
  expect(await importWorks([free])).toMatchObject({ changed: 1 })
  expect((await readStored(drama)).episodes).toMatchObject([
    { is_free: false },
    { title: '둘째', is_free: true },
  ])
})

test('keeps omitted fields and clears null fields', async () => {
  const full = work({
    title_original: 'As it was',
    genres: ['애니메이션'],
    countries: ['대한민국', '일본'],
    is_dubbed: true,
    seasons: [{ number: 1, episodes: [{ number: 1 }, { number: 2 }] }],
  })
  await importWorks([full])
  const edit = { id: full.id, title: '제목만 고친 작품', age_rating: '12' }
  expect(await importWorks([edit])).toMatchObject({ changed: 1 })
  const kept = {
    title: edit.title,
    title_original: 'As it was',
    released_on: '1999-01-01',
    rating_average: null,
    is_dubbed: true,
    people: [{ name: '첫째' }, { name: '둘째' }],
  }
  const named = (names: string[]) => names.map((name) => ({ name }))
  const expectCategories = async (...names: string[]) =>
    expect(await readStored(full)).toMatchObject({ ...kept, categories: named(names) })
  await expectCategories('애니메이션', '국내', '해외')
  expect(await importWorks([edit])).toMatchObject({ unchanged: 1 })

  await importWorks([{ ...edit, genres: ['예능'] }])
  await expectCategories('예능', '국내', '해외')
  await importWorks([{ ...edit, countries: ['일본'] }])
  await expectCategories('예능', '해외')

  await importWorks([{ ...edit, title_original: null, year: null, ratings: null, people: [] }])
  const cleared = { title_original: null, released_on: null, rating_average: null, people: [] }
  expect(await readStored(full)).toMatchObject({ ...cleared, categories: named(['예능', '해외']) })
})

test('reports invalid lines with their reasons and imports the others', async () => {
  const bad: [string | object, string][] = [
    ['{"id": 1,', 'JSON 형식이 아니에요'],
    ['[]', '작품 하나를 담은 JSON 객체가 아니에요'],
    ['null', '작품 하나를 담은 JSON 객체가 아니에요'],
    [work({ title: undefined }), 'title: 값이 없어요'],
    [work({ title: ' ' }), 'title: 비어 있어요'],
    [work({ title: 'a\0b' }), 'title: 쓸 수 없는 글자(NUL이나 깨진 글자)가 있어요'],
    [work({ title: 12 }), 'title: 글자여야 해요'],
    [work({ title: '가'.repeat(201) }), 'title: 200자를 넘어요'],
    [
      JSON.stringify(work()).replace('들어온', '\\ud800'),
      'title: 쓸 수 없는 글자(NUL이나 깨진 글자)가 있어요',
    ],
    [
      JSON.stringify(work()).replace('들어온', '\uFFFD'),
      '깨진 글자가 있어요. UTF-8로 저장해 주세요',
    ],
    [`{"id":1,"title":"${'가'.repeat(5_000_000)}"}`, '한 줄이 너무 길어요 (최대 4,194,304자)'],
    [work({ id: 'x' }), 'id: 숫자여야 해요'],
    [work({ id: 1.5 }), 'id: 정수여야 해요'],
    [work({ age_rating: '18' }), 'age_rating: 다음 중 하나여야 해요: 12, 15, 19, ALL'],
    [work({ year: '1999' }), 'year: 숫자여야 해요'],
    [work({ poster: 'x.jpg' }), '모르는 항목이에요: poster'],
    [
      work({ people: [{ name: '이름', leading: 'yes' }] }),
      'people[0].leading: true나 false여야 해요',
    ],
    [work({ ratings: { count: 1, mean: 11 } }), 'ratings.mean: 10 이하여야 해요'],
    [
      work({ reviews: [{ rating: 4.2, context: '', created_at: '2015-01-01' }] }),
      'reviews[0].rating: 0.5 단위여야 해요',
    ],
    [work({ categories: ['없는 것'] }), 'categories[0]: 다음 중 하나여야 해요'],
    [work({ genres: '드라마' }), 'genres: 목록이어야 해요'],
    [
      work({ seasons: [{ number: 1, episodes: [{ number: 1 }, { number: 1 }] }] }),
      'seasons[0].episodes: 화 번호가 겹쳐요',
    ],
    [
      work({ seasons: [{ number: 1, episodes: [{ number: 1, is_free: true, price: 100 }] }] }),
      'seasons[0].episodes[0].price: 무료인 화에 가격이 있어요',
    ],
    [
      work({ seasons: [{ number: 1, episodes: [{ number: 1, in_subscription: false }] }] }),
      'seasons[0].episodes[0].in_subscription: 무료도, 이용권도, 판매도 아니에요',
    ],
  ]
  const good = work()
  const twice = { ...work(), id: good.id }
  const result = await importWorks([good, ...bad.map(([line]) => line), twice, '', work()])
  expect(result).toMatchObject({ read: bad.length + 3, added: 2, changed: 0, unchanged: 0 })
  const reasons = [...bad.map(([, reason]) => reason), 'id: 1번째 줄에 이미 있는 작품이에요']
  expect(result.refused).toEqual(
    reasons.map((reason, index) => ({ line: index + 2, reason: expect.stringContaining(reason) })),
  )
})

test('reports a line that only the database rejects and imports the rest of its batch', async () => {
  // A concurrent edit of the episode makes the valid line violate a constraint.
  const free = work({ seasons: [{ number: 1, episodes: [{ number: 1, is_free: true }] }] })
  await importWorks([free])
  const sold = {
    ...free,
    seasons: [{ number: 1, episodes: [{ number: 1, is_free: false, price: 0 }] }],
  }
  await app.pool.query(
    `update episodes set in_subscription = false where series_id = (select id from series where import_key = $1)`,
    [`catalogue:${free.id}`],
  )
  const result = await importWorks([work(), sold, work(), work()])
  expect(result).toMatchObject({ added: 3, refused: [{ line: 2 }] })
  expect(result.refused[0]?.reason).toContain('is_obtainable')
})

test('counts each line once, and an unreadable film apart from it', async () => {
  const film = work({ seasons: [{ number: 1, episodes: [{ number: 1, file: 'gone.mp4' }] }] })
  const fail = async () => {
    throw Object.assign(new Error('no such file'), { code: 'ENOENT' })
  }
  const unread = [{ line: 1, reason: expect.stringContaining('gone.mp4') as string }]
  const counts = { added: 0, changed: 0, unchanged: 0, refused: [], unread }
  expect(await importWorks([film], fail)).toMatchObject({ ...counts, added: 1 })
  expect(await importWorks([film], fail)).toMatchObject({ ...counts, unchanged: 1 })
})

const encodings = ['utf-8', 'utf-16le', 'cp949'] as const
test.for(encodings)('accepts CRLF and chunks of %s cut at any byte', async (encoding) => {
  const [first, second] = [work({ title: '똠양꿍의 밤' }), work()]
  const text = `${encoding === 'cp949' ? '' : '\uFEFF'}${JSON.stringify(first)}\r\n\r\n${JSON.stringify(second)}\r\n`
  const bytes = iconv.encode(text, encoding)
  const chunks = Array.from(bytes, (byte) => Uint8Array.of(byte))
  const result = await importCatalogue(readLines(Readable.from([...chunks, Buffer.of(0x1a)])), {
    transact: app.transact,
    now: app.clock.now(),
  })
  expect(result).toEqual({ read: 2, added: 2, changed: 0, unchanged: 0, refused: [], unread: [] })
  expect((await readStored(first)).title).toBe('똠양꿍의 밤')
})

test('knows categories by the names that staff gave them', async () => {
  await app.pool.query(`update categories set name = '버라이어티쇼' where id = 4`)
  await app.pool.query(`insert into categories (id, name, position) values (9, '사극', 99)`)
  const result = await importWorks([
    work({ categories: ['버라이어티쇼', '사극'] }),
    work({ categories: ['예능'] }),
  ])
  expect(result).toMatchObject({ added: 1, refused: [{ line: 2 }] })
  expect(result.refused[0]?.reason).toContain('4 버라이어티쇼')
})

const films = process.env['SEARCH_TITLES_FILE'] ?? ''
test.skipIf(!existsSync(films))(
  'imports six hundred real films (skipped unless SEARCH_TITLES_FILE is set)',
  async () => {
    const importAll = () =>
      importCatalogue(readLines(createReadStream(films)), {
        transact: app.transact,
        now: app.clock.now(),
      })
    const first = await importAll()
    expect(first.added + first.refused.length).toBe(600)
    expect(await importAll()).toMatchObject({ added: 0, changed: 0, unchanged: first.added })
  },
)

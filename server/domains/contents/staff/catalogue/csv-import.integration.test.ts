import { TextEncoding } from '#contract/core/fields.ts'
import { endpoints } from '#contract/index.ts'
import { type ImportReport, maxImportRows } from '#contract/contents/staff/catalogue-import.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodeText } from '#server/shared/decode-text.ts'
import { readCsv } from './read-import-csv.ts'

const { studio_catalogue: calls } = endpoints

let app: TestApp
let staff: TestMember
beforeAll(async () => {
  app = await openTestApp()
  staff = await makeMember(app, { is_staff: true, username: '편도현' })
})
afterAll(() => app?.close())

async function send(file: string | Uint8Array, dry_run = false) {
  const response = await staff.fetch(`/api/studio/works/import/?dry_run=${dry_run}`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: file as never,
  })
  return { status: response.status, answer: (await response.json()) as ImportReport }
}
const csv = (...lines: string[]) => lines.join('\r\n')
const head =
  'work,kind,title,year,age_rating,categories,season,episode,episode_title,price,is_free,in_subscription,is_dubbed'

const drama = csv(
  head,
  '봄,시리즈,"봄이 오면, 우리",2026,12,"드라마, 국내",1,1,첫 만남,0,예,아니요,예',
  '봄,,,,,,1,2,,"1,500",아니요,예,',
  '밤,영화,긴 밤,2025,19,영화,,,,"3,000",,아니요,',
)

const everything = async () =>
  (await app.pool.query(`select xmin, id, title from series order by id`)).rows

test('reports the result of each row in a dry run without changing anything', async () => {
  const before = await everything()
  const { answer } = await send(drama, true)
  expect(answer).toMatchObject({ added: 3, changed: 0, unchanged: 0, refused: 0 })
  expect(answer.lines[1]).toMatchObject({ line: 3, name: '봄이 오면, 우리 2화', state: 'added' })
  expect(await everything()).toEqual(before)
})

test('imports works and episodes and changes nothing when repeated', async () => {
  expect((await send(drama)).answer).toMatchObject({ added: 3, refused: 0 })
  const before = await everything()
  const acts = await staff.call(endpoints.studio.listAuditLog, { query: {} })
  expect((await send(drama)).answer).toMatchObject({ added: 0, changed: 0, unchanged: 3 })
  expect((await send(drama, true)).answer).toMatchObject({ unchanged: 3 })
  expect(await everything()).toEqual(before)
  expect((await staff.call(endpoints.studio.listAuditLog, { query: {} })).count).toBe(acts.count)
  const { results } = await staff.call(calls.listWorks, { query: { q: '봄이오면' } })
  const work = await staff.call(calls.readWork, { params: { id: results[0]?.id ?? 0 } })
  expect(work).toMatchObject({
    is_series: true,
    is_dubbed: true,
    age_rating: '12',
    category_ids: [1, 6],
    released_on: '2026-01-01',
    state: 'hidden',
    seasons: [
      {
        episodes: [
          { title: '첫 만남', is_free: true, price: 0, in_subscription: false },
          { title: '2화', is_free: false, price: 1_500, in_subscription: true },
        ],
      },
    ],
  })
})

test('reports a bad row by number, column and reason and imports the rest', async () => {
  const { answer } = await send(
    csv(
      head,
      '가,시리즈,,2026,13,드라마,,,,,,',
      '999999999,,새 제목,,,,,,,,,',
      '나,영화,나,2026,ALL,멜로,,,,,,',
      '다,영화,다,이천,ALL,영화,2,1,,,,',
      '',
      '라,영화,라,2026,ALL,영화,,,,100,예,',
      '마,영화,마,2026,ALL,영화,,2,,100,,',
      '바,영화,바,2026,ALL,영화,,,,100,,',
    ),
  )
  const errors = answer.lines.map(
    ({ line, state, faults }) =>
      `${line} ${state} ${faults.map(({ column, detail }) => `${column}: ${detail}`).join('; ')}`,
  )
  expect(errors).toEqual([
    '2 refused age_rating: 다음 중 하나여야 해요: 12, 15, 19, ALL',
    '3 refused work: 그런 번호의 작품이 없어요',
    expect.stringMatching(/^4 refused categories: 다음 중 하나여야 해요/),
    '5 refused year: 숫자로 써 주세요',
    '7 refused price: 무료인 화에 가격이 있어요',
    '8 refused episode: 영화에는 시즌이나 화를 더할 수 없어요',
    '9 added ',
  ])
  expect((await everything()).filter(({ title }) => ['라', '마'].includes(title))).toEqual([])
})

test('imports its own export without changes, including formulas', async () => {
  const made = await staff.call(calls.createWork, {
    body: { title: '=1+1 "따옴표", 쉼표', is_series: false, age_rating: 'ALL', category_ids: [2] },
  })
  const response = await staff.fetch('/api/studio/works/export/?q=' + encodeURIComponent('따옴표'))
  const text = await response.text()
  expect(response.headers.get('content-disposition')).toContain('attachment')
  expect(text).toContain(`${made.id},영화,"'=1+1 ""따옴표"", 쉼표"`)
  expect((await send(text)).answer).toMatchObject({
    added: 0,
    changed: 0,
    unchanged: 1,
    refused: 0,
  })
  const edited = text.replace('쉼표', '마침표')
  expect((await send(edited, true)).answer.lines[0]).toMatchObject({
    state: 'changed',
    changes: [{ column: 'title', before: '=1+1 "따옴표", 쉼표', after: '=1+1 "따옴표", 마침표' }],
  })
})

test('reads every encoding of Korean files and names it', async () => {
  for (const encoding of TextEncoding.options) {
    const { answer } = await send(iconv.encode('work,title\n1000,똠양꿍의 밤', encoding), true)
    expect(answer).toMatchObject({ encoding, lines: [{ name: '똠양꿍의 밤' }] })
  }
})

test('refuses a row with an unreadable character', async () => {
  const file = Buffer.from('work,title\n1000,밤의 노래').subarray(0, -1)
  const { answer } = await send(file)
  expect(answer).toMatchObject({ encoding: 'utf-8', lines: [{ line: 2, state: 'refused' }] })
  expect(answer.lines[0]?.faults[0]?.column).toBe('title')
})

test('reports unknown columns, broken quotes and binary files', async () => {
  const fault = async (file: string) => (await send(file)).answer.lines[0]
  expect(await fault('work,이름\n1,a')).toMatchObject({
    line: 1,
    faults: [{ column: '이름', detail: '모르는 열이에요' }],
  })
  expect(await fault('work,title\n1,"열린 따옴표')).toMatchObject({ state: 'refused' })
  expect((await send(new Uint8Array([0, 1, 2, 255]))).status).toBe(422)
})

test('refuses too many rows without parsing all of them', async () => {
  const { answer } = await send(`work,title\n${'a\n'.repeat(1_500_000)}`)
  expect(answer.lines).toMatchObject([{ line: 2_002, state: 'refused' }])
})

test('rejects names of Object.prototype members as enum and boolean values', async () => {
  const { answer } = await send(`${head}\n말,constructor,말,2026,12,드라마,,,,,toString,`, true)
  expect(answer.lines[0]?.faults.map(({ column }) => column).sort()).toEqual(['is_free', 'kind'])
})

/** Reads the schedule of a work by its title, as stored. */
const scheduleOf = async (title: string) =>
  (
    await app.pool.query(
      'select is_hidden, is_unpublished, publish_at, unpublish_at, territories, licence_notes from series where title = $1',
      [title],
    )
  ).rows[0]

test('sets publication, territories and licence notes, which the export returns', async () => {
  const licensed = csv(
    'work,kind,title,age_rating,episode,is_unpublished,publish_at,unpublish_at,territories,licence_notes',
    '허가,시리즈,허가받은 작품,ALL,1,아니요,2024-01-01,2100. 1. 31. 09:30,"한국, 일본","계약 12호, ""독점"""',
    '허가,,,,2,,,,,',
  )
  const check = await send(licensed, true)
  expect(check.answer.lines[0]?.changes).toEqual(
    expect.arrayContaining([
      { column: 'publish_at', before: '', after: '2024-01-01 00:00' },
      { column: 'unpublish_at', before: '', after: '2100-01-31 09:30' },
      { column: 'territories', before: '', after: '한국, 일본' },
    ]),
  )
  expect((await send(licensed)).answer).toMatchObject({ read: 2, added: 2 })
  expect(await scheduleOf('허가받은 작품')).toMatchObject({
    is_hidden: false,
    is_unpublished: false,
    publish_at: '2023-12-31T15:00:00.000Z',
    unpublish_at: '2100-01-31T00:30:00.000Z',
    territories: '한국, 일본',
    licence_notes: '계약 12호, "독점"',
  })
  const { rows } = await app.pool.query(
    `select e.is_hidden from episodes e join series s on s.id = e.series_id where s.title = '허가받은 작품'`,
  )
  expect(rows).toEqual([{ is_hidden: false }, { is_hidden: false }])

  const exported = await (
    await staff.fetch(`/api/studio/works/export/?q=${encodeURIComponent('허가받은')}`)
  ).text()
  expect(exported).toContain(
    '아니요,2024-01-01 00:00,2100-01-31 09:30,"한국, 일본","계약 12호, ""독점"""',
  )
  expect((await send(exported)).answer).toMatchObject({ read: 2, unchanged: 2 })
})

test('shows licence notes and territories to no viewer', async () => {
  await send(
    csv(
      'work,kind,title,age_rating,is_unpublished,territories,licence_notes',
      '비밀,영화,비밀 계약 작품,ALL,아니요,은밀한 권역,은밀한 메모',
    ),
  )
  const { rows } = await app.pool.query(
    `update episodes set video_state = 'ready' where series_id = (select id from series where title = '비밀 계약 작품') returning series_id, id`,
  )
  const { series_id, id } = rows[0]
  for (const path of [
    `/api/contents/series/${series_id}/`,
    '/api/contents/series/',
    `/api/contents/episodes/?series=${series_id}`,
    `/api/contents/episodes/${id}/`,
  ]) {
    const response = await fetch(`${app.origin}${path}`)
    const text = await response.text()
    expect(text).toContain('비밀 계약 작품')
    expect(text).not.toMatch(/은밀한|territories|licence_notes/)
  }
})

test('publishes at an instant, clears it, and refuses times that are none or in the wrong order', async () => {
  const head = 'work,kind,title,age_rating,publish_at,unpublish_at'
  await send(csv(head, '예약,영화,예약한 작품,ALL,2100-01-01 09:00,'))
  expect(await scheduleOf('예약한 작품')).toMatchObject({
    is_hidden: true,
    is_unpublished: false,
    publish_at: '2100-01-01T00:00:00.000Z',
  })
  await send(csv('work,is_unpublished,publish_at', '예약,예,없음'))
  expect(await scheduleOf('예약한 작품')).toMatchObject({ is_unpublished: true, publish_at: null })
  const { answer } = await send(
    csv(
      head,
      '때1,영화,때,ALL,내일,',
      '때2,영화,때,ALL,2026-02-30,',
      '때3,영화,때,ALL,2027-01-01,2026-01-01',
      '때4,영화,때,ALL,2027-01-01T00:00:00+09:00,',
    ),
  )
  expect(answer).toMatchObject({ read: 4, added: 1, changed: 0, unchanged: 0, refused: 3 })
  expect(answer.lines.map(({ faults }) => faults[0]?.column)).toEqual([
    'publish_at',
    'publish_at',
    'unpublish_at',
    undefined,
  ])
})

const rows = [
  ['work', 'title', 'synopsis', 'price'],
  ['1000', '쉼표, 세미콜론; 탭\t과 "따옴표"', '첫 줄\n둘째 줄\r\n셋째 줄', '1,500'],
  ['1001', "'=1+1", '', ''],
]
const asWritten = (delimiter: string, lineEnd: string) =>
  rows
    .map((row) =>
      row
        .map((cell) => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
        .join(delimiter),
    )
    .join(lineEnd)

test.each([
  ['commas', asWritten(',', '\r\n')],
  ['semicolons', asWritten(';', '\r\n')],
  ['tabs', asWritten('\t', '\n')],
  ['a line for Excel', `sep=;\r\n${asWritten(';', '\r\n')}`],
  ['empty columns at the end', asWritten(',', '\r\n').replaceAll('\r\n1', ',,\r\n1')],
])('reads the cells of a file with %s', (_, text) => {
  for (const encoding of ['utf-8', 'utf-16le', 'cp949']) {
    const read = readCsv(decodeText(iconv.encode(text, encoding))!, 10)
    expect(read).toEqual({
      encoding,
      preview: expect.stringContaining('쉼표, 세미콜론') as string,
      lines: [
        {
          line: 2,
          hasUnnamedCells: false,
          cells: { work: '1000', title: rows[1]?.[1], synopsis: rows[1]?.[2], price: '1,500' },
        },
        { line: 3, hasUnnamedCells: false, cells: { work: '1001', title: '=1+1' } },
      ],
    })
  }
})

test('refuses a row with more cells than columns', async () => {
  const { answer } = await send('work,title\n1000,밤, 그리고 낮\n', true)
  expect(answer.lines[0]?.faults[0]?.detail).toContain('열 이름보다 칸이 많아요')
})

test('refuses the rows of a file of two encodings that are in the other one', async () => {
  const parts = [
    iconv.encode('work,title\n1000,첫 번째 이야기가 시작되는 밤\n', 'cp949'),
    Buffer.from('1001,두 번째 이야기\n'),
    iconv.encode('1002,세 번째 이야기와 네 번째 이야기\n', 'cp949'),
  ]
  const { answer } = await send(Buffer.concat(parts), true)
  expect(answer.encoding).toBe('cp949')
  const unreadable = answer.lines.filter(({ faults }) => faults[0]?.detail.includes('깨진 글자'))
  expect(unreadable.map(({ line }) => line)).toEqual([3])
})

const ndjson = (...works: object[]) => works.map((work) => JSON.stringify(work)).join('\n')

test('imports one JSON object per line, and changes nothing when repeated', async () => {
  const work = {
    id: 7_001,
    title: '밤의 우체국',
    age_rating: '12',
    countries: ['대한민국'],
    seasons: [{ number: 1, episodes: [{ number: 1, title: '첫 편지', price: 1_500 }] }],
  }
  const film = { number: 1, title: '영화', file: 'films/1.mp4' }
  const file = ndjson(
    work,
    { ...work, title: '다른 작품' },
    { id: 7_002, title: '필름', age_rating: '12', seasons: [{ number: 1, episodes: [film] }] },
    { id: 7_003, title: '등급이 없어요' },
  )
  const expected = {
    read: 4,
    added: 1,
    refused: 3,
    lines: [
      { line: 1, state: 'added', name: '밤의 우체국' },
      { line: 2, state: 'refused', faults: [{ column: 'id' }] },
      { line: 3, state: 'refused', faults: [{ column: 'file' }] },
      { line: 4, state: 'refused', faults: [{ detail: expect.stringContaining('age_rating') }] },
    ],
  }
  expect((await send(file, true)).answer).toMatchObject(expected)
  expect((await send(file, true)).answer).toMatchObject(expected)
  expect((await send(iconv.encode(file, 'cp949'))).answer).toMatchObject({
    ...expected,
    encoding: 'cp949',
  })
  const { results } = await staff.call(calls.listWorks, { query: { q: '밤의 우체국' } })
  expect(results).toMatchObject([{ title: '밤의 우체국', state: 'hidden' }])
  expect((await send(file)).answer).toMatchObject({ added: 0, unchanged: 1, refused: 3 })
})

test('records what a JSON line changes in the audit log, and refuses too many lines', async () => {
  const work = (title: string, price: number) =>
    ndjson({
      id: 7_010,
      title,
      age_rating: '12',
      seasons: [{ number: 1, episodes: [{ number: 1, title: '첫 편지', price }] }],
    })
  await send(work('등대', 1_000))
  expect((await send(work('등대지기', 1_200))).answer).toMatchObject({
    lines: [
      {
        state: 'changed',
        changes: [
          { column: 'title', before: '등대', after: '등대지기' },
          { column: 'episode', before: '1-1 첫 편지, 1000원', after: '1-1 첫 편지, 1200원' },
        ],
      },
    ],
  })
  const owner = await makeMember(app, { is_staff: true })
  const { results } = await owner.call(endpoints.studio.listAuditLog, { query: {} })
  expect(results.slice(0, 2)).toMatchObject([
    {
      kind: 'catalogue.work_changed',
      reason: 'NDJSON 1번째 줄',
      before: { title: '등대', episode_lines: ['1-1 첫 편지, 1000원'] },
      after: { title: '등대지기', episode_lines: ['1-1 첫 편지, 1200원'] },
    },
    { kind: 'catalogue.work_added', before: null, after: { title: '등대' } },
  ])
  const lines = ndjson(
    ...Array.from({ length: maxImportRows + 1 }, (_, at) => {
      return { id: at + 8_000, title: '너무 많아요', age_rating: '12' }
    }),
  )
  expect((await send(lines)).answer).toMatchObject({
    read: 1,
    added: 0,
    lines: [{ line: maxImportRows + 1, state: 'refused' }],
  })
})

import { subjectCodes } from '#contract/customer-services/customer-services.ts'
import { endpoints } from '#contract/index.ts'
import { toPlainText } from '#contract/customer-services/rich-text.ts'
import { seedCatalogue } from '#seed/seed-catalogue.ts'
import { openTestApp, type TestApp, openTestAppForTest } from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const calls = endpoints.customer_services
let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
  await seedCatalogue(app.transact, app.clock.now())
})
afterAll(() => app?.close())

type FaqQuery = Record<string, string | number | boolean>
const faqs = (testApp: TestApp, query: FaqQuery) => testApp.call(calls.listFaqs, { query })

/** Reads all pages of a list. */
async function pages(testApp: TestApp, query: FaqQuery) {
  const results = []
  for (let page = 1; ; page++) {
    const answer = await faqs(testApp, { ...query, offset: (page - 1) * 6, limit: 6 })
    results.push(...answer.results)
    if (answer.results.length < 6) return { count: answer.count, results }
  }
}

test('lists seven subjects in order', async () => {
  const subjects = await app.call(calls.listSubjects, {})
  expect(subjects.map(({ code }) => code)).toEqual(subjectCodes)
  expect(subjects[1]).toEqual({ id: 2, code: 'payment', name: '결제/환불' })
})

test('pages the questions of each subject and locates the page of a linked one', async () => {
  for (const { id, code } of await app.call(calls.listSubjects, {})) {
    const { count, results } = await pages(app, { subject_id: id })
    expect(count).toBeGreaterThanOrEqual(8)
    expect(results).toHaveLength(count)
    expect(new Set(results.map((faq) => faq.id)).size).toBe(count)
    expect(results.every((faq) => faq.subject_code === code)).toBe(true)
    for (const [offset, { matched_title, matched_context, ...faq }] of results.entries()) {
      expect([matched_title, matched_context]).toEqual([[], []])
      expect(await app.call(calls.readFaq, { params: { id: faq.id } })).toEqual({
        ...faq,
        offset,
      })
    }
  }
  expect(await faqs(app, { subject_id: 99 })).toEqual({ count: 0, results: [] })
  const top = await faqs(app, { is_top: true, limit: 100 })
  expect(top.count).toBeGreaterThanOrEqual(6)
})

test('finds matches in all subjects, titles first, with highlights', async () => {
  const { count, results } = await pages(app, { q: '환불은' })
  expect(count).toBeGreaterThan(5)
  expect(new Set(results.map((faq) => faq.subject_code)).size).toBeGreaterThan(2)
  const inTitle = results.map((faq) => faq.matched_title.length > 0)
  expect(inTitle.lastIndexOf(true)).toBeLessThan(inTitle.indexOf(false))
  for (const faq of results) {
    const cut = (text: string, matches: { start: number; end: number }[]) =>
      matches.map(({ start, end }) => text.slice(start, end))
    const shown = [
      ...cut(faq.title, faq.matched_title),
      ...cut(toPlainText(faq.context), faq.matched_context),
    ]
    expect(shown.length).toBeGreaterThan(0)
    expect(shown.every((text) => text === '환불')).toBe(true)
  }
})

test.each([
  ['비밀번호를 잊어버렸어요', '비밀번호를 잊어버렸어요'],
  ['자동결제 그만두기', '이용권 자동 결제를 그만두고 싶어요.'],
  ['동시에 몇 대', '몇 대에서 동시에'],
  ['PDF 첨부', '어떤 파일을 첨부할 수 있나요?'],
  ['단축키', '키보드로 조작할 수 있나요?'],
])('lists the answer to %s first', async (q, title) => {
  expect((await faqs(app, { q })).results[0]?.title).toContain(title)
})

test.each(['%', '_', '\\', "'", '<script>', '없는말없는말', '\u202e', '?', ' . ', '%환불%'])(
  'searches for %j literally and finds nothing',
  async (q) => {
    expect(await faqs(app, { q })).toEqual({ count: 0, results: [] })
  },
)

test('rejects text that PostgreSQL cannot store', async () => {
  expect((await app.fetch('/api/customer-services/faqs/?q=a%00b')).status).toBe(400)
})

test('lists pinned notices first, then the newest, each with its neighbours', async () => {
  const { count, results } = await app.call(calls.listAnnouncements, { query: {} })
  expect(count).toBeGreaterThanOrEqual(6)
  expect(results.map(({ is_pinned }) => is_pinned).lastIndexOf(true)).toBe(1)
  const dates = results.filter(({ is_pinned }) => !is_pinned).map(({ created_at }) => created_at)
  expect(dates).toEqual(dates.toSorted().reverse())
  const byDate = results.toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1))
  for (const [at, { id, title }] of byDate.entries()) {
    const announcement = await app.call(calls.readAnnouncement, { params: { id } })
    expect(announcement.title).toBe(title)
    expect([announcement.previous?.id, announcement.next?.id]).toEqual([
      byDate[at - 1]?.id,
      byDate[at + 1]?.id,
    ])
  }
})

test('publishes staff edits at once in all processes and removes hidden items', async () => {
  const path = '/api/customer-services/faqs/21/'
  const other = await app.another()
  const read = async (origin: string) =>
    (await fetch(origin + path)).json() as Promise<{ title: string }>
  const title = async () => [(await read(app.origin)).title, (await read(other)).title]
  const [before = ''] = await title()
  await app.pool.query('update faqs set title = $1 where id = 21', ['바뀐 질문'])
  await expect.poll(title).toEqual(['바뀐 질문', '바뀐 질문'])
  expect((await faqs(app, { q: '바뀐 질문' })).count).toBe(1)
  await app.pool.query('update faqs set is_hidden = true, title = $1 where id = 21', [before])
  await expect.poll(async () => (await fetch(other + path)).status).toBe(404)
  await app.pool.query('update faqs set is_hidden = false where id = 21')
  const notices = () => app.call(calls.listAnnouncements, { query: {} })
  const { count } = await notices()
  await app.pool.query('update announcements set is_hidden = true where id = 1')
  await expect.poll(async () => (await notices()).count).toBe(count - 1)
})

test('pages and searches a thousand questions quickly', async () => {
  const own = await openTestAppForTest()
  await own.pool.query(
    `insert into faqs (subject_id, title, context, position, created_at)
     select 1 + n % 7, '질문 ' || n, repeat('자주 묻는 말과 답이에요. ', 40) || '열쇠' || n, n, now()
     from generate_series(1, 1000) as n`,
  )
  const { count, results } = await pages(own, { subject_id: 2 })
  expect([count, results.length]).toEqual([143, 143])
  expect((await faqs(own, { q: '열쇠 777' })).results.map(({ title }) => title)).toEqual([
    '질문 777',
  ])
  expect((await faqs(own, { q: '자주 묻는' })).count).toBe(1_000)
})

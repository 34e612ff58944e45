import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { get, type IncomingMessage } from 'node:http'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportWorks } from './export-works.ts'

const works = 100
const episodesEach = 40

let app: TestApp
let staff: TestMember
beforeAll(async () => {
  app = await openTestApp()
  staff = await makeMember(app, { is_staff: true })
  // Insert in batches, each within the statement timeout.
  for (let part = 0; part < 10; part++)
    await app.pool.query(`
    with s as (insert into series (is_series, title, age_rating, synopsis)
        select true, '작품 ' || n, 'ALL', repeat('이야기 ', 50) from generate_series(1, ${works / 10}) n returning id),
      se as (insert into seasons (series_id, number, title) select id, 1, '시즌 1' from s returning id, series_id)
    insert into episodes (series_id, season_id, number, title, is_free, price)
      select series_id, id, n, n || '화', true, 0 from se, generate_series(1, ${episodesEach}) n`)
  await app.pool.query(
    `insert into series (is_series, title, age_rating, synopsis) values (true, '빈 작품', 'ALL', '')`,
  )
})
afterAll(() => app.close())

const chunksOf = async () => {
  const { bytes } = await exportWorks(app.db, {}, app.clock.now())
  if (Buffer.isBuffer(bytes)) throw new Error('a whole buffer')
  return bytes[Symbol.asyncIterator]()
}
/** Counts statements: each acquires a connection from the pool. */
function countStatements() {
  const counted = { statements: 0 }
  app.pool.on('acquire', () => counted.statements++)
  return counted
}

describe('exporting the catalogue', () => {
  it('writes a row per episode and per work without episodes, in order, in chunks over HTTP', async () => {
    const response = await staff.fetch('/api/studio/works/export/')
    expect(response.headers.get('content-length')).toBeNull()
    expect(response.headers.get('transfer-encoding')).toBe('chunked')
    const lines = parse(await response.text(), { bom: true, columns: true }) as Record<
      string,
      string
    >[]
    expect(lines).toHaveLength(works * episodesEach + 1)
    const keys = lines.map(({ work, episode }) => Number(work) * 1_000 + Number(episode))
    expect(keys).toEqual(keys.toSorted((a, b) => a - b))
    expect(new Set(keys).size).toBe(lines.length)
  })

  it('reads a batch only after the previous one is consumed, so memory holds one batch', async () => {
    const chunks = await chunksOf()
    await chunks.next()
    const counted = countStatements()
    let greatest = 0
    for (let batch = 1; batch <= 5; batch++) {
      const { value } = await chunks.next()
      greatest = Math.max(greatest, (value as Buffer).length)
      expect(counted.statements).toBe(batch)
    }
    expect(greatest).toBeLessThan(2 * 2 ** 20)
    await chunks.return?.()
  })

  it('stops reading when the client disconnects', async () => {
    const counted = countStatements()
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { cookie: staff.cookie, 'sec-fetch-site': 'same-origin' }
      get(`${app.origin}/api/studio/works/export/`, { headers }, resolve).on('error', reject)
    })
    const all = Math.ceil((works * episodesEach + 1) / 500)
    await new Promise((resolve) => response.once('readable', resolve))
    response.destroy()
    // A second export completes only after the first has stopped reading.
    await staff.fetch('/api/studio/works/export/').then((whole) => whole.text())
    expect(counted.statements).toBeLessThan(2 * all)
  })
})

import { endpoints } from '#contract/index.ts'
import { createLogger } from '#server/shared/logger.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { makeSeries } from '#test/fixtures/contents.ts'
import { makeMember, openAccount, type TestMember } from '#test/fixtures/members.ts'
import { buyByCard, makePaidEpisode } from '#test/fixtures/payments.ts'
import { makePlayable, watch } from '#test/fixtures/watch-history.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { trainIfDue, trainModel } from './training/train-model.ts'

const { recommendations, watch_history } = endpoints

let app: TestApp
/** Two groups of works that different members like. */
let crime: number[] = []
let romance: number[] = []
const deps = () => ({ ...app, log: createLogger('silent', 'test') })
const train = () => trainModel(deps())

const like = (member: TestMember, object_id: number) =>
  member.call(watch_history.like, { body: { content_type: 'series', object_id } })
const rowsOf = async (member: TestMember) => {
  const { rows } = await member.call(recommendations.listPersonalRows, {})
  return rows.map(({ kind, because_of, works }) => ({
    kind,
    because_of: because_of?.id ?? null,
    ids: works.map(({ id }) => id),
  }))
}
const recommendedTo = async (member: TestMember) => (await rowsOf(member)).flatMap(({ ids }) => ids)

async function makeWorks(category_id: number, director: string): Promise<number[]> {
  const ids: number[] = []
  for (let count = 0; count < 7; count++)
    ids.push((await makeSeries(app, { category_ids: [category_id] })).id)
  await app.pool.query(
    `with person as (insert into people (name) values ($1) returning id)
     insert into credits (series_id, person_id, role) select unnest($2::int[]), id, 'director' from person`,
    [director, ids.slice(0, 5)],
  )
  return ids
}

/** Gives the work of an episode the neighbours of a romance, until the next training. */
async function serveNeighboursFor(episode_id: number) {
  await app.pool.query(
    `update work_neighbours n set series_id = e.series_id from episodes e where e.id = $1 and n.series_id = $2`,
    [episode_id, romance[6]],
  )
  await app.pool.query(`select notify_cache_invalidation('{recommendations}')`)
  await app.server.flushInvalidations()
}

beforeAll(async () => {
  app = await openTestApp({ now: '2026-05-01T12:00:00Z', gateway: true })
  crime = await makeWorks(1, '박감독')
  romance = await makeWorks(2, '최감독')
  for (const works of [crime, romance])
    for (let count = 0; count < 4; count++) {
      const member = await makeMember(app)
      // Everyone likes all works of the group but one.
      for (const [index, id] of works.entries()) if (index !== count + 1) await like(member, id)
    }
  await train()
})
afterAll(() => app?.close())

describe('personal rows', () => {
  let member: TestMember
  beforeEach(async () => {
    member = await makeMember(app)
  })

  test('follow a like without training, and name it as the reason', async () => {
    expect(await rowsOf(member)).toEqual([])
    await like(member, crime[0]!)
    const [taste, ...others] = await rowsOf(member)
    expect(taste!.kind).toBe('taste')
    expect(new Set(taste!.ids)).toEqual(new Set(crime.slice(1)))
    expect(others).toEqual([])
    await like(member, romance[0]!)
    const ids = await recommendedTo(member)
    expect(new Set(ids)).toEqual(new Set([...crime.slice(1), ...romance.slice(1)]))
  })

  test('follow a finished episode', async () => {
    const [episode] = await makePlayable(app, [{}])
    await serveNeighboursFor(episode!)
    await watch(app, member, episode!, 950)
    expect(new Set(await recommendedTo(member))).toEqual(new Set(romance.slice(0, 6)))
    await train()
  })

  test('follow a purchase', async () => {
    const episode = await makePaidEpisode(app)
    await serveNeighboursFor(episode)
    expect(await recommendedTo(member)).toEqual([])
    await buyByCard(app, member, episode)
    expect(await recommendedTo(member)).toEqual(expect.arrayContaining(romance.slice(0, 6)))
    await train()
  })

  test('follow a purchase in the profile that made it, and in no other', async () => {
    const episode = await makePaidEpisode(app)
    await serveNeighboursFor(episode)
    const { profile_id: first, browser, create, select } = await openAccount(app)
    const { id: second } = await create()
    await select(second)
    const buyer = { ...member, call: browser.call }
    await buyByCard(app, buyer, episode)
    expect(await recommendedTo(buyer)).toEqual(expect.arrayContaining(romance.slice(0, 6)))
    await select(first)
    expect(await recommendedTo(buyer)).toEqual([])
    await train()
  })

  test('have neither a refused work nor its like', async () => {
    const [liked, other, refused] = crime as [number, number, number]
    for (const id of [liked, other, refused]) await like(member, id)
    await member.call(recommendations.refuseWork, { body: { series_id: refused } })
    await member.call(recommendations.refuseWork, { body: { series_id: refused } })
    expect(await recommendedTo(member)).not.toContain(refused)
    const { results } = await member.call(watch_history.listLikes, { query: {} })
    expect(results.map(({ object_id }) => object_id)).toEqual([other, liked])
    await member.call(recommendations.restoreWork, { params: { id: refused } })
    expect(await recommendedTo(member)).toContain(refused)
    const again = member.call(recommendations.restoreWork, { params: { id: refused } })
    await expect(again).rejects.toThrow('404 not_found')
    const unknown = member.call(recommendations.refuseWork, { body: { series_id: 999_999 } })
    await expect(unknown).rejects.toThrow('404 not_found')
  })

  test('begin with the works that a new member picks, and ask once', async () => {
    const isAsked = async () =>
      (await member.call(recommendations.listPersonalRows, {})).needs_taste_picks
    expect(await isAsked()).toBe(true)
    await member.call(recommendations.pickTaste, { body: { series_ids: [] } })
    expect(await isAsked()).toBe(false)
    await member.call(recommendations.pickTaste, { body: { series_ids: [romance[3]!, 999_999] } })
    const ids = await recommendedTo(member)
    expect(new Set(ids.slice(0, 6))).toEqual(new Set(romance.toSpliced(3, 1)))
  })

  test('have no work that is hidden', async () => {
    await like(member, crime[0]!)
    expect(await recommendedTo(member)).toContain(crime[1])
    await app.pool.query(`update series set is_hidden = true where id = $1`, [crime[1]])
    await app.server.flushInvalidations()
    expect(await recommendedTo(member)).not.toContain(crime[1])
    await app.pool.query(`update series set is_hidden = false where id = $1`, [crime[1]])
    await app.server.flushInvalidations()
  })
})

test('a children’s profile has its own rows, within its limit', async () => {
  const member = await makeMember(app)
  await like(member, crime[0]!)
  const { rows } = await app.pool.query<{ id: number }>(
    `insert into profiles (member_id, position, name, age_limit, is_child, created_at)
     values ($1, 2, '아이', '12', true, now()) returning id`,
    [member.id],
  )
  await app.pool.query(`update sessions set profile_id = $2 where member_id = $1`, [
    member.id,
    rows[0]!.id,
  ])
  await app.pool.query(`update series set age_rating = '15' where id = any ($1)`, [
    [romance[1], romance[2]],
  ])
  await app.server.flushInvalidations()
  expect(await rowsOf(member)).toEqual([])
  const series_ids = [romance[0]!, romance[1]!]
  await member.call(recommendations.pickTaste, { body: { series_ids } })
  const ids = await recommendedTo(member)
  expect(new Set(ids.slice(0, 4))).toEqual(new Set(romance.slice(3)))
  expect(ids).not.toContain(romance[2])
  const refusal = member.call(recommendations.refuseWork, { body: { series_id: romance[1]! } })
  await expect(refusal).rejects.toThrow('404 not_found')
  await app.pool.query(`update series set age_rating = 'ALL' where id = any ($1)`, [romance])
  await app.server.flushInvalidations()
})

describe('similar works', () => {
  const similar = async (id: number) =>
    (await app.call(recommendations.listSimilar, { params: { id } })).results.map((work) => work.id)

  test('are those of the same profiles, people and genres', async () => {
    expect((await similar(crime[0]!)).slice(0, 6).sort()).toEqual(crime.slice(1).sort())
  })

  test('include a new work after the next training', async () => {
    const { id } = await makeSeries(app, { category_ids: [2] })
    await train()
    await app.server.flushInvalidations()
    expect(romance).toEqual(expect.arrayContaining((await similar(id)).slice(0, 3)))
    expect(await similar(romance[0]!)).toContain(id)
    await app.pool.query(`delete from series where id = $1`, [id])
  })
})

describe('training', () => {
  const models = async () =>
    (await app.pool.query(`select id, is_current from recommendation_models order by id`)).rows

  test('serves the previous model until another one is complete', async () => {
    const before = await models()
    const aborted = AbortSignal.abort()
    await expect(trainModel(deps(), aborted)).rejects.toThrow()
    // The state after a process that ended during the write.
    await app.pool.query(
      `insert into recommendation_models (trained_at, work_count, profile_count) values (now(), 1, 1)`,
    )
    expect((await models()).filter(({ is_current }) => is_current)).toEqual(before)
    await train()
    const after = await models()
    expect(after).toEqual([{ id: expect.any(Number), is_current: true }])
    expect(after[0]!.id).not.toBe(before[0]!.id)
  })

  test('runs when it is due', async () => {
    await train()
    const [before] = await models()
    const signal = new AbortController().signal
    await trainIfDue(deps(), signal)
    expect(await models()).toEqual([before])
    app.clock.advance(86_400_000)
    await trainIfDue(deps(), signal)
    expect((await models())[0]!.id).not.toBe(before!.id)
  })
})

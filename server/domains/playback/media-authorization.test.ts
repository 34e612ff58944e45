import { playback } from '#contract/playback.ts'
import type { Problem } from '#contract/problems.ts'
import { accounts } from '#contract/accounts.ts'
import { foldersOf } from '#server/compose.ts'
import { readAsset, registerAsset } from '#server/domains/media/index.ts'
import type { JobRunner } from '#server/jobs/runner.ts'
import { filmFolder, makeFilm } from '#server/outside/encoder/made-films.ts'
import { makeEpisodes } from '#test/episodes.ts'
import { makeMember, type TestMember } from '#test/members.ts'
import { buyByCard, orderEpisode } from '#test/money.ts'
import { newcomer } from '#test/newcomer.ts'
import { openWorld, type World } from '#test/world.ts'
import { existsSync } from 'node:fs'
import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

let world: World
let box: Awaited<ReturnType<typeof filmFolder>>
let worker: JobRunner
let film: string
/** A sold episode whose film is there, and the film's asset. */
let sold: { episode_id: number; asset_id: number }

beforeAll(async () => {
  ;[world, box] = await Promise.all([openWorld({ gateway: true }), filmFolder()])
  film = await makeFilm(box.path, { name: 'film.mp4', size: '192x108', seconds: 12 })
  worker = await world.work()
  sold = await encoded({ is_free: false, price: 1_500 })
})
afterAll(async () => {
  await worker?.stop()
  await world?.close()
  await box?.[Symbol.asyncDispose]()
})

async function encoded(wishes: { is_free: boolean; price: number }) {
  const [episode_id = 0] = await makeEpisodes(world, [wishes])
  const parts = { ...world, ...foldersOf(world.config), now: world.clock.now() }
  const captions = [
    { language: 'ko', label: '한국어', content: 'WEBVTT\n\n00:01.000 --> 00:02.000\n안녕\n' },
  ]
  const asset_id = await registerAsset(parts, { file: film, episode_id, captions })
  await vi.waitUntil(async () => (await readAsset(world.db, asset_id))?.state === 'ready', {
    timeout: 50_000,
    interval: 60,
  })
  return { episode_id, asset_id }
}

const folder = (name: string) => join(foldersOf(world.config).media_dir, name)
const statusOf = async (path: string, member?: TestMember) =>
  (member ? await member.fetch(path) : await world.fetch(path)).status

/** The offers of a refused film. */
async function offersTo(member: TestMember | undefined, episode_id: number) {
  const path = `/api/contents/${episode_id}/video/`
  const response = member ? await member.fetch(path) : await world.fetch(path)
  expect([401, 402]).toContain(response.status)
  return ((await response.json()) as Problem).offers
}

const videoOf = (member: TestMember, episode_id: number) =>
  member.call(playback.readVideo, { params: { id: episode_id }, query: {} })

/** The addresses a playlist names, of its keys and segments, against its own. */
async function named(address: string, member?: TestMember) {
  const text = await (member ? member.fetch(address) : world.fetch(address)).then((one) =>
    one.text(),
  )
  const at = (name: string) => new URL(name, new URL(address, world.origin)).pathname
  return {
    keys: [...text.matchAll(/EXT-X-KEY:.*URI="([^"]+)"/g)].map(([, name]) => at(name!)),
    segments: text.split('\n').flatMap((line) => (/^[^#]/.test(line) ? [at(line)] : [])),
  }
}

/** When more than the beginning of the sold film was handed to its buyer. */
const handedTo = async ({ id }: TestMember) => {
  const { rows } = await world.pool.query<{ at: string | null }>(
    `select first_handed_at as at from purchases
     where episode_id = $1 and wallet_id = (select id from wallets where member_id = $2)`,
    [sold.episode_id, id],
  )
  return rows[0]?.at
}

test('a sold film lies enciphered and nowhere else', async () => {
  expect(existsSync(folder(`${sold.asset_id}p/main.m3u8`))).toBe(true)
  // The clear one goes once the enciphered one is what a row names.
  await vi.waitUntil(() => !existsSync(folder(String(sold.asset_id))), { timeout: 15_000 })
})

test('anybody sees its beginning and no more of it', async () => {
  for (const member of [undefined, await makeMember(world)]) {
    const offers = await offersTo(member, sold.episode_id)
    const preview = offers?.preview
    expect(preview).toMatchObject({
      duration: expect.closeTo(4, 1),
      captions: [{ language: 'ko' }],
    })
    const main = preview!.manifest_url
    const track = main.replace('main.m3u8', 'v108.m3u8')
    const { keys, segments } = await named(track, member)
    expect(keys).toHaveLength(1)
    expect(segments).toHaveLength(1)
    for (const path of [main, track, ...keys, ...segments, preview!.captions[0]!.url])
      expect([path, await statusOf(path, member)]).toEqual([path, 200])
    const base = main.replace('/preview/main.m3u8', '')
    expect(await statusOf(`${base}/keys/rest.key`, member)).toBe(member ? 402 : 401)
    for (const path of ['main.m3u8', 'v108/index.m3u8', 'captions/ko.vtt', 'storyboard/000.webp'])
      expect([path, await statusOf(`${base}/${path}`, member)]).toEqual([path, 403])
  }
})

test('who bought it sees it all, which is noted as he is given the key; others do not by his address', async () => {
  const member = await makeMember(world)
  await buyByCard(world, member, sold.episode_id)
  const video = await videoOf(member, sold.episode_id)
  const track = video.manifest_url.replace('main.m3u8', 'v108/index.m3u8')
  const { keys, segments } = await named(track, member)
  expect(keys).toHaveLength(2)
  expect(segments).toHaveLength(3)
  expect(await statusOf(keys[0]!, member)).toBe(200)
  expect(await handedTo(member)).toBeNull()
  const answer = await member.fetch(keys[1]!)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect((await answer.arrayBuffer()).byteLength).toBe(16)
  expect(await handedTo(member)).toBe(world.clock.now().toISOString())
  // The address lets anybody load what is enciphered; the key is for who has the right.
  expect(await statusOf(keys[1]!)).toBe(401)
  expect(await statusOf(keys[1]!, await makeMember(world))).toBe(402)
})

test('a session gets no key while others of the member hold every place, and does once it takes one', async () => {
  const member = await makeMember(world)
  const other = newcomer(world)
  await other.call(accounts.logIn, { body: { email: member.email, password: member.password } })
  await buyByCard(world, member, sold.episode_id)
  const take = (who: Pick<TestMember, 'call'>, player: string, take_over?: number) =>
    who.call(playback.takeStream, {
      params: { id: sold.episode_id },
      body: { player, ...(take_over ? { take_over } : {}) },
    })
  const { manifest_url } = await videoOf(member, sold.episode_id)
  const mine = manifest_url.replace('main.m3u8', 'keys/rest.key')
  const place = await take(other, 'the-tab-of-another')
  const answer = await member.fetch(mine)
  expect(answer.status).toBe(409)
  expect(await answer.json()).toMatchObject({ code: 'too_many_streams' })
  // Nothing was handed out, so that it counts as not begun.
  const { rows } = await world.pool.query(
    'select from purchases p join wallets w on w.id = p.wallet_id where w.member_id = $1 and first_handed_at is null',
    [member.id],
  )
  expect(rows).toHaveLength(1)
  await take(member, 'the-tab-that-plays', place.id)
  expect(await statusOf(mine, member)).toBe(200)
})

test('within 10 s of signing out or paying back nothing of it is served', async () => {
  const member = await makeMember(world)
  await buyByCard(world, member, sold.episode_id)
  const video = await videoOf(member, sold.episode_id)
  const { keys, segments } = await named(
    video.manifest_url.replace('main.m3u8', 'v108/index.m3u8'),
    member,
  )
  const all = [video.manifest_url, video.captions[0]!.url, ...segments]
  for (const path of all) expect(await statusOf(path)).toBe(200)
  await world.pool.query(
    `update purchases set state = 'refunding' where wallet_id = (select id from wallets where member_id = $1)`,
    [member.id],
  )
  expect(await statusOf(keys[1]!, member)).toBe(402)
  world.clock.advance(10_000)
  for (const path of all) expect(await statusOf(path)).toBe(403)
  await world.pool.query(
    `update purchases set state = 'active' where wallet_id = (select id from wallets where member_id = $1)`,
    [member.id],
  )
  world.clock.advance(10_000)
  for (const path of all) expect(await statusOf(path)).toBe(200)
  await member.call(accounts.logOut, {})
  expect(await statusOf(keys[1]!, member)).toBe(401)
  world.clock.advance(10_000)
  for (const path of all) expect(await statusOf(path)).toBe(403)
})

test('for a key the right is asked for anew, whatever the address says: age, what is shown, and the session', async () => {
  const { episode_id } = sold
  const member = await makeMember(world)
  await buyByCard(world, member, episode_id)
  const { manifest_url } = await videoOf(member, episode_id)
  const of = (name: string) => manifest_url.replace('main.m3u8', name)
  const keys = (who?: TestMember) =>
    Promise.all(['preview', 'rest'].map((part) => statusOf(of(`keys/${part}.key`), who)))
  const setRating = (rating: string) =>
    world.pool.query(
      'update series set age_rating = $2 where id = (select series_id from episodes where id = $1)',
      [episode_id, rating],
    )
  const setHidden = (is_hidden: boolean) =>
    world.pool.query('update episodes set is_hidden = $2 where id = $1', [episode_id, is_hidden])
  await setRating('19')
  expect([await keys(), await keys(member)]).toEqual([
    [401, 401],
    [403, 403],
  ])
  // What was refused can still be paid back.
  expect(await handedTo(member)).toBeNull()
  await setRating('ALL')
  // What anybody may see of it begins where its wall does.
  expect([await keys(), await keys(member)]).toEqual([
    [200, 401],
    [200, 200],
  ])
  await setHidden(true)
  expect([await keys(), await keys(member)]).toEqual(Array(2).fill([404, 404]))
  await setHidden(false)
  expect(await keys(member)).toEqual([200, 200])
  expect(await statusOf(of('v108/index.m3u8'))).toBe(200)
  await world.pool.query('update sessions set expires_at = $2 where member_id = $1', [
    ...[member.id, world.clock.now()],
  ])
  expect(await keys(member)).toEqual([200, 401])
  world.clock.advance(10_000)
  expect(await statusOf(of('v108/index.m3u8'))).toBe(403)
})

test('a paying back and a first playing at once: one of them comes first', async () => {
  for (let time = 0; time < 8; time++) {
    const member = await makeMember(world)
    await buyByCard(world, member, sold.episode_id)
    const { manifest_url } = await videoOf(member, sold.episode_id)
    const key = manifest_url.replace('main.m3u8', 'keys/rest.key')
    const mine = 'wallet_id = (select id from wallets where member_id = $1)'
    const [status, refunding] = await Promise.all([
      statusOf(key, member),
      world.pool.query(
        `update purchases set state = 'refunding' where ${mine} and first_handed_at is null`,
        [member.id],
      ),
    ])
    expect(refunding.rowCount).toBe(status === 200 ? 0 : 1)
  }
})

test('a film that comes to be sold does not play until it is enciphered, and is then', async () => {
  const { episode_id, asset_id } = await encoded({ is_free: true, price: 0 })
  const member = await makeMember(world)
  const { manifest_url } = await videoOf(member, episode_id)
  expect(await statusOf(manifest_url)).toBe(200)
  await world.pool.query('update episodes set is_free = false, price = 900 where id = $1', [
    episode_id,
  ])
  await buyByCard(world, member, episode_id)
  expect((await member.fetch(`/api/contents/${episode_id}/video/`)).status).toBe(409)
  await world.workNow('protect_asset', { asset_id })
  expect(existsSync(folder(String(asset_id)))).toBe(false)
  expect((await videoOf(member, episode_id)).manifest_url).toContain(`/${asset_id}p/`)
})

test.each([
  ['what is handed out by a rental, because the plan ended meanwhile, is noted of the rental', 200],
  ['of who has no more than the plan, which ended meanwhile, nothing is handed out', 402],
] as const)('%s', async (_, expected) => {
  const { episode_id } = sold
  await world.pool.query(
    'update episodes set rental_price = 500, in_subscription = true where id = $1',
    [episode_id],
  )
  const member = await makeMember(world)
  const isRented = expected === 200
  if (isRented) await buyByCard(world, member, episode_id, 2)
  else await orderEpisode(member, episode_id)
  const setPlan = (until: number) =>
    `update wallets set plan_id = (select min(id) from subscription_plans),
       plan_until = '${new Date(world.clock.now().getTime() + until).toISOString()}' where member_id = ${member.id}`
  const begun = async () => {
    const { rows } = await world.pool.query<{ at: string | null }>(
      'select first_handed_at as at from purchases p join wallets w on w.id = p.wallet_id where w.member_id = $1',
      [member.id],
    )
    return rows.map(({ at }) => at)
  }
  await world.pool.query(setPlan(86_400_000))
  const { manifest_url } = await videoOf(member, episode_id)
  const key = manifest_url.replace('main.m3u8', 'keys/rest.key')
  // By the plan, a rental is not begun.
  expect(await statusOf(key, member)).toBe(200)
  expect(await begun()).toEqual(isRented ? [null] : [])
  const other = await world.pool.connect()
  try {
    await other.query('begin')
    await other.query('lock table subscriptions in exclusive mode')
    const handed = statusOf(key, member)
    await expect
      .poll(async () => {
        const waiting = await other.query('select from pg_locks where not granted')
        return waiting.rowCount === 1
      })
      .toBe(true)
    await other.query(setPlan(-1))
    await other.query('commit')
    expect(await handed).toBe(expected)
  } finally {
    other.release()
  }
  expect(await begun()).toEqual(isRented ? [world.clock.now().toISOString()] : [])
})

test('a plan’s picture is what the server gives; with a better plan a new address gives more (D-50)', async () => {
  const { episode_id, asset_id } = await encoded({ is_free: false, price: 1_500 })
  await world.pool.query('update episodes set in_subscription = true where id = $1', [episode_id])
  // As if the film were larger than the one that a test has time to encode.
  const main = folder(`${asset_id}p/main.m3u8`)
  const rungs = [720, 1080].map(
    (p) => `#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=16x${p}\nv${p}/index.m3u8\n`,
  )
  await appendFile(main, rungs.join(''))
  for (const name of ['v720', 'v1080']) {
    await mkdir(folder(`${asset_id}p/${name}`))
    for (const file of ['index.m3u8', '0.m4s'])
      await writeFile(folder(`${asset_id}p/${name}/${file}`), name)
  }
  const member = await makeMember(world)
  await world.pool.query(
    `insert into wallets (member_id, customer_key, moved_at, plan_id, plan_until) values ($1, 'capped', $2, 1, $3)`,
    [member.id, world.clock.now(), new Date(world.clock.now().getTime() + 86_400_000)],
  )
  const listed = async () => {
    const { manifest_url } = await videoOf(member, episode_id)
    const { segments } = await named(manifest_url, member)
    const base = manifest_url.replace('/main.m3u8', '')
    const better = await Promise.all(
      ['v1080/index.m3u8', 'v1080/0.m4s', 'v720/0.m4s'].map((name) =>
        statusOf(`${base}/${name}`, member),
      ),
    )
    return { rungs: segments.map((one) => /\/(v\d+)\//.exec(one)?.[1]).slice(1), better }
  }
  expect(await listed()).toEqual({ rungs: ['v720'], better: [403, 403, 200] })
  await world.pool.query('update wallets set plan_id = 3 where member_id = $1', [member.id])
  expect(await listed()).toEqual({ rungs: ['v720', 'v1080'], better: [200, 200, 200] })
  // With a cheaper one what was handed out before ends within 10 s, and a new address gives what is his.
  const { manifest_url } = await videoOf(member, episode_id)
  const better = manifest_url.replace('main.m3u8', 'v1080/0.m4s')
  expect(await statusOf(better, member)).toBe(200)
  await world.pool.query('update wallets set plan_id = 1 where member_id = $1', [member.id])
  world.clock.advance(6_000)
  expect(await statusOf(better, member)).toBe(403)
  expect(await statusOf(manifest_url, member)).toBe(403)
  expect(await listed()).toEqual({ rungs: ['v720'], better: [403, 403, 200] })
  // Each film is asked about for itself, whatever else of his is open.
  const [kept = '', given_back = ''] = await Promise.all(
    [episode_id, sold.episode_id].map(async (id) => {
      await buyByCard(world, member, id)
      return (await videoOf(member, id)).manifest_url
    }),
  )
  await world.pool.query(
    `update purchases set state = 'refunding'
     where episode_id = $1 and wallet_id = (select id from wallets where member_id = $2)`,
    [sold.episode_id, member.id],
  )
  await world.pool.query(
    'update wallets set plan_id = null, plan_until = null where member_id = $1',
    [member.id],
  )
  world.clock.advance(10_000)
  expect([await statusOf(kept), await statusOf(given_back)]).toEqual([200, 403])
})

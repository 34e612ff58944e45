import { accounts } from '#contract/accounts/accounts.ts'
import { playback } from '#contract/contents/playback.ts'
import { storageFolders } from '#server/composition/shared-dependencies.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { buyByCard } from '#test/fixtures/payments.ts'
import {
  requestKey,
  siblingUrl,
  type FixtureFilm,
  openFilmApp,
  readOffers,
  readVideo,
  signInElsewhere,
  statusOf,
  takeStream,
  type Viewer,
  clientOf,
} from '#test/fixtures/sold-film.ts'
import type { TestApp } from '#test/app/test-app.ts'
import { existsSync } from 'node:fs'
import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

let films: Awaited<ReturnType<typeof openFilmApp>>
let world: TestApp
let sold: FixtureFilm
let free: FixtureFilm
beforeAll(async () => {
  films = await openFilmApp()
  world = films.world
  sold = await films.encode({ is_free: false, price: 1_500, in_subscription: false })
  free = await films.encode({ is_free: true })
})
afterAll(() => films?.close())
afterEach(async () => {
  await setEpisode(sold, 'is_hidden = false, is_free = false, price = 1500')
  await setEpisode(free, 'is_hidden = false, is_free = true, price = 0')
  for (const film of [sold, free]) await setRating(film, 'ALL')
  // Earlier decisions are not reused in the next test.
  world.clock.advance(10_000)
})

const folder = (name: string) => join(storageFolders(world.config).media_dir, name)
const setEpisode = ({ episode_id }: FixtureFilm, what: string) =>
  world.pool.query(`update episodes set ${what} where id = $1`, [episode_id])
const setRating = ({ episode_id }: FixtureFilm, rating: string) =>
  world.pool.query(
    'update series set age_rating = $2 where id = (select series_id from episodes where id = $1)',
    [episode_id, rating],
  )

async function makeBuyer(): Promise<{ member: TestMember; main: string }> {
  const member = await makeMember(world)
  await buyByCard(world, member, sold.episode_id)
  return { member, main: (await readVideo(member, sold)).manifest_url }
}

const makeAdult = () => makeMember(world, { adult_verified_until: '2199-01-01T00:00:00Z' })

/** The codes, or 200, that a viewer gets for files of a film. */
async function answersOf(viewer: Viewer, main: string, names: readonly string[]) {
  const answers = names.map(async (name) => {
    const response = await viewer.fetch(siblingUrl(main, name))
    return response.ok ? 200 : ((await response.json()) as { code: string }).code
  })
  return Promise.all(answers)
}

const freePart = [
  'preview/main.m3u8',
  'preview/v108.m3u8',
  'preview/captions/ko.vtt',
  'v108/init.mp4',
  'v108/0/00000.m4s',
  'audio/0/00000.m4s',
]
const wholeFilm = [
  'main.m3u8',
  'v108/index.m3u8',
  'audio/index.m3u8',
  'captions/ko.vtt',
  'storyboard/000.webp',
]
const soldPart = ['v108/1/00001.m4s', 'v108/1/00002.m4s', 'audio/1/00002.m4s']
const all = [...freePart, ...wholeFilm, ...soldPart]
const each = (names: readonly string[], answer: number | string) => names.map(() => answer)

describe('a sold film', () => {
  it('lies encrypted, with segments by rendition and period, and nowhere else', async () => {
    expect(soldPart.map((name) => existsSync(folder(`${sold.asset_id}p/${name}`)))).toEqual(
      each(soldPart, true as never),
    )
    await vi.waitUntil(() => !existsSync(folder(String(sold.asset_id))), { timeout: 15_000 })
  })

  it('shows anyone its beginning and nothing else by the preview address', async () => {
    for (const viewer of [clientOf(world), await makeMember(world), (await makeBuyer()).member]) {
      const preview = (await readOffers(await makeMember(world), sold))!.preview!
      expect(preview).toMatchObject({ duration: expect.closeTo(4, 1) })
      expect(await answersOf(viewer, preview.manifest_url, freePart)).toEqual(each(freePart, 200))
      const rest = [...wholeFilm, ...soldPart]
      expect(await answersOf(viewer, preview.manifest_url, rest)).toEqual(each(rest, 'forbidden'))
    }
  })

  it('is not for a shared cache', async () => {
    const { member, main } = await makeBuyer()
    for (const name of ['main.m3u8', 'v108/index.m3u8', 'v108/0/00000.m4s'])
      expect((await member.fetch(siblingUrl(main, name))).headers.get('cache-control')).toMatch(
        /^private/,
      )
  })

  it('plays whole for its buyer, the paid segments once a stream slot is held', async () => {
    const { member, main } = await makeBuyer()
    const open = [...freePart, ...wholeFilm]
    expect(await answersOf(member, main, open)).toEqual(each(open, 200))
    expect(await answersOf(member, main, soldPart)).toEqual(each(soldPart, 'stream_required'))
    // A refusal is not remembered: the very next segment may be loaded.
    await takeStream(member, sold, 'one')
    expect(await answersOf(member, main, soldPart)).toEqual(each(soldPart, 200))
  })

  it('is served by a slot that a key request took', async () => {
    const { member, main } = await makeBuyer()
    expect(await answersOf(member, main, soldPart)).toEqual(each(soldPart, 'stream_required'))
    expect((await requestKey(member, main)).status).toBe(200)
    expect(await answersOf(member, main, soldPart)).toEqual(each(soldPart, 200))
  })

  it('goes on for a paused player until another takes the slot, within 10 s', async () => {
    const { member, main } = await makeBuyer()
    const elsewhere = await signInElsewhere(world, member)
    const other = (await readVideo(elsewhere, sold)).manifest_url
    const { id } = await takeStream(member, sold, 'one')
    await member.call(playback.endStream, { params: { id: String(id) } })
    world.clock.advance(120_000)
    expect(await answersOf(member, main, soldPart)).toEqual(each(soldPart, 200))
    await takeStream(elsewhere, sold, 'two')
    expect(await answersOf(elsewhere, other, soldPart)).toEqual(each(soldPart, 200))
    world.clock.advance(10_000)
    expect(await answersOf(member, main, soldPart)).toEqual(each(soldPart, 'stream_required'))
    expect(await answersOf(member, main, freePart)).toEqual(each(freePart, 200))
  })

  it('is out of reach within 10 s of a refund or a sign-out', async () => {
    const { member, main } = await makeBuyer()
    await takeStream(member, sold, 'one')
    expect(await answersOf(clientOf(world), main, all)).toEqual(each(all, 200))
    const setState = (state: string) =>
      world.pool.query(
        `update purchases set state = $2 where wallet_id = (select id from wallets where member_id = $1)`,
        [member.id, state],
      )
    await setState('refunding')
    world.clock.advance(10_000)
    expect(await answersOf(member, main, all)).toEqual(each(all, 'forbidden'))
    await setState('active')
    world.clock.advance(10_000)
    expect(await answersOf(member, main, all)).toEqual(each(all, 200))
    await member.call(accounts.logOut, {})
    world.clock.advance(10_000)
    expect(await answersOf(member, main, all)).toEqual(each(all, 'forbidden'))
  })

  it('does not play between becoming sold and being encrypted', async () => {
    const film = await films.encode({ is_free: true })
    const member = await makeMember(world)
    const { manifest_url } = await readVideo(member, film)
    expect(await statusOf(member, manifest_url, 'v108/00000.m4s')).toBe(200)
    await setEpisode(film, 'is_free = false, price = 900')
    await buyByCard(world, member, film.episode_id)
    expect((await member.fetch(`/api/contents/${film.episode_id}/video/`)).status).toBe(409)
    await world.workNow('encrypt_asset', { asset_id: film.asset_id })
    expect(existsSync(folder(String(film.asset_id)))).toBe(false)
    expect((await readVideo(member, film)).manifest_url).toContain(`/${film.asset_id}p/`)
  })

  it('that becomes free plays for anyone, with all keys and no slot', async () => {
    const { member, main } = await makeBuyer()
    await setEpisode(sold, 'is_free = true, price = 0')
    const visitor = clientOf(world)
    const video = await readVideo(visitor, sold)
    expect(video.preview_duration).toBeNull()
    const names = [...freePart, ...wholeFilm, ...soldPart]
    expect(await answersOf(visitor, video.manifest_url, names)).toEqual(each(names, 200))
    for (const viewer of [visitor, member]) {
      const given = await requestKey(viewer, video.manifest_url, { player: null, position: null })
      expect(given.status).toBe(200)
    }
    const { rows } = await world.pool.query(
      `select from purchases where first_handed_at is not null
         and wallet_id = (select id from wallets where member_id = $1)`,
      [member.id],
    )
    expect(rows).toEqual([])
    await setEpisode(sold, 'is_free = false, price = 1500')
    await expect
      .poll(() => answersOf(visitor, video.manifest_url, names))
      .toEqual(each(names, 'forbidden'))
    expect((await requestKey(visitor, video.manifest_url)).status).toBe(401)
    expect((await requestKey(member, video.manifest_url)).code).toBe('forbidden')
    expect((await requestKey(member, main)).status).toBe(200)
  })
})

describe('renditions', () => {
  it('are those of the token: a plan’s picture, and 720p for previews (D-50)', async () => {
    const film = await films.encode({ is_free: false, price: 1_500 })
    const { asset_id } = film
    // As if the film were larger than one that a test has time to encode.
    const main = folder(`${asset_id}p/main.m3u8`)
    for (const height of [720, 1080]) {
      const name = `v${height}`
      await appendFile(main, `#EXT-X-STREAM-INF:BANDWIDTH=1\n${name}/index.m3u8\n`)
      for (const period of [0, 1]) {
        await mkdir(folder(`${asset_id}p/${name}/${period}`), { recursive: true })
        await writeFile(folder(`${asset_id}p/${name}/${period}/00000.m4s`), name)
      }
      for (const file of ['index.m3u8', 'init.mp4'])
        await writeFile(folder(`${asset_id}p/${name}/${file}`), name)
    }
    const high = ['v1080/index.m3u8', 'v1080/init.mp4', 'v1080/0/00000.m4s', 'v1080/1/00000.m4s']
    const low = high.map((name) => name.replace('1080', '720'))
    const { preview } = (await readOffers(clientOf(world), film))!
    expect(await answersOf(clientOf(world), preview!.manifest_url, [...high, ...low])).toEqual([
      ...each(high, 'forbidden'),
      ...['forbidden', 200, 200, 'forbidden'],
    ])
    const member = await makeMember(world)
    const until = new Date(world.clock.now().getTime() + 86_400_000)
    await world.pool.query(
      `insert into wallets (member_id, customer_key, moved_at, plan_id, plan_until) values ($1, 'capped', $2, 1, $3)`,
      [member.id, world.clock.now(), until],
    )
    const setPlan = (plan: number | null) =>
      world.pool.query('update wallets set plan_id = $2 where member_id = $1', [member.id, plan])
    const renditions = async (address: string) =>
      [...(await (await member.fetch(address)).text()).matchAll(/^(v\d+)\/index/gm)].map(
        ([, name]) => name,
      )
    await takeStream(member, film, 'one')
    const { manifest_url: basic } = await readVideo(member, film, 'one')
    expect(await renditions(basic)).toEqual(['v108', 'v720'])
    expect(await answersOf(member, basic, [...high, ...low])).toEqual([
      ...each(high, 'forbidden'),
      ...each(low, 200),
    ])
    expect((await requestKey(member, basic, { rendition: 'v1080' })).code).toBe('forbidden')
    expect((await requestKey(member, basic, { rendition: 'v720' })).status).toBe(200)
    // A dearer plan shows with the next address.
    await setPlan(3)
    const { manifest_url: premium } = await readVideo(member, film, 'one')
    expect(await renditions(premium)).toEqual(['v108', 'v720', 'v1080'])
    expect(await answersOf(member, premium, high)).toEqual(each(high, 200))
    expect((await requestKey(member, premium, { rendition: 'v1080' })).status).toBe(200)
    // A cheaper one ends the address at once for keys, and within 10 s for everything.
    await setPlan(1)
    expect((await requestKey(member, premium, { rendition: 'v1080' })).code).toBe('forbidden')
    world.clock.advance(10_000)
    expect(await answersOf(member, premium, ['main.m3u8', ...high])).toEqual(
      each(['main.m3u8', ...high], 'forbidden'),
    )
  })
})

describe('a free film', () => {
  const clear = [
    'main.m3u8',
    'v108/index.m3u8',
    'v108/init.mp4',
    'v108/00000.m4s',
    'captions/ko.vtt',
  ]

  it('has one private address for all', async () => {
    const video = await readVideo(clientOf(world), free)
    expect((await readVideo(await makeMember(world), free)).manifest_url).toBe(video.manifest_url)
    expect(await answersOf(clientOf(world), video.manifest_url, clear)).toEqual(each(clear, 200))
    const response = await world.fetch(siblingUrl(video.manifest_url, 'v108/00000.m4s'))
    expect(response.headers.get('cache-control')).toMatch(/^private/)
  })

  it.each([
    ['withheld', () => setEpisode(free, 'is_hidden = true')],
    [
      'withheld with its work',
      () =>
        world.pool.query(
          'update series set is_hidden = true where id = (select series_id from episodes where id = $1)',
          [free.episode_id],
        ),
    ],
    ['raised to 19', () => setRating(free, '19')],
    ['made paid', () => setEpisode(free, 'is_free = false, price = 900')],
    ['put off', () => setEpisode(free, `released_at = '2199-01-01Z'`)],
    ['shown by no episode', () => setEpisode(free, `asset_id = null, video_state = 'none'`)],
  ])('that is %s is out of reach as soon as it is notified', async (_, withdraw) => {
    const { manifest_url } = await readVideo(clientOf(world), free)
    // Twice, so that the files are in memory.
    for (let time = 0; time < 2; time++)
      expect(await answersOf(clientOf(world), manifest_url, clear)).toEqual(each(clear, 200))
    await withdraw()
    // The clock stands still: it is the notification that drops what is held.
    await expect
      .poll(() => answersOf(clientOf(world), manifest_url, clear))
      .toEqual(each(clear, 'forbidden'))
    expect((await world.fetch(`/grants${manifest_url}`)).status).toBe(403)
    await world.pool.query(
      'update series set is_hidden = false where id = (select series_id from episodes where id = $1)',
      [free.episode_id],
    )
    await setEpisode(
      free,
      `asset_id = ${free.asset_id}, video_state = 'ready', released_at = null,
       is_hidden = false, is_free = true, price = 0`,
    )
    await setRating(free, 'ALL')
    // And back, by notification as well.
    await expect
      .poll(() => answersOf(clientOf(world), manifest_url, clear))
      .toEqual(each(clear, 200))
  })

  it('that is withdrawn is out of reach within 5 s without a notification, too', async () => {
    const { manifest_url } = await readVideo(clientOf(world), free)
    expect(await answersOf(clientOf(world), manifest_url, clear)).toEqual(each(clear, 200))
    const owner = new pg.Client({ connectionString: world.owner_url })
    await owner.connect()
    try {
      // Without triggers, so that nothing is notified.
      await owner.query('set session_replication_role = replica')
      await owner.query('update episodes set is_hidden = true where id = $1', [free.episode_id])
    } finally {
      await owner.end()
    }
    expect(await answersOf(clientOf(world), manifest_url, clear)).toEqual(each(clear, 200))
    world.clock.advance(5_000)
    expect(await answersOf(clientOf(world), manifest_url, clear)).toEqual(each(clear, 'forbidden'))
  })

  it('rated 19 has an address of the session, and needs a verified age all the while', async () => {
    await setRating(free, '19')
    const [adult, minor] = [await makeAdult(), await makeMember(world)]
    const { manifest_url } = await readVideo(adult, free)
    expect((await readVideo(await makeAdult(), free)).manifest_url).not.toBe(manifest_url)
    expect(await answersOf(adult, manifest_url, clear)).toEqual(each(clear, 200))
    expect((await minor.fetch(`/api/contents/${free.episode_id}/video/`)).status).toBe(403)
    await world.pool.query('update members set adult_verified_until = null where id = $1', [
      adult.id,
    ])
    world.clock.advance(10_000)
    expect(await answersOf(adult, manifest_url, clear)).toEqual(each(clear, 'forbidden'))
  })
})

describe('a sold film rated 19', () => {
  it('has a preview for the session of a verified adult alone', async () => {
    const { preview: shared } = (await readOffers(clientOf(world), sold))!
    await setRating(sold, '19')
    await expect
      .poll(() => answersOf(clientOf(world), shared!.manifest_url, freePart))
      .toEqual(each(freePart, 'forbidden'))
    expect(await readOffers(clientOf(world), sold)).toBeUndefined()
    const adult = await makeAdult()
    const main = (await readOffers(adult, sold))!.preview!.manifest_url
    expect(main).not.toBe(shared!.manifest_url)
    expect(await answersOf(adult, main, freePart)).toEqual(each(freePart, 200))
    expect(await answersOf(adult, main, wholeFilm)).toEqual(each(wholeFilm, 'forbidden'))
    expect(await answersOf(adult, main, soldPart)).toEqual(each(soldPart, 'forbidden'))
    expect((await requestKey(adult, main, { period: 0 })).status).toBe(200)
    expect((await requestKey(await makeAdult(), main, { period: 0 })).code).toBe('forbidden')
    expect((await requestKey(adult, main)).code).toBe('purchase_required')
    await adult.call(accounts.logOut, {})
    world.clock.advance(10_000)
    expect(await answersOf(clientOf(world), main, freePart)).toEqual(each(freePart, 'forbidden'))
  })
})

import { accounts } from '#contract/accounts/accounts.ts'
import { playback } from '#contract/playback/playback.ts'
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
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

let films: Awaited<ReturnType<typeof openFilmApp>>
let app: TestApp
let sold: FixtureFilm
let free: FixtureFilm
beforeAll(async () => {
  films = await openFilmApp()
  app = films.app
  sold = await films.encode({ is_free: false, price: 1_500, in_subscription: false })
  free = await films.encode({ is_free: true })
})
afterAll(() => films?.close())
afterEach(async () => {
  await setEpisode(sold, 'is_hidden = false, is_free = false, price = 1500')
  await setEpisode(free, 'is_hidden = false, is_free = true, price = 0')
  for (const film of [sold, free]) await setRating(film, 'ALL')
  // Earlier decisions are not reused in the next test.
  app.clock.advance(10_000)
})

const folder = (name: string) => join(storageFolders(app.config).media_dir, name)
const setEpisode = ({ episode_id }: FixtureFilm, what: string) =>
  app.pool.query(`update episodes set ${what} where id = $1`, [episode_id])
const setRating = ({ episode_id }: FixtureFilm, rating: string) =>
  app.pool.query(
    'update series set age_rating = $2 where id = (select series_id from episodes where id = $1)',
    [episode_id, rating],
  )

async function makeBuyer(): Promise<{ member: TestMember; main: string }> {
  const member = await makeMember(app)
  await buyByCard(app, member, sold.episode_id)
  return { member, main: (await readVideo(member, sold)).manifest_url }
}

const makeAdult = () => makeMember(app, { adult_verified_until: '2199-01-01T00:00:00Z' })

/** For each file of a film, 200 or the problem code of the response. */
async function codesOf(viewer: Viewer, main: string, names: readonly string[]) {
  const responses = names.map(async (name) => {
    const response = await viewer.fetch(siblingUrl(main, name))
    return response.ok ? 200 : ((await response.json()) as { code: string }).code
  })
  return Promise.all(responses)
}

const previewFiles = [
  'preview/main.m3u8',
  'preview/v108.m3u8',
  'preview/captions/ko.vtt',
  'v108/init.mp4',
  'v108/0/00000.m4s',
  'audio/0/00000.m4s',
]
const filmFiles = [
  'main.m3u8',
  'v108/index.m3u8',
  'audio/index.m3u8',
  'captions/ko.vtt',
  'storyboard/000.webp',
]
const paidFiles = ['v108/1/00001.m4s', 'v108/1/00002.m4s', 'audio/1/00002.m4s']
const all = [...previewFiles, ...filmFiles, ...paidFiles]
const each = (names: readonly string[], answer: number | string) => names.map(() => answer)

describe('a sold film', () => {
  it('is stored encrypted only, with segments by rendition and period', async () => {
    expect(paidFiles.map((name) => existsSync(folder(`${sold.asset_id}p/${name}`)))).toEqual(
      each(paidFiles, true as never),
    )
    await expect.poll(() => existsSync(folder(String(sold.asset_id)))).toBe(false)
  })

  it('serves only the preview below the preview URL', async () => {
    for (const viewer of [clientOf(app), await makeMember(app), (await makeBuyer()).member]) {
      const preview = (await readOffers(await makeMember(app), sold))!.preview!
      expect(preview).toMatchObject({ duration: expect.closeTo(4, 1) })
      expect(await codesOf(viewer, preview.manifest_url, previewFiles)).toEqual(
        each(previewFiles, 200),
      )
      const rest = [...filmFiles, ...paidFiles]
      expect(await codesOf(viewer, preview.manifest_url, rest)).toEqual(each(rest, 'forbidden'))
    }
  })

  it('is not stored by shared caches', async () => {
    const { member, main } = await makeBuyer()
    for (const name of ['main.m3u8', 'v108/index.m3u8', 'v108/0/00000.m4s'])
      expect((await member.fetch(siblingUrl(main, name))).headers.get('cache-control')).toMatch(
        /^private/,
      )
  })

  it('serves its buyer all files, the paid segments once a stream slot is held', async () => {
    const { member, main } = await makeBuyer()
    const open = [...previewFiles, ...filmFiles]
    expect(await codesOf(member, main, open)).toEqual(each(open, 200))
    expect(await codesOf(member, main, paidFiles)).toEqual(each(paidFiles, 'stream_required'))
    // A refusal is not cached, so the next segment loads at once.
    await takeStream(member, sold, 'one')
    expect(await codesOf(member, main, paidFiles)).toEqual(each(paidFiles, 200))
  })

  it('serves paid segments with a slot taken by a key request', async () => {
    const { member, main } = await makeBuyer()
    expect(await codesOf(member, main, paidFiles)).toEqual(each(paidFiles, 'stream_required'))
    expect((await requestKey(member, main)).status).toBe(200)
    expect(await codesOf(member, main, paidFiles)).toEqual(each(paidFiles, 200))
  })

  it('serves a paused player until another player takes the slot, within 10 s', async () => {
    const { member, main } = await makeBuyer()
    const elsewhere = await signInElsewhere(app, member)
    const other = (await readVideo(elsewhere, sold)).manifest_url
    const { id } = await takeStream(member, sold, 'one')
    await member.call(playback.endStream, { params: { id: String(id) } })
    app.clock.advance(120_000)
    expect(await codesOf(member, main, paidFiles)).toEqual(each(paidFiles, 200))
    await takeStream(elsewhere, sold, 'two')
    expect(await codesOf(elsewhere, other, paidFiles)).toEqual(each(paidFiles, 200))
    app.clock.advance(10_000)
    expect(await codesOf(member, main, paidFiles)).toEqual(each(paidFiles, 'stream_required'))
    expect(await codesOf(member, main, previewFiles)).toEqual(each(previewFiles, 200))
  })

  it('is out of reach within 10 s of a refund or a sign-out', async () => {
    const { member, main } = await makeBuyer()
    await takeStream(member, sold, 'one')
    expect(await codesOf(clientOf(app), main, all)).toEqual(each(all, 200))
    const setState = (state: string) =>
      app.pool.query(
        `update purchases set state = $2 where wallet_id = (select id from wallets where member_id = $1)`,
        [member.id, state],
      )
    await setState('refunding')
    app.clock.advance(10_000)
    expect(await codesOf(member, main, all)).toEqual(each(all, 'forbidden'))
    await setState('active')
    app.clock.advance(10_000)
    expect(await codesOf(member, main, all)).toEqual(each(all, 200))
    await member.call(accounts.signOut, {})
    app.clock.advance(10_000)
    expect(await codesOf(member, main, all)).toEqual(each(all, 'forbidden'))
  })

  it('does not play between becoming paid and being encrypted', async () => {
    const film = await films.encode({ is_free: true })
    const member = await makeMember(app)
    const { manifest_url } = await readVideo(member, film)
    expect(await statusOf(member, manifest_url, 'v108/00000.m4s')).toBe(200)
    await setEpisode(film, 'is_free = false, price = 900')
    expect((await member.fetch(`/api/contents/${film.episode_id}/video/`)).status).toBe(409)
    await app.workNow('encrypt_asset', { asset_id: film.asset_id })
    expect(existsSync(folder(String(film.asset_id)))).toBe(false)
    await buyByCard(app, member, film.episode_id)
    expect((await readVideo(member, film)).manifest_url).toContain(`/${film.asset_id}p/`)
  })

  it('plays for guests, with all keys and no slot, after it becomes free', async () => {
    const { member, main } = await makeBuyer()
    await setEpisode(sold, 'is_free = true, price = 0')
    const visitor = clientOf(app)
    const video = await readVideo(visitor, sold)
    expect(video.preview_duration).toBeNull()
    const names = [...previewFiles, ...filmFiles, ...paidFiles]
    expect(await codesOf(visitor, video.manifest_url, names)).toEqual(each(names, 200))
    for (const viewer of [visitor, member]) {
      const response = await requestKey(viewer, video.manifest_url, {
        player: null,
        position: null,
      })
      expect(response.status).toBe(200)
    }
    const { rows } = await app.pool.query(
      `select from purchases where first_used_at is not null
         and wallet_id = (select id from wallets where member_id = $1)`,
      [member.id],
    )
    expect(rows).toEqual([])
    await setEpisode(sold, 'is_free = false, price = 1500')
    await expect
      .poll(() => codesOf(visitor, video.manifest_url, names))
      .toEqual(each(names, 'forbidden'))
    expect((await requestKey(visitor, video.manifest_url)).status).toBe(401)
    expect((await requestKey(member, video.manifest_url)).code).toBe('forbidden')
    expect((await requestKey(member, main)).status).toBe(200)
  })
})

describe('renditions', () => {
  it('are limited to the height of the token: the plan’s, and 720p for previews', async () => {
    const film = await films.encode({ is_free: false, price: 1_500 })
    const { asset_id } = film
    // Fakes larger renditions, which take too long to encode in a test.
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
    const { preview } = (await readOffers(clientOf(app), film))!
    expect(await codesOf(clientOf(app), preview!.manifest_url, [...high, ...low])).toEqual([
      ...each(high, 'forbidden'),
      ...['forbidden', 200, 200, 'forbidden'],
    ])
    const member = await makeMember(app)
    const until = new Date(app.clock.now().getTime() + 86_400_000)
    await app.pool.query(
      `insert into wallets (member_id, customer_key, last_entry_at, plan_id, plan_version, plan_expires_at)
       values ($1, 'capped', $2, 1, 1, $3)`,
      [member.id, app.clock.now(), until],
    )
    const setPlan = (plan: number | null) =>
      app.pool.query('update wallets set plan_id = $2 where member_id = $1', [member.id, plan])
    const renditions = async (address: string) =>
      [...(await (await member.fetch(address)).text()).matchAll(/^(v\d+)\/index/gm)].map(
        ([, name]) => name,
      )
    await takeStream(member, film, 'one')
    const { manifest_url: basic } = await readVideo(member, film, 'one')
    expect(await renditions(basic)).toEqual(['v108', 'v720'])
    expect(await codesOf(member, basic, [...high, ...low])).toEqual([
      ...each(high, 'forbidden'),
      ...each(low, 200),
    ])
    expect((await requestKey(member, basic, { rendition: 'v1080' })).code).toBe('forbidden')
    expect((await requestKey(member, basic, { rendition: 'v720' })).status).toBe(200)
    // A larger plan applies to the next URL.
    await setPlan(3)
    const { manifest_url: premium } = await readVideo(member, film, 'one')
    expect(await renditions(premium)).toEqual(['v108', 'v720', 'v1080'])
    expect(await codesOf(member, premium, high)).toEqual(each(high, 200))
    expect((await requestKey(member, premium, { rendition: 'v1080' })).status).toBe(200)
    // A cheaper plan ends the URL at once for keys, and within 10 s for all files.
    await setPlan(1)
    expect((await requestKey(member, premium, { rendition: 'v1080' })).code).toBe('forbidden')
    app.clock.advance(10_000)
    expect(await codesOf(member, premium, ['main.m3u8', ...high])).toEqual(
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

  it('has one URL for all viewers, cached privately', async () => {
    const video = await readVideo(clientOf(app), free)
    expect((await readVideo(await makeMember(app), free)).manifest_url).toBe(video.manifest_url)
    expect(await codesOf(clientOf(app), video.manifest_url, clear)).toEqual(each(clear, 200))
    const response = await app.fetch(siblingUrl(video.manifest_url, 'v108/00000.m4s'))
    expect(response.headers.get('cache-control')).toMatch(/^private/)
  })

  it.each([
    ['hidden', () => setEpisode(free, 'is_hidden = true')],
    [
      'hidden with its work',
      () =>
        app.pool.query(
          'update series set is_hidden = true where id = (select series_id from episodes where id = $1)',
          [free.episode_id],
        ),
    ],
    ['raised to 19', () => setRating(free, '19')],
    ['made paid', () => setEpisode(free, 'is_free = false, price = 900')],
    ['rescheduled', () => setEpisode(free, `released_at = '2199-01-01Z'`)],
    ['shown by no episode', () => setEpisode(free, `asset_id = null, video_state = 'none'`)],
  ])('that is %s is out of reach as soon as the edit is notified', async (_, withdraw) => {
    const { manifest_url } = await readVideo(clientOf(app), free)
    // Two rounds, so that the files are in the memory cache.
    for (let round = 0; round < 2; round++)
      expect(await codesOf(clientOf(app), manifest_url, clear)).toEqual(each(clear, 200))
    await withdraw()
    // The clock does not advance, so only the notification invalidates the cached rights.
    await expect
      .poll(() => codesOf(clientOf(app), manifest_url, clear))
      .toEqual(each(clear, 'forbidden'))
    expect((await app.fetch(`/media-auth${manifest_url}`)).status).toBe(403)
    await app.pool.query(
      'update series set is_hidden = false where id = (select series_id from episodes where id = $1)',
      [free.episode_id],
    )
    await setEpisode(
      free,
      `asset_id = ${free.asset_id}, video_state = 'ready', released_at = null,
       is_hidden = false, is_free = true, price = 0`,
    )
    await setRating(free, 'ALL')
    // Publishing it again is also notified.
    await expect.poll(() => codesOf(clientOf(app), manifest_url, clear)).toEqual(each(clear, 200))
  })

  it('that is withdrawn is out of reach within 5 s without a notification', async () => {
    const { manifest_url } = await readVideo(clientOf(app), free)
    expect(await codesOf(clientOf(app), manifest_url, clear)).toEqual(each(clear, 200))
    const owner = new pg.Client({ connectionString: app.owner_url })
    await owner.connect()
    try {
      // Without triggers, so that nothing is notified.
      await owner.query('set session_replication_role = replica')
      await owner.query('update episodes set is_hidden = true where id = $1', [free.episode_id])
    } finally {
      await owner.end()
    }
    expect(await codesOf(clientOf(app), manifest_url, clear)).toEqual(each(clear, 200))
    app.clock.advance(5_000)
    expect(await codesOf(clientOf(app), manifest_url, clear)).toEqual(each(clear, 'forbidden'))
  })

  it('rated 19 has a URL per session, and needs a verified age for each file', async () => {
    await setRating(free, '19')
    const [adult, minor] = [await makeAdult(), await makeMember(app)]
    const { manifest_url } = await readVideo(adult, free)
    expect((await readVideo(await makeAdult(), free)).manifest_url).not.toBe(manifest_url)
    expect(await codesOf(adult, manifest_url, clear)).toEqual(each(clear, 200))
    expect((await minor.fetch(`/api/contents/${free.episode_id}/video/`)).status).toBe(403)
    await app.pool.query('update members set adult_verified_until = null where id = $1', [adult.id])
    app.clock.advance(10_000)
    expect(await codesOf(adult, manifest_url, clear)).toEqual(each(clear, 'forbidden'))
  })
})

describe('a sold film rated 19', () => {
  it('serves its preview only to the session of a verified adult', async () => {
    const { preview: shared } = (await readOffers(clientOf(app), sold))!
    await setRating(sold, '19')
    await expect
      .poll(() => codesOf(clientOf(app), shared!.manifest_url, previewFiles))
      .toEqual(each(previewFiles, 'forbidden'))
    expect(await readOffers(clientOf(app), sold)).toBeUndefined()
    const adult = await makeAdult()
    const main = (await readOffers(adult, sold))!.preview!.manifest_url
    expect(main).not.toBe(shared!.manifest_url)
    expect(await codesOf(adult, main, previewFiles)).toEqual(each(previewFiles, 200))
    expect(await codesOf(adult, main, filmFiles)).toEqual(each(filmFiles, 'forbidden'))
    expect(await codesOf(adult, main, paidFiles)).toEqual(each(paidFiles, 'forbidden'))
    expect((await requestKey(adult, main, { period: 0 })).status).toBe(200)
    expect((await requestKey(await makeAdult(), main, { period: 0 })).code).toBe('forbidden')
    expect((await requestKey(adult, main)).code).toBe('purchase_required')
    await adult.call(accounts.signOut, {})
    app.clock.advance(10_000)
    expect(await codesOf(clientOf(app), main, previewFiles)).toEqual(
      each(previewFiles, 'forbidden'),
    )
  })
})

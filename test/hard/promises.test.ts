import { playback } from '#contract/playback/playback.ts'
import { accounts } from '#contract/accounts/accounts.ts'
import { transactions } from '#contract/transactions/transactions.ts'
import { storageFolders } from '#server/composition/shared-dependencies.ts'
import { type Config, readConfig } from '#server/config.ts'
import { type Database, openDatabase } from '#server/db/client.ts'
import { type AppDatabase, openAppDatabase } from '#server/db/embedded/open-database.ts'
import { readAsset, registerAsset } from '#server/domains/media/index.ts'
import { systemClock } from '#server/shared/clock.ts'
import { createTempFolder, generateFilm } from '#test/fixtures/generated-films.ts'
import { mkdtemp } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createAuthenticator, type CeremonyOptions } from '#test/services/webauthn-authenticator.ts'
import { makeEpisodes } from '#test/fixtures/episodes.ts'
import { createCustomer } from '#test/services/payment-gateway.ts'
import { jpegOfScans } from '#test/fixtures/hostile-images.ts'
import { makeMember, type TestMember, picturePathOf } from '#test/fixtures/members.ts'
import { orderEpisode } from '#test/fixtures/payments.ts'
import { createGuestClient } from '#test/app/guest-client.ts'
import {
  requestKey,
  type FixtureFilm,
  readOffers,
  readVideo,
  statusOf,
  takeStream,
} from '#test/fixtures/sold-film.ts'
import { startStack, type RunningStack, freePort } from '#test/processes/npm-start.ts'
import { ProblemResponseError, expectProblem, type TestApp } from '#test/app/test-app.ts'

/**
 * Attacks that once succeeded, against the product as `npm start` starts it: with its own database,
 * worker, payment simulator and limits. Each request names its client address, as behind a proxy.
 */
let product: RunningStack
let config: Config
let place: AppDatabase
let database: Database
let world: TestApp
let sold: FixtureFilm

/** Each test has its own addresses, so that tests do not share rate limits. */
let address = '198.51.100.1'

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hanpyeon-promises-'))
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const env = { DATA_DIR: folder, PORT: String(port), SITE_URL: origin, TRUST_PROXY: '1' }
  product = await startStack(env)
  await product.ready()
  config = readConfig(env)
  place = await openAppDatabase(config)
  database = openDatabase(place.url, { connections: 4, name: 'promises' })
  world = openWorldOf(origin)
  sold = await encode({ is_free: false, price: 1_500, in_subscription: false })
  await world.pool.query('update episodes set rental_price = 500 where id = $1', [sold.episode_id])
})
afterAll(async () => {
  await database?.close()
})

/** The running product, for the helpers of tests. */
function openWorldOf(origin: string): TestApp {
  const send: TestApp['fetch'] = (path, init) => {
    const headers = new Headers(init?.headers)
    if (!headers.has('sec-fetch-site')) headers.set('sec-fetch-site', 'same-origin')
    if (!headers.has('x-forwarded-for')) headers.set('x-forwarded-for', address)
    return fetch(origin + path, { redirect: 'manual', ...init, headers })
  }
  const call: TestApp['call'] = async (endpoint, input, headers = {}) => {
    const cookie = headers['cookie'] ?? ''
    const response = await createGuestClient({ fetch: send } as TestApp, cookie).fetch(
      endpoint,
      input,
      headers,
    )
    const text = await response.text()
    if (!response.ok) throw new ProblemResponseError(JSON.parse(text))
    return (text ? JSON.parse(text) : null) as never
  }
  const gateway = createCustomer(systemClock)
  return {
    ...database,
    config,
    origin,
    call,
    fetch: send,
    clock: systemClock,
    gateway,
  } as object as TestApp
}

/** Lets the product’s worker encode a film of 12 s, of which 4 s are free. */
async function encode(wishes: Parameters<typeof makeEpisodes>[1][number]): Promise<FixtureFilm> {
  await using box = await createTempFolder()
  const file = await generateFilm(box.path, { name: 'film.mp4', size: '192x108', seconds: 12 })
  const [episode_id = 0] = await makeEpisodes(world, [wishes])
  const parts = { ...world, ...storageFolders(config), now: new Date() }
  const asset_id = await registerAsset(parts, { file, episode_id, captions: [] })
  await vi.waitUntil(async () => (await readAsset(world.db, asset_id))?.state === 'ready', {
    timeout: 120_000,
    interval: 100,
  })
  return { episode_id, asset_id }
}

async function buy(ownership: 2 | 3 = 3): Promise<{ member: TestMember; main: string }> {
  const member = await makeMember(world)
  const { payment_window: window } = await orderEpisode(member, sold.episode_id, ownership)
  await member.call(transactions.confirmPayment, { body: await world.gateway.pay(window) })
  return { member, main: (await readVideo(member, sold)).manifest_url }
}

const refund = (member: TestMember) =>
  member.call(transactions.requestRefund, { body: { episode_id: sold.episode_id } })

/** Signs the member in, in another browser. */
async function signInElsewhere({ email, password }: TestMember) {
  const browser = createGuestClient(world)
  await browser.call(accounts.signIn, { body: { email, password } })
  const cookie = browser.cookie()
  return {
    call: browser.call,
    fetch: (path: string, init?: RequestInit) =>
      world.fetch(path, { ...init, headers: { ...init?.headers, cookie } }),
  }
}

describe('promise 1: playing the beginning keeps the refund', () => {
  it('refunds a film whose later key was requested too early', async () => {
    const { member, main } = await buy()
    expect(await requestKey(member, main, { period: 0, position: 0 })).toMatchObject({
      status: 200,
    })
    expect(await requestKey(member, main, { position: 0 })).toMatchObject({
      code: 'playback_position_required',
    })
    await refund(member)
  })

  it('refuses the refund of a film that was watched past its preview', async () => {
    const { member, main } = await buy()
    expect(await requestKey(member, main)).toMatchObject({ status: 200 })
    expect(await expectProblem(refund(member))).toMatchObject({
      ineligibility_reason: 'already_watched',
    })
  })

  it('does not start the 48 hours of a rental paused at 0:00', async () => {
    const { member, main } = await buy(2)
    await requestKey(member, main, { position: 0 })
    const { rows } = await world.pool.query<{ days: number }>(
      `select extract(epoch from expires_at - now()) / 86400 as days from purchases
       where wallet_id = (select id from wallets where member_id = $1)`,
      [member.id],
    )
    expect(Number(rows[0]?.days)).toBeGreaterThan(29)
  })
})

describe('promise 2: another site cannot forfeit a refund', () => {
  it.each([
    ['a link on another site', { headers: { 'sec-fetch-site': 'cross-site' } }],
    ['HEAD', { method: 'HEAD' }],
    ['a prefetch', { headers: { 'sec-purpose': 'prefetch' } }],
  ])('refuses a key to %s', async (_name, asking) => {
    const { member, main } = await buy()
    expect((await requestKey(member, main, asking)).status).toBeGreaterThanOrEqual(403)
    await refund(member)
  })

  it('refuses a key by the public token of the preview', async () => {
    const { member } = await buy()
    const preview = (await readOffers(await makeMember(world), sold))?.preview?.manifest_url ?? ''
    expect(preview).not.toBe('')
    expect(await requestKey(member, preview)).toMatchObject({ status: 403 })
    await refund(member)
  })
})

describe('promise 3: the preview serves the preview', () => {
  it('refuses segments after the preview, and higher resolutions, to a preview token', async () => {
    const guest = { fetch: world.fetch, call: world.call }
    const preview = (await readOffers(await makeMember(world), sold))?.preview?.manifest_url ?? ''
    expect(await statusOf(guest, preview, 'v108/0/00000.m4s')).not.toBe(403)
    for (const name of ['v108/1/00002.m4s', 'audio/1/00002.m4s', 'v1080/0/00000.m4s', 'main.m3u8'])
      expect(await statusOf(guest, preview, name), name).toBe(403)
  })
})

describe('promise 4: one stream is one stream', () => {
  it('gives the key of a second session only after it took the stream over', async () => {
    const { member, main } = await buy()
    await requestKey(member, main)
    const other = await signInElsewhere(member)
    await expect(readVideo(other, sold, 'two')).rejects.toThrow('too_many_streams')
    const problem = await other
      .call(playback.startStream, {
        params: { id: sold.episode_id },
        body: { player: 'player-of-a-test-two' },
      })
      .catch((error: ProblemResponseError) => error.problem)
    const [held] = (problem as ProblemResponseError['problem']).streams ?? []
    await takeStream(other, sold, 'two', { take_over: held?.id ?? 0 })
    const its_main = (await readVideo(other, sold, 'two')).manifest_url
    expect(await requestKey(other, its_main, { player: 'two' })).toMatchObject({ status: 200 })
    expect(await requestKey(member, main)).toMatchObject({ code: 'too_many_streams' })
    await expect
      .poll(() => statusOf(member, main, 'v108/1/00002.m4s'), { timeout: 10_000 })
      .toBeGreaterThanOrEqual(400)
  })
})

describe('promise 5: a withdrawn film is refused within 10 s', () => {
  it.each([
    [
      'withheld',
      'update series set is_hidden = true where id = (select series_id from episodes where id = $1)',
    ],
    [
      'raised to 19',
      `update series set age_rating = '19' where id = (select series_id from episodes where id = $1)`,
    ],
    ['made paid', 'update episodes set is_free = false, price = 900 where id = $1'],
  ])('refuses every file of a free work that was %s', async (_name, change) => {
    const free = await encode({})
    const guest = { fetch: world.fetch, call: world.call }
    const main = (await readVideo(guest, free)).manifest_url
    for (const name of ['main.m3u8', 'v108/init.mp4'])
      expect(await statusOf(guest, main, name)).toBe(200)
    await world.pool.query(change, [free.episode_id])
    for (const name of ['main.m3u8', 'v108/init.mp4'])
      await expect
        .poll(() => statusOf(guest, main, name), { timeout: 10_000 })
        .toBeGreaterThanOrEqual(403)
  })
})

describe('promise 6: the second factor of staff stays', () => {
  it('refuses to remove the only passkey with the password alone', async () => {
    address = '198.51.100.6'
    const staff = await makeMember(world, { is_staff: true })
    const browser = createGuestClient(world)
    await browser.call(accounts.signIn, { body: { email: staff.email, password: staff.password } })
    const key = createAuthenticator(world.origin)
    const options = await browser.call(accounts.createPasskeyOptions, { body: {} })
    const response = key.make(options as unknown as CeremonyOptions)
    const { id } = await browser.call(accounts.registerPasskey, {
      body: { name: '열쇠', response },
    })
    const thief = createGuestClient(world)
    const body = { email: staff.email, password: staff.password }
    await thief.call(accounts.signIn, { body })
    expect(await thief.refusal(accounts.removePasskey, { params: { id } })).toMatchObject({
      code: 'second_factor_required',
    })
  })
})

describe('promise 7: one image does not delay others', () => {
  it('lets another member upload within 1 s while an image of 3,000 scans is refused', async () => {
    const [attacker, other] = [await makeMember(world), await makeMember(world)]
    const hostile = await jpegOfScans(3_000)
    const usual = await sharp({
      create: { width: 800, height: 800, channels: 3, background: '#3366cc' },
    })
      .jpeg()
      .toBuffer()
    const upload = (member: TestMember, file: Buffer) =>
      member.fetch(picturePathOf(member), {
        method: 'PUT',
        headers: { 'content-type': 'image/jpeg' },
        body: file as BodyInit,
      })
    const attack = Promise.all(Array.from({ length: 5 }, () => upload(attacker, hostile)))
    const began = performance.now()
    expect((await upload(other, usual)).status).toBe(200)
    expect(performance.now() - began).toBeLessThan(1_000)
    for (const { status } of await attack) expect(status).not.toBe(200)
  })
})

describe('promise 8: one address does not slow down others', () => {
  const statusesOf = async (times: number, ask: (at: number) => Promise<number>) => {
    const statuses: number[] = []
    for (let at = 0; at < times; at += 50)
      statuses.push(...(await Promise.all(Array.from({ length: 50 }, (_, n) => ask(at + n)))))
    return statuses
  }
  it.each([
    ['rendered pages', (at: number) => `/search?q=flood${at}`],
    ['absent pages', (at: number) => `/series/${at + 1_000_000}`],
    ['absent pictures', (at: number) => `/images/abcdef${at}/320.webp`],
    ['keys', (at: number) => `/media/x/${at + 1}p/keys/v108/1.key`],
  ])('refuses a flood of %s and answers another address', async (name, path) => {
    const headers = { 'x-forwarded-for': `203.0.113.${name.length}` }
    const statuses = await statusesOf(
      1_500,
      async (at) => (await world.fetch(path(at), { headers })).status,
    )
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(500)
    expect(
      (await world.fetch('/', { headers: { 'x-forwarded-for': '203.0.113.200' } })).status,
    ).toBe(200)
  })

  it('refuses a flood of socket upgrades', async () => {
    const { port } = new URL(world.origin)
    const upgrade = () =>
      new Promise<number>((resolve) => {
        const socket = connect(Number(port), '127.0.0.1', () =>
          socket.write(
            `GET /ws/watch-history/ HTTP/1.1\r\nhost: localhost:${port}\r\nconnection: upgrade\r\nupgrade: websocket\r\n` +
              `origin: ${world.origin}\r\nx-forwarded-for: 203.0.113.201\r\nsec-websocket-version: 13\r\n` +
              'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
          ),
        )
        socket.on('error', () => resolve(0))
        socket.once('data', (data) => {
          socket.destroy()
          resolve(Number(data.toString('latin1').slice(9, 12)))
        })
      })
    const statuses = await statusesOf(1_500, upgrade)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(500)
  })
})

describe('promise 9: scripts cannot inflate view counts', () => {
  it('counts five views of one address however many sessions it opens', async () => {
    address = '198.51.100.9'
    const free = await encode({})
    for (let n = 0; n < 12; n++) {
      const browser = createGuestClient(world)
      await browser.call(accounts.createSignInPasskeyOptions, {})
      await browser.call(playback.readVideo, { params: { id: free.episode_id }, query: {} })
    }
    const count = async () => {
      const { rows } = await world.pool.query<{ count: number }>(
        `select count(*)::int as count from daily_viewers where content_type = 'episode' and object_id = $1`,
        [free.episode_id],
      )
      return rows[0]?.count
    }
    await expect.poll(count, { timeout: 20_000 }).toBe(5)
  })
})

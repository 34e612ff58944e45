import { playback } from '#contract/playback/playback.ts'
import { secretBytes } from '#server/adapters/encoder/index.ts'
import { storageFolders } from '#server/composition/shared-dependencies.ts'
import { resolveSecret } from '#server/config.ts'
import { createEncryption } from '#server/shared/encryption.ts'
import { expectProblem, openTestApp, type TestApp } from '#test/app/test-app.ts'
import { makeEpisodes } from '#test/fixtures/episodes.ts'
import { registerEncodedFilm } from '#test/fixtures/generated-films.ts'
import { readJobs } from '#test/fixtures/job-queue.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { buyByCard, orderEpisode, readMemberLedger } from '#test/fixtures/payments.ts'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { insertSecret } from '../key-queries.ts'
import { attachAsset } from '../assets/register-asset.ts'
import { readAsset } from '../asset-queries.ts'

let app: TestApp
beforeAll(async () => void (app = await openTestApp({ gateway: true })))
afterAll(() => app.close())

const film = { size: '1280x720', rate: 5, seconds: 9 }

const content = 'WEBVTT\n\n00:01.000 --> 00:02.000\n안녕\n'
const captions = [{ language: 'ko', label: '한국어', content }]

/**
 * Registers the film, whose encoded form exists, for a new episode. No worker runs: a test runs the jobs it names.
 */
async function register(
  episode: Parameters<typeof makeEpisodes>[1][number] = {},
  { is_first_made = true, priority = 0 } = {},
) {
  const [episode_id = 0] = await makeEpisodes(app, [{ ...episode, video_state: 'none' }])
  const asset = { episode_id, captions, priority, is_first_made }
  const asset_id = await registerEncodedFilm(app, film, asset)
  return { episode_id, asset_id }
}

const readVideo = (id: number) => app.call(playback.readVideo, { params: { id }, query: {} })
const refusalOf = (id: number) => expectProblem(readVideo(id))
const statusOf = async (path: string) => (await app.fetch(path)).status
const jobsOf = async (asset_id: number) =>
  Object.fromEntries(
    (await readJobs(app))
      .filter(({ key }) =>
        [`encode_asset:${asset_id}`, `first_rendition:${asset_id}`].includes(key ?? ''),
      )
      .map(({ task, priority }) => [task, priority]),
  )

const isAnyLockAwaited = async () => {
  const { rows } = await app.pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length > 0
}

test('plays in one rendition until all are encoded, and a viewer who began with it keeps it', async () => {
  const { episode_id, asset_id } = await register({}, { is_first_made: false })
  expect(await refusalOf(episode_id)).toMatchObject({ code: 'video_not_ready' })
  await app.workNow('encode_first_rendition', { asset_id })
  const first = await readVideo(episode_id)
  expect(first).toMatchObject({ max_height: 540, captions: [{ language: 'ko' }] })
  expect(first.duration).toBeCloseTo(9, 1)
  expect(first.episode).toMatchObject({ video_state: 'ready', runtime: 9 })
  expect(await (await app.fetch(first.manifest_url)).text()).toContain('RESOLUTION=960x540')
  const segment = first.manifest_url.replace('main.m3u8', 'v540/00001.m4s')
  expect(await statusOf(segment)).toBe(200)

  await app.workNow('encode_asset', { asset_id })
  const whole = await readVideo(episode_id)
  expect(whole.max_height).toBe(720)
  expect(whole.manifest_url).not.toBe(first.manifest_url)
  expect(await statusOf(segment)).toBe(200)
  expect(await statusOf(whole.manifest_url)).toBe(200)

  app.clock.advance(13 * 3_600_000)
  await app.runTask('media')
  const later = (await readVideo(episode_id)).manifest_url
  expect(await statusOf(later)).toBe(200)
  expect(await statusOf(later.replace(`/${asset_id}/`, `/${asset_id}f/`))).toBe(404)
})

test('offers the preview of a paid film, and keeps it encrypted when it becomes free meanwhile', async () => {
  const { episode_id, asset_id } = await register({ is_free: false, price: 1_500 })
  await app.workNow('encode_first_rendition', { asset_id })
  const { purchase_options } = await refusalOf(episode_id)
  const preview = purchase_options?.preview
  expect(preview?.duration).toBeCloseTo(4, 1)
  expect(await statusOf(preview!.manifest_url)).toBe(200)
  expect(
    await statusOf(preview!.manifest_url.replace('preview/main.m3u8', 'v540/1/00001.m4s')),
  ).toBe(403)
  await app.pool.query('update episodes set is_free = true, price = 0 where id = $1', [episode_id])
  await app.workNow('encode_asset', { asset_id })
  expect(await statusOf((await readVideo(episode_id)).manifest_url)).toBe(200)
})

test.each([
  ['sold before all renditions are encoded', ['sell', 'encode']],
  ['sold afterwards', ['encode', 'sell']],
  ['moved to a paid episode', ['move', 'encode']],
])('leaves no unencrypted first rendition of a film that is %s', async (_title, steps) => {
  const { episode_id, asset_id } = await register()
  await app.workNow('encode_first_rendition', { asset_id })
  const { media_dir } = storageFolders(app.config)
  expect(existsSync(join(media_dir, `${asset_id}f`))).toBe(true)
  const run = {
    sell: () =>
      app.pool.query('update episodes set is_free = false, price = 900 where id = $1', [
        episode_id,
      ]),
    encode: () => app.workNow('encode_asset', { asset_id }),
    move: async () => {
      const [other = 0] = await makeEpisodes(app, [
        { is_free: false, price: 900, video_state: 'none' },
      ])
      await app.transact((tx) => attachAsset(tx, asset_id, other))
    },
  }
  for (const step of steps) await run[step as keyof typeof run]()
  await app.runTask('media')
  await app.workNow('encrypt_asset', { asset_id })
  const folders = (await readdir(media_dir)).filter((name) => name.startsWith(`${asset_id}`))
  expect(folders).toEqual([`${asset_id}p`])
})

test.each([
  ['in its first rendition', 'encode_first_rendition'],
  ['in all renditions', 'encode_asset'],
] as const)(
  'does not sell a film that plays %s and became paid until it is encrypted',
  async (_title, job) => {
    const { episode_id, asset_id } = await register()
    await app.workNow(job, { asset_id })
    const price = (is_free: boolean) =>
      app.pool.query('update episodes set is_free = $2, price = $3 where id = $1', [
        ...[episode_id, is_free, is_free ? 0 : 900],
      ])
    await price(false)
    const buyer = await makeMember(app)
    expect(await expectProblem(orderEpisode(buyer, episode_id))).toMatchObject({
      code: 'video_not_ready',
    })
    await price(true)
    expect((await readVideo(episode_id)).episode.video_state).toBe('ready')
    await price(false)
    expect(await refusalOf(episode_id)).toMatchObject({ code: 'video_not_ready' })
    if (job === 'encode_first_rendition') await app.workNow('encode_asset', { asset_id })
    else await app.workNow('encrypt_asset', { asset_id })
    await buyByCard(app, buyer, episode_id)
    expect(
      await buyer.call(playback.readVideo, { params: { id: episode_id }, query: {} }),
    ).toMatchObject({ episode: { video_state: 'ready' } })
  },
)

test('does not sell a paid episode to which an unencrypted film is moved until it is encrypted', async () => {
  const { asset_id } = await register()
  await app.workNow('encode_asset', { asset_id })
  const [episode_id = 0] = await makeEpisodes(app, [
    { is_free: false, price: 900, video_state: 'none' },
  ])
  await app.transact((tx) => attachAsset(tx, asset_id, episode_id))
  const buyer = await makeMember(app)
  expect(await expectProblem(orderEpisode(buyer, episode_id))).toMatchObject({
    code: 'video_not_ready',
  })
  await app.workNow('encrypt_asset', { asset_id })
  await buyByCard(app, buyer, episode_id)
})

test('sells an episode to which a film is moved while its encryption ends', async () => {
  const { episode_id, asset_id } = await register()
  await app.workNow('encode_asset', { asset_id })
  await app.pool.query('update episodes set is_free = false, price = 900 where id = $1', [
    episode_id,
  ])
  // The secret exists from the beginning of the encryption.
  const { encrypt } = createEncryption(resolveSecret(app.config, 'encryption'))
  const secret_ciphertext = encrypt(randomBytes(secretBytes).toString('hex'))
  await app.transact((tx) => insertSecret(tx, asset_id, secret_ciphertext))
  const [target = 0] = await makeEpisodes(app, [
    { is_free: false, price: 900, video_state: 'none' },
  ])
  const { encryption } = await app.transact(async (tx) => {
    await attachAsset(tx, asset_id, target)
    const encryption = app.workNow('encrypt_asset', { asset_id })
    await vi.waitUntil(isAnyLockAwaited, { timeout: 60_000 })
    return { encryption }
  })
  await encryption
  const member = await makeMember(app)
  await buyByCard(app, member, target)
  expect(await readMemberLedger(app, member)).toMatchObject({ won: 900 })
})

test('moves a film for which a viewer waits before all others', async () => {
  const { episode_id, asset_id } = await register({}, { priority: 5 })
  const other = await register({}, { priority: 4 })
  expect(await jobsOf(asset_id)).toEqual({ encode_asset: 5 })
  for (let press = 0; press < 3; press++)
    expect(await refusalOf(episode_id)).toMatchObject({ encoding: { progress: 0 } })
  await expect
    .poll(() => jobsOf(asset_id))
    .toEqual({ encode_asset: -20, encode_first_rendition: -20 })
  expect(await jobsOf(other.asset_id)).toEqual({ encode_asset: 4 })
})

test('makes no first rendition for an episode that keeps its film until the new one is ready', async () => {
  const { episode_id, asset_id } = await register()
  await app.workNow('encode_first_rendition', { asset_id })
  const { manifest_url } = await readVideo(episode_id)
  const next = await registerEncodedFilm(app, film, { episode_id, captions })
  await app.workNow('encode_first_rendition', { asset_id: next })
  expect(await readAsset(app.db, next)).toMatchObject({ first_rendition_progress: null })
  expect(await statusOf(manifest_url)).toBe(200)
})

test('withdraws the first rendition of a film whose encoding fails', async () => {
  const { episode_id, asset_id } = await register()
  await app.workNow('encode_first_rendition', { asset_id })
  await app.pool.query(
    `update media_assets set source_file = 'missing', keep_source_on_failure = true where id = $1`,
    [asset_id],
  )
  await app.workNow('encode_asset', { asset_id })
  expect(await readAsset(app.db, asset_id)).toMatchObject({
    state: 'failed',
    first_rendition_progress: null,
  })
  expect(await refusalOf(episode_id)).not.toHaveProperty('encoding')
})

import { createMediaTokens, edgeKey, publicAudience } from '#server/shared/media-token.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { buyByCard } from '#test/fixtures/payments.ts'
import { freePort } from '#test/processes/free-port.ts'
import { openFilmApp, readOffers, readVideo, requestKey } from '#test/fixtures/sold-film.ts'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { runInThisContext } from 'node:vm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { noEdge, startEdge, startRecorder } from './start-edge.ts'

vi.setConfig({ testTimeout: 120_000 })

const hour = 3_600_000

/** The lines of a playlist that are URLs, resolved against that of the playlist. */
const urlsIn = (playlist: string, url: string) =>
  Array.from(playlist.matchAll(/^[^#\s].*$|(?<=URI=")[^"]+/gm), ([uri]) => new URL(uri, url).href)

async function openEdgeApp() {
  const port = await freePort()
  const edge_url = `http://127.0.0.1:${port}`
  const films = await openFilmApp({ env: { MEDIA_EDGE_URLS: edge_url } })
  onTestFinished(() => films.close())
  const secret = films.app.config.secrets.media_token ?? ''
  const recorder = await startRecorder(films.app.origin)
  const edge = await startEdge(recorder.origin, { keys: `${edgeKey(secret)}\n`, port })
  return { ...films, secret, recorder, edge, edge_url }
}

test('serves segments of free and sold films from the cache by their addresses alone', async (context) => {
  if (noEdge) return context.skip(noEdge)
  const { app, encode, recorder, edge, edge_url } = await openEdgeApp()
  const free = await encode({})
  const sold = await encode({ is_free: false, price: 1_500, in_subscription: false })
  const buyer = await makeMember(app)
  await buyByCard(app, buyer, sold.episode_id)

  const viewers = [
    { film: free, manifest_url: (await readVideo(app, free)).manifest_url, later: '/00001.m4s' },
    { film: sold, manifest_url: (await readVideo(buyer, sold)).manifest_url, later: '1/00001.m4s' },
  ]
  for (const { film, manifest_url, later } of viewers) {
    const main = await (await app.fetch(manifest_url)).text()
    const playlists = urlsIn(main, app.origin + manifest_url).filter((url) =>
      url.startsWith(edge_url),
    )
    expect(playlists.length).toBeGreaterThanOrEqual(2)
    const segments: string[] = []
    const keys: string[] = []
    for (const url of playlists) {
      const response = await edge.get(url)
      expect([response.status, response.headers.get('cache-control')]).toEqual([
        200,
        'private, max-age=3600, immutable',
      ])
      const urls = urlsIn(await response.text(), url)
      segments.push(...urls.filter((each) => each.startsWith(edge_url)))
      keys.push(...urls.filter((each) => !each.startsWith(edge_url)))
    }
    expect(segments.some((url) => url.endsWith(later))).toBe(true)
    expect(keys.every((url) => url.startsWith(`${app.config.site_url}/media/`))).toBe(true)
    expect(keys.length > 0).toBe(film === sold)

    const load = async () => {
      for (const url of segments) {
        const response = await edge.get(url, {
          headers: { cookie: buyer.cookie, authorization: 'Bearer x', 'x-playback-player': 'x' },
        })
        await response.arrayBuffer()
        expect([url, response.status]).toEqual([url, 200])
        expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
        expect(response.headers.get('access-control-allow-origin')).toBe('*')
      }
    }
    if (film === sold) await requestKey(buyer, manifest_url)
    recorder.takeRequests()
    await load()
    const misses = recorder.takeRequests()
    expect(misses).toHaveLength(segments.length)
    for (const name of ['cookie', 'authorization', 'x-playback-player'])
      expect(misses.filter(({ headers }) => name in headers)).toEqual([])
    await load()
    expect(recorder.takeRequests()).toEqual([])
    const [segment = ''] = segments.filter((url) => url.endsWith('.m4s'))
    const part = await edge.get(`${segment}?other=1`, { headers: { range: 'bytes=0-3' } })
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 4])
    expect((await edge.get(segment, { method: 'HEAD' })).status).toBe(200)
    expect((await edge.get(segment, { method: 'POST' })).status).toBe(403)
    expect(recorder.takeRequests()).toEqual([])
  }

  // Another buyer's addresses lead to the same copies.
  const other = await makeMember(app)
  await buyByCard(app, other, sold.episode_id)
  const { manifest_url } = await readVideo(other, sold)
  const ofOther = `${edge_url}${manifest_url.replace('main.m3u8', 'v108/1/00001.m4s')}`
  recorder.takeRequests()
  expect((await edge.get(ofOther)).status).toBe(200)
  expect(recorder.takeRequests()).toEqual([])

  // A guest's preview and a clip come from the cache, too; the whole film's captions do not.
  const preview = (await readOffers(app, sold))!.preview!
  const previewMain = await (await app.fetch(preview.manifest_url)).text()
  expect(urlsIn(previewMain, app.origin + preview.manifest_url)).toContain(
    `${edge_url}${preview.manifest_url.replace('main.m3u8', 'v108.m3u8')}`,
  )
  const captions = manifest_url.replace('main.m3u8', 'captions/ko.vtt')
  expect([(await edge.get(captions)).status, (await other.fetch(captions)).status]).toEqual([
    403, 200,
  ])
})

test('refuses forged, expired and foreign addresses without a request to the servers', async (context) => {
  if (noEdge) return context.skip(noEdge)
  const { app, encode, secret, recorder, edge } = await openEdgeApp()
  const { asset_id, episode_id } = await encode({})
  const expires = Date.now() + hour
  const tokens = createMediaTokens(secret, { edge_urls: [edge.origin] })
  const pathOf = (token: string, folder = String(asset_id)) =>
    `/media/${token}/${folder}/v108/init.mp4`
  const valid = tokens.sign({ asset: asset_id, audience: publicAudience, expires })
  expect((await edge.get(pathOf(valid))).status).toBe(200)
  recorder.takeRequests()

  const session = { kind: 'session', session_id: 1, max_height: 1080 } as const
  const [time = '', audience = '', mac = ''] = valid.split('-')
  const forgeries = {
    expired: tokens.sign({
      asset: asset_id,
      audience: publicAudience,
      expires: app.clock.now().getTime(),
    }),
    prolonged: `${(expires + hour).toString(36)}-${audience}-${mac}`,
    foreign: tokens.sign({ asset: asset_id + 1, audience: publicAudience, expires }),
    otherAudience: `${time}-v720-${mac}`,
    otherSecret: createMediaTokens(`${secret}!`, { edge_urls: [edge.origin] }).sign({
      asset: asset_id,
      audience: publicAudience,
      expires,
    }),
    // Signed by the servers' own secret, as without caches.
    underived: createMediaTokens(secret).sign({
      asset: asset_id,
      audience: publicAudience,
      expires,
    }),
    altered: valid.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    // A free film for verified adults is the servers' to decide.
    session: tokens.sign({ asset: asset_id, audience: session, expires }),
    studio: tokens.sign({ asset: asset_id, audience: { kind: 'studio', session_id: 1 }, expires }),
    empty: '',
  }
  for (const [name, token] of Object.entries(forgeries))
    expect([name, (await edge.get(pathOf(token))).status]).toEqual([name, 403])
  const otherPaths = [
    [403, `/media/${valid}/${asset_id}/main.m3u8`],
    [403, `/media/${valid}/${asset_id}/v108%2f..%2f..%2f${asset_id + 1}/v108/init.mp4`],
    [403, `/media/${valid}/${asset_id}/v108/init.mp4/keys/v108/1.key`],
    [403, `/media/${valid}/${asset_id}p/keys/v108/1.key`],
    [404, `/api/contents/${episode_id}/video/`],
    [404, '/'],
  ] as const
  for (const [status, path] of otherPaths)
    expect([(await edge.get(path)).status, path]).toEqual([status, path])
  expect(recorder.takeRequests()).toEqual([])

  // The servers refuse the same, and what the caches refuse as theirs to decide they check.
  expect((await app.fetch(pathOf(valid))).status).toBe(200)
  for (const name of ['expired', 'prolonged', 'foreign', 'otherSecret', 'altered'] as const)
    expect([name, (await app.fetch(pathOf(forgeries[name]))).status]).toEqual([name, 403])
  expect((await edge.readLog()).map(({ film }) => film).join()).not.toContain(mac)
})

test('accepts addresses of both secrets while the secret is replaced', async (context) => {
  if (noEdge) return context.skip(noEdge)
  const { app, encode, secret, recorder } = await openEdgeApp()
  const { asset_id } = await encode({})
  const next = 'the next secret of this test and no other, long enough'
  const keys = `${edgeKey(next)}\n${edgeKey(secret)}\n`
  const edge = await startEdge(recorder.origin, { keys, port: await freePort() })
  const sign = (text: string) =>
    createMediaTokens(text, { edge_urls: [edge.origin] }).sign({
      asset: asset_id,
      audience: publicAudience,
      expires: Date.now() + hour,
    })
  const pathOf = (token: string) => `/media/${token}/${asset_id}/v108/init.mp4`
  expect((await app.fetch(pathOf(sign(secret)))).status).toBe(200)
  for (const text of [secret, next]) expect((await edge.get(pathOf(sign(text)))).status).toBe(200)
  expect((await edge.get(pathOf(sign(`${next}!`)))).status).toBe(403)
})

test('the CloudFront function lets the same addresses through, without the signature in the path', async () => {
  const films = await openFilmApp({ env: { MEDIA_EDGE_URLS: 'http://127.0.0.1:1' } })
  onTestFinished(() => films.close())
  const { app, encode } = films
  const secret = app.config.secrets.media_token ?? ''
  const { asset_id } = await encode({})
  const code = (
    await readFile(join(import.meta.dirname, '../../../deploy/edge/cloudfront.js'), 'utf8')
  ).replace(`['KEY']`, `['${edgeKey('another')}', '${edgeKey(secret)}']`)
  type FunctionRequest = {
    method: string
    uri: string
    querystring: Record<string, { value: string }>
    statusCode?: number
  }
  const run = runInThisContext(`(require, event) => { ${code}\nreturn handler(event) }`) as (
    require: NodeJS.Require,
    event: { request: FunctionRequest },
  ) => FunctionRequest
  const handle = (uri: string, method = 'GET') =>
    run(createRequire(import.meta.url), {
      request: { method, uri, querystring: { other: { value: '1' } } },
    })
  const tokens = createMediaTokens(secret, { edge_urls: ['http://127.0.0.1:1'] })
  const sign = (expires: number, asset = asset_id) =>
    tokens.sign({ asset, audience: publicAudience, expires })
  const pathOf = (token: string) => `/media/${token}/${asset_id}/v108/init.mp4`
  const valid = sign(Date.now() + hour)
  const passed = handle(pathOf(valid))
  expect(passed).toEqual({
    method: 'GET',
    uri: `/media/-/${asset_id}/v108/init.mp4`,
    querystring: { token: { value: valid } },
  })
  const atServer = await app.fetch(`${passed.uri}?token=${valid}`)
  expect([atServer.status, atServer.headers.get('surrogate-key')]).toEqual([
    200,
    `film-${asset_id}`,
  ])
  expect((await app.fetch(passed.uri)).status).toBe(403)
  for (const token of [sign(Date.now()), sign(Date.now() + hour, asset_id + 1), `${valid}A`, '-'])
    expect([token, handle(pathOf(token)).statusCode]).toEqual([token, 403])
  expect(handle(pathOf(valid), 'POST').statusCode).toBe(403)
})

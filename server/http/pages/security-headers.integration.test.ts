import { makePlayable } from '#test/fixtures/watch-history.ts'
import { openTestAppForTest } from '#test/app/test-app.ts'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { storageFolders } from '#server/composition/shared-dependencies.ts'
import { createMediaTokens, publicAudience } from '#server/shared/media-token.ts'
import { expect, test } from 'vitest'
import { resolveSecret } from '#server/config.ts'

const expectedHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
}

test('sends the security headers with every kind of response', async () => {
  const app = await openTestAppForTest({ env: { SITE_URL: 'https://hanpyeon.example' } })
  const { media_dir, images_dir } = storageFolders(app.config)
  const [episode_id] = await makePlayable(app, [{}])
  await app.pool.query(
    `with asset as (
       insert into media_assets (id, state, source_name, duration, orientation, ready_at)
       overriding system value values (7, 'ready', 'film.mp4', 1000, 'horizontal', now()) returning id)
     update episodes set asset_id = asset.id from asset where episodes.id = $1`,
    [episode_id],
  )
  await mkdir(join(media_dir, '7'), { recursive: true })
  await writeFile(join(media_dir, '7/main.m3u8'), '#EXTM3U\n')
  await mkdir(join(images_dir, 'ab/abcdefgh'), { recursive: true })
  await writeFile(join(images_dir, 'ab/abcdefgh/480.webp'), 'a picture')
  const ends = app.clock.now().getTime() + 60_000
  const token = createMediaTokens(resolveSecret(app.config, 'media_token')).sign({
    asset: 7,
    audience: publicAudience,
    expires: ends,
  })
  const requests: [number, string, RequestInit?][] = [
    [200, '/api/contents/categories/'],
    // Served from the cache.
    [200, '/api/contents/categories/'],
    [401, '/api/accounts/me/'],
    [404, '/api/nothing'],
    [404, '/assets/nothing.js'],
    [405, '/api/contents/categories/', { method: 'DELETE' }],
    [200, '/healthz'],
    [200, '/api/docs'],
    [200, '/robots.txt'],
    [200, '/offline'],
    [200, '/images/abcdefgh/480.webp'],
    [206, '/images/abcdefgh/480.webp', { headers: { range: 'bytes=0-1' } }],
    [404, '/images/abcdefgh/481.webp'],
    [200, `/media/${token}/7/main.m3u8`],
    [403, '/media/none/7/main.m3u8'],
    [401, '/api/studio/uploads/', { method: 'POST' }],
  ]
  for (const [status, path, init] of requests) {
    const response = await app.fetch(path, init)
    await response.arrayBuffer()
    expect([path, response.status]).toEqual([path, status])
    expect({ path, ...Object.fromEntries(response.headers) }).toMatchObject({
      path,
      ...expectedHeaders,
    })
  }
})

import { storageFolders } from '#server/composition/shared-dependencies.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { clientOf, openFilmApp, readVideo, siblingUrl } from '#test/fixtures/sold-film.ts'
import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

let films: Awaited<ReturnType<typeof openFilmApp>>
beforeAll(async () => {
  films = await openFilmApp()
})
afterAll(() => films?.close())

it('limits a free film to the height without a plan, for guests and members', async () => {
  const { app } = films
  const folder = (path: string) => join(storageFolders(app.config).media_dir, path)
  const film = await films.encode({ is_free: true })
  const name = (height: number) => `v${height}/index.m3u8`
  for (const height of [1080, 2160]) {
    const variant = `#EXT-X-STREAM-INF:BANDWIDTH=1\n${name(height)}\n`
    await appendFile(folder(`${film.asset_id}/main.m3u8`), variant)
    await mkdir(folder(`${film.asset_id}/v${height}`))
    await writeFile(folder(`${film.asset_id}/${name(height)}`), '#EXTM3U\n')
  }
  const size = { width: 3840, height: 2160 }
  await app.pool.query(
    `update media_assets set renditions = renditions || $2::jsonb where id = $1`,
    [film.asset_id, JSON.stringify([{ ...size, name: 'v2160', rung: 2160 }])],
  )
  for (const viewer of [clientOf(app), await makeMember(app)]) {
    const { manifest_url, max_height } = await readVideo(viewer, film)
    const status = async (file: string) =>
      (await viewer.fetch(siblingUrl(manifest_url, file))).status
    const main = await (await app.fetch(manifest_url)).text()
    expect(main.match(/^v\d+/gm)).toEqual(['v108', 'v1080'])
    expect(await Promise.all([name(1080), name(2160)].map(status))).toEqual([200, 403])
    expect(max_height).toBe(108)
  }
})

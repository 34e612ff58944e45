import { accounts } from '#contract/accounts/accounts.ts'
import type { Profile } from '#contract/accounts/profile-fields.ts'
import { profiles } from '#contract/accounts/profiles.ts'
import { storageFolders } from '#server/composition/shared-dependencies.ts'
import { makeMember, type TestMember, picturePathOf } from '#test/fixtures/members.ts'
import { openTestApp, type TestApp, openTestAppForTest } from '#test/app/test-app.ts'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { crc32, deflateSync } from 'node:zlib'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => void (app = await openTestApp()))
afterAll(() => app?.close())

let member: TestMember
beforeEach(async () => void (member = await makeMember(app)))

const send = (file: Uint8Array | string, type = 'image/png') =>
  member.fetch(picturePathOf(member), {
    method: 'PUT',
    headers: { 'content-type': type },
    body: file as BodyInit,
  })
const profileOf = async (response: Response) => {
  expect(response.status, await response.clone().text()).toBe(200)
  return (await response.json()) as Profile
}
const fetchImage = async ({ picture_url }: Profile) => {
  const response = await app.fetch(picture_url ?? '')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('image/webp')
  expect(response.headers.get('cache-control')).toMatch(/^private, /)
  return Buffer.from(await response.arrayBuffer())
}
/** Image files in the storage of the test app, including unfinished ones. */
const filesOnDisk = async () =>
  (await readdir(storageFolders(app.config).images_dir, { recursive: true }).catch(() => []))
    .filter((name) => /\.webp$|\/\./.test(name))
    .sort()

const plainImage = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3366cc' } })

describe('a profile image', () => {
  test.each(['jpeg', 'png', 'webp'] as const)(
    'of type %s is converted to a square WebP and served',
    async (format) => {
      const profile = await profileOf(await send(await plainImage(700, 300)[format]().toBuffer()))
      const metadata = await sharp(await fetchImage(profile)).metadata()
      expect(metadata).toMatchObject({ format: 'webp', width: 256, height: 256 })
      const user = await member.call(accounts.readMe, {})
      expect(user.profile_image).toBe(profile.picture_url)
      expect(user.profile?.picture_url).toBe(profile.picture_url)
    },
  )

  test('may be tiny, greyscale, transparent, 16-bit or CMYK', async () => {
    for (const image of [
      plainImage(1, 1).png(),
      plainImage(9_000, 20).jpeg(),
      plainImage(40, 40).greyscale().jpeg({ progressive: true }),
      plainImage(40, 40).ensureAlpha(0.5).png({ palette: true }),
      plainImage(40, 40).toColourspace('rgb16').png(),
      plainImage(40, 40).toColourspace('cmyk').jpeg(),
    ])
      await profileOf(await send(await image.toBuffer()))
  })

  test('is detected by its bytes, not by the content type', async () => {
    await profileOf(await send(await plainImage(30, 30).jpeg().toBuffer(), 'image/webp'))
  })

  test('is rotated by its EXIF orientation and stripped of metadata', async () => {
    // The left half is red; after the rotation by 90° of its EXIF orientation, red is on top.
    const red = await sharp({
      create: { width: 300, height: 600, channels: 3, background: '#f00' },
    })
      .png()
      .toBuffer()
    const jpeg = await plainImage(600, 600)
      .composite([{ input: red, left: 0, top: 0 }])
      .withExif({
        IFD0: { Copyright: 'secret', Make: 'secret' },
        IFD3: { GPSLatitude: '37/1 33/1 59/1' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(jpeg.includes('secret')).toBe(true)
    const webp = await fetchImage(await profileOf(await send(jpeg)))
    const metadata = await sharp(webp).metadata()
    expect(metadata).not.toHaveProperty('exif')
    expect(metadata).not.toHaveProperty('xmp')
    expect(metadata).not.toHaveProperty('icc')
    expect(webp.includes('secret')).toBe(false)
    const { data, info } = await sharp(webp).raw().toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels)]
    expect(at(240, 16)[0]).toBeGreaterThan(200)
    expect(at(16, 240)[0]).toBeLessThan(120)
  })

  test('keeps the first frame of an animation', async () => {
    const frames = Buffer.concat(
      await Promise.all(
        ['#f00', '#0f0'].map((background) =>
          sharp({ create: { width: 50, height: 50, channels: 3, background } })
            .raw()
            .toBuffer(),
        ),
      ),
    )
    const animated = await sharp(frames, {
      raw: { width: 50, height: 100, channels: 3, pageHeight: 50 },
    })
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer()
    expect((await sharp(animated).metadata()).pages).toBe(2)
    const webp = await fetchImage(await profileOf(await send(animated, 'image/webp')))
    expect((await sharp(webp).metadata()).pages ?? 1).toBe(1)
    const { dominant } = await sharp(webp).stats()
    expect(dominant.r).toBeGreaterThan(200)
  })

  test('replaces the previous image, which is deleted from storage and cache', async () => {
    const first = await profileOf(await send(await plainImage(50, 50).png().toBuffer()))
    await fetchImage(first)
    const second = await profileOf(await send(await plainImage(50, 50).png().toBuffer()))
    expect(second.picture_url).not.toBe(first.picture_url)
    expect((await app.fetch(first.picture_url ?? '')).status).toBe(404)
    await fetchImage(second)
    const remove = () =>
      member.call(profiles.removeProfilePicture, { params: { id: member.profile_id } })
    const profile = await remove()
    expect(profile.picture_url).toBeNull()
    expect((await app.fetch(second.picture_url ?? '')).status).toBe(404)
    expect(await remove()).toEqual(profile)
  })

  test('leaves one file on disk after concurrent uploads', async () => {
    const file = await plainImage(50, 50).png().toBuffer()
    const before = await filesOnDisk()
    await Promise.all(Array.from({ length: 6 }, async () => profileOf(await send(file))))
    const left = (await filesOnDisk()).filter((name) => !before.includes(name))
    expect(left).toHaveLength(1)
    const { profile_image } = await member.call(accounts.readMe, {})
    expect(profile_image).toContain(left[0]?.split('/').at(-2))
  })
})

/** A PNG whose header claims the given size, with almost no data. */
function pngOf(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('invalid image files', () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  const magic = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const cases: [string, () => Buffer | Promise<Buffer>][] = [
    ['nothing', () => Buffer.alloc(0)],
    ['text', () => Buffer.from('not a picture')],
    ['an SVG sent as PNG', () => Buffer.from(svg)],
    ['HTML sent as PNG', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['the first bytes of a PNG and an SVG', () => Buffer.concat([magic, Buffer.from(svg)])],
    ['the first bytes alone', () => magic],
    ['a GIF', () => plainImage(20, 20).gif().toBuffer()],
    ['a TIFF', () => plainImage(20, 20).tiff().toBuffer()],
    ['an AVIF', () => plainImage(64, 64).avif().toBuffer()],
    ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer<<>>\n%%EOF')],
    ['a WAVE file in a RIFF container', () => Buffer.from('RIFF\x24\0\0\0WAVEfmt ', 'latin1')],
    ['a PNG that ends early', async () => half(await noise('png'))],
    ['a JPEG that ends early', async () => half(await noise('jpeg'))],
    ['a WebP that ends early', async () => half(await noise('webp'))],
    ['a PNG with corrupted data', async () => corrupted(await noise('png'))],
    ['a PNG header of 41 megapixels', () => pngOf(8_200, 5_000)],
    ['a PNG of 2³¹ by 2³¹', () => pngOf(2 ** 31 - 1, 2 ** 31 - 1)],
    ['a PNG of 60,000 by 60,000', () => pngOf(60_000, 60_000)],
    ['a PNG of 0 by 0', () => pngOf(0, 0)],
    ['a complete PNG of 41 megapixels', () => plainImage(8_200, 5_000).png().toBuffer()],
  ]

  test.each(cases)('%s is refused and leaves no files', async (_name, make) => {
    const before = await filesOnDisk()
    const response = await send(await make())
    expect(response.status).toBe(415)
    expect(await response.json()).toMatchObject({ code: 'unsupported_media_type' })
    expect(await filesOnDisk()).toEqual(before)
    expect((await member.call(accounts.readMe, {})).profile_image).toBeNull()
  })

  test('data appended to an image is removed', async () => {
    const page = Buffer.from('<script>alert(1)</script>PK\x03\x04')
    for (const format of ['png', 'jpeg'] as const) {
      const both = Buffer.concat([await plainImage(30, 30)[format]().toBuffer(), page])
      const webp = await fetchImage(await profileOf(await send(both)))
      expect(webp.includes('script')).toBe(false)
    }
  })

  test('40 megapixels are accepted', async () => {
    await profileOf(await send(await plainImage(8_000, 5_000).png().toBuffer()))
  })

  async function noise(format: 'png' | 'jpeg' | 'webp') {
    const create = { width: 300, height: 300, channels: 3 as const, background: '#000' }
    return sharp({ create: { ...create, noise: { type: 'gaussian', mean: 128, sigma: 60 } } })
      [format]()
      .toBuffer()
  }
  const half = (file: Buffer) => file.subarray(0, Math.floor(file.length / 2))
  function corrupted(file: Buffer) {
    const copy = Buffer.from(file)
    copy.fill(0x5a, Math.floor(copy.length / 2), Math.floor(copy.length / 2) + 64)
    return copy
  }
})

test('deletes the stored file if the database update fails', async () => {
  const before = await filesOnDisk()
  const file = await plainImage(50, 50).png().toBuffer()
  const owner = new pg.Client({ connectionString: app.owner_url })
  await owner.connect()
  try {
    await owner.query(`
      create or replace function refuse_pictures() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
      create or replace trigger refuse_pictures before update of picture_key on profiles
        for each row execute function refuse_pictures();`)
    expect((await send(file)).status).toBe(500)
    expect(await filesOnDisk()).toEqual(before)
  } finally {
    await owner.query('drop trigger refuse_pictures on profiles')
    await owner.end()
  }
})

test('refuses an unauthorized or rate-limited upload before receiving the file', async () => {
  const limitedApp = await openTestAppForTest({ env: { RATE_LIMITS: 'on' } })
  const uploader = await makeMember(limitedApp)
  // Announces ten megabytes and sends no body.
  const announce = (cookie: string) =>
    new Promise<number | undefined>((resolve, reject) =>
      request(`${limitedApp.origin}${picturePathOf(uploader)}`, {
        method: 'PUT',
        headers: {
          'content-type': 'image/png',
          'content-length': 10 * 1024 * 1024,
          'sec-fetch-site': 'same-origin',
          cookie,
        },
      })
        .on('response', (response) => {
          resolve(response.statusCode)
          response.destroy()
        })
        .on('error', reject)
        .flushHeaders(),
    )
  expect(await announce('')).toBe(401)
  const empty = { method: 'PUT', headers: { 'content-type': 'image/png' } }
  for (let time = 0; time < 20; time++) await uploader.fetch(picturePathOf(uploader), empty)
  expect(await announce(uploader.cookie)).toBe(429)
})

test('allows twenty uploads an hour', async () => {
  const limitedApp = await openTestAppForTest({ env: { RATE_LIMITS: 'on' } })
  const uploader = await makeMember(limitedApp)
  const file = new Uint8Array(await plainImage(1, 1).png().toBuffer())
  const statuses = []
  for (let time = 0; time < 21; time++) {
    const init = { method: 'PUT', headers: { 'content-type': 'image/png' }, body: file }
    statuses.push((await uploader.fetch(picturePathOf(uploader), init)).status)
  }
  expect(statuses).toEqual([...Array<number>(20).fill(200), 429])
})

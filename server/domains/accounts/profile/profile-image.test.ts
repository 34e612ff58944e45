import { accounts } from '#contract/accounts/accounts.ts'
import type { User } from '#contract/accounts/accounts.ts'
import { storageFolders } from '#server/composition/shared-dependencies.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { openTestApp, type TestApp, openTestAppForTest } from '#test/app/test-app.ts'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { crc32, deflateSync } from 'node:zlib'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

let world: TestApp
beforeAll(async () => void (world = await openTestApp()))
afterAll(() => world?.close())

let member: TestMember
beforeEach(async () => void (member = await makeMember(world)))

const send = (file: Uint8Array | string, type = 'image/png') =>
  member.fetch('/api/accounts/me/image/', {
    method: 'POST',
    headers: { 'content-type': type },
    body: file as BodyInit,
  })
const userOf = async (response: Response) => {
  expect(response.status, await response.clone().text()).toBe(200)
  return (await response.json()) as User
}
const shown = async (user: User) => {
  const response = await world.fetch(user.profile_image ?? '')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('image/webp')
  expect(response.headers.get('cache-control')).toMatch(/^private, /)
  return Buffer.from(await response.arrayBuffer())
}
/** Files of pictures below the world's folder, whole or not. */
const filesOnDisk = async () =>
  (await readdir(storageFolders(world.config).images_dir, { recursive: true }).catch(() => []))
    .filter((name) => /\.webp$|\/\./.test(name))
    .sort()

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3366cc' } })

describe('a picture', () => {
  test.each(['jpeg', 'png', 'webp'] as const)(
    'of %s becomes a square that is served',
    async (format) => {
      const user = await userOf(await send(await drawn(700, 300)[format]().toBuffer()))
      const facts = await sharp(await shown(user)).metadata()
      expect(facts).toMatchObject({ format: 'webp', width: 256, height: 256 })
      expect(await member.call(accounts.readMe, {})).toEqual(user)
    },
  )

  test('small, grey, see-through or of 16 bits is a picture too', async () => {
    for (const image of [
      drawn(1, 1).png(),
      drawn(9_000, 20).jpeg(),
      drawn(40, 40).greyscale().jpeg({ progressive: true }),
      drawn(40, 40).ensureAlpha(0.5).png({ palette: true }),
      drawn(40, 40).toColourspace('rgb16').png(),
      drawn(40, 40).toColourspace('cmyk').jpeg(),
    ])
      await userOf(await send(await image.toBuffer()))
  })

  test('is what its bytes are, whatever the header says', async () => {
    await userOf(await send(await drawn(30, 30).jpeg().toBuffer(), 'image/webp'))
  })

  test('stands upright, and tells neither where it was taken nor with what', async () => {
    // Left half red, and a note that it is to be turned by 90°: the red is on top then.
    const red = await sharp({
      create: { width: 300, height: 600, channels: 3, background: '#f00' },
    })
      .png()
      .toBuffer()
    const jpeg = await drawn(600, 600)
      .composite([{ input: red, left: 0, top: 0 }])
      .withExif({
        IFD0: { Copyright: 'secret', Make: 'secret' },
        IFD3: { GPSLatitude: '37/1 33/1 59/1' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(jpeg.includes('secret')).toBe(true)
    const webp = await shown(await userOf(await send(jpeg)))
    const facts = await sharp(webp).metadata()
    expect(facts).not.toHaveProperty('exif')
    expect(facts).not.toHaveProperty('xmp')
    expect(facts).not.toHaveProperty('icc')
    expect(webp.includes('secret')).toBe(false)
    const { data, info } = await sharp(webp).raw().toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels)]
    expect(at(240, 16)[0]).toBeGreaterThan(200)
    expect(at(16, 240)[0]).toBeLessThan(120)
  })

  test('that moves gives its first frame', async () => {
    const frames = Buffer.concat(
      await Promise.all(
        ['#f00', '#0f0'].map((background) =>
          sharp({ create: { width: 50, height: 50, channels: 3, background } })
            .raw()
            .toBuffer(),
        ),
      ),
    )
    const moving = await sharp(frames, {
      raw: { width: 50, height: 100, channels: 3, pageHeight: 50 },
    })
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer()
    expect((await sharp(moving).metadata()).pages).toBe(2)
    const webp = await shown(await userOf(await send(moving, 'image/webp')))
    expect((await sharp(webp).metadata()).pages ?? 1).toBe(1)
    const { dominant } = await sharp(webp).stats()
    expect(dominant.r).toBeGreaterThan(200)
  })

  test('takes the place of the one before, whose file is gone, in memory too', async () => {
    const first = await userOf(await send(await drawn(50, 50).png().toBuffer()))
    await shown(first)
    const second = await userOf(await send(await drawn(50, 50).png().toBuffer()))
    expect(second.profile_image).not.toBe(first.profile_image)
    expect((await world.fetch(first.profile_image ?? '')).status).toBe(404)
    await shown(second)
    const user = await member.call(accounts.removePicture, {})
    expect(user.profile_image).toBeNull()
    expect((await world.fetch(second.profile_image ?? '')).status).toBe(404)
    expect(await member.call(accounts.removePicture, {})).toEqual(user)
  })

  test('set many times at once leaves one on disk', async () => {
    const file = await drawn(50, 50).png().toBuffer()
    const before = await filesOnDisk()
    await Promise.all(Array.from({ length: 6 }, async () => userOf(await send(file))))
    const left = (await filesOnDisk()).filter((name) => !before.includes(name))
    expect(left).toHaveLength(1)
    const { profile_image } = await member.call(accounts.readMe, {})
    expect(profile_image).toContain(left[0]?.split('/').at(-2))
  })
})

/** A PNG that says it is so large and holds next to nothing. */
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

describe('what is no picture', () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  const magic = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const cases: [string, () => Buffer | Promise<Buffer>][] = [
    ['nothing', () => Buffer.alloc(0)],
    ['text', () => Buffer.from('not a picture')],
    ['an SVG dressed as PNG', () => Buffer.from(svg)],
    ['HTML dressed as PNG', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['the first bytes of a PNG and an SVG', () => Buffer.concat([magic, Buffer.from(svg)])],
    ['the first bytes alone', () => magic],
    ['a GIF', () => drawn(20, 20).gif().toBuffer()],
    ['a TIFF', () => drawn(20, 20).tiff().toBuffer()],
    ['an AVIF', () => drawn(64, 64).avif().toBuffer()],
    ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer<<>>\n%%EOF')],
    ['a sound in the box of a WebP', () => Buffer.from('RIFF\x24\0\0\0WAVEfmt ', 'latin1')],
    ['a PNG that ends early', async () => half(await noise('png'))],
    ['a JPEG that ends early', async () => half(await noise('jpeg'))],
    ['a WebP that ends early', async () => half(await noise('webp'))],
    ['a PNG with a torn middle', async () => torn(await noise('png'))],
    ['41 megapixels of a PNG', () => pngOf(8_200, 5_000)],
    ['a PNG of 2³¹ by 2³¹', () => pngOf(2 ** 31 - 1, 2 ** 31 - 1)],
    ['a PNG of 60,000 by 60,000', () => pngOf(60_000, 60_000)],
    ['a PNG of 0 by 0', () => pngOf(0, 0)],
    ['41 megapixels that are there', () => drawn(8_200, 5_000).png().toBuffer()],
  ]

  test.each(cases)('%s is refused, and leaves nothing', async (_name, make) => {
    const before = await filesOnDisk()
    const response = await send(await make())
    expect(response.status).toBe(415)
    expect(await response.json()).toMatchObject({ code: 'unsupported_media_type' })
    expect(await filesOnDisk()).toEqual(before)
    expect((await member.call(accounts.readMe, {})).profile_image).toBeNull()
  })

  test('a picture with a page behind it is the picture alone', async () => {
    const page = Buffer.from('<script>alert(1)</script>PK\x03\x04')
    for (const format of ['png', 'jpeg'] as const) {
      const both = Buffer.concat([await drawn(30, 30)[format]().toBuffer(), page])
      const webp = await shown(await userOf(await send(both)))
      expect(webp.includes('script')).toBe(false)
    }
  })

  test('40 megapixels are one', async () => {
    await userOf(await send(await drawn(8_000, 5_000).png().toBuffer()))
  })

  async function noise(format: 'png' | 'jpeg' | 'webp') {
    const create = { width: 300, height: 300, channels: 3 as const, background: '#000' }
    return sharp({ create: { ...create, noise: { type: 'gaussian', mean: 128, sigma: 60 } } })
      [format]()
      .toBuffer()
  }
  const half = (file: Buffer) => file.subarray(0, Math.floor(file.length / 2))
  function torn(file: Buffer) {
    const copy = Buffer.from(file)
    copy.fill(0x5a, Math.floor(copy.length / 2), Math.floor(copy.length / 2) + 64)
    return copy
  }
})

test('a picture that is stored for nobody is removed again', async () => {
  const before = await filesOnDisk()
  const file = await drawn(50, 50).png().toBuffer()
  const owner = new pg.Client({ connectionString: world.owner_url })
  await owner.connect()
  try {
    await owner.query(`
      create or replace function refuse_pictures() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
      create or replace trigger refuse_pictures before update of profile_image_key on members
        for each row execute function refuse_pictures();`)
    expect((await send(file)).status).toBe(500)
    expect(await filesOnDisk()).toEqual(before)
  } finally {
    await owner.query('drop trigger refuse_pictures on members')
    await owner.end()
  }
})

test('nobody sends a file who is refused anyway: asked before a byte of it came', async () => {
  const there = await openTestAppForTest({ env: { RATE_LIMITS: 'on' } })
  const somebody = await makeMember(there)
  // Of ten megabytes that are announced not one byte is ever sent.
  const announce = (cookie: string) =>
    new Promise<number | undefined>((resolve, reject) =>
      request(`${there.origin}/api/accounts/me/image/`, {
        method: 'POST',
        headers: {
          ...{ 'content-type': 'image/png', 'content-length': 10 * 1024 * 1024 },
          ...{ 'sec-fetch-site': 'same-origin', cookie },
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
  const empty = { method: 'POST', headers: { 'content-type': 'image/png' } }
  for (let time = 0; time < 20; time++) await somebody.fetch('/api/accounts/me/image/', empty)
  expect(await announce(somebody.cookie)).toBe(429)
})

test('twenty an hour are enough for anybody', async () => {
  const there = await openTestAppForTest({ env: { RATE_LIMITS: 'on' } })
  const somebody = await makeMember(there)
  const file = new Uint8Array(await drawn(1, 1).png().toBuffer())
  const statuses = []
  for (let time = 0; time < 21; time++) {
    const init = { method: 'POST', headers: { 'content-type': 'image/png' }, body: file }
    statuses.push((await somebody.fetch('/api/accounts/me/image/', init)).status)
  }
  expect(statuses).toEqual([...Array<number>(20).fill(200), 429])
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InputRejectedError } from '../encoder-errors.ts'
import { detectContainer } from './container.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'container-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function detect(bytes: Buffer): Promise<string> {
  const file = join(folder, 'film')
  await writeFile(file, bytes)
  return detectContainer(file).then(
    ({ container }) => container,
    (error: InputRejectedError) => error.code,
  )
}

const padded = (start: string, encoding: BufferEncoding) =>
  Buffer.concat([Buffer.from(start, encoding), Buffer.alloc(4096)])

/** @param flags the third byte after the sync byte: scrambling and the presence of a payload. */
function transportPackets(size: number, { flags = 0x10, count = 40, lead = size - 188 } = {}) {
  const packet = Buffer.alloc(size, 0xff)
  const at = size === 192 ? lead : 0
  packet.set([0x47, 0x01, 0x00, flags], at)
  return Buffer.concat(Array.from({ length: count }, () => packet))
}

/** A sector of a DVD: pack header, then the header of a video packet. */
function sector(scrambling: number) {
  const bytes = Buffer.alloc(2048)
  bytes.set([0, 0, 1, 0xba, 0x44])
  bytes.set([0, 0, 1, 0xe0, 7, 0xec, 0x81 | (scrambling << 4)], 14)
  return Buffer.concat([bytes, bytes])
}

/** A File Properties Object after the GUID of the header. */
function windowsMedia(size: number): Buffer {
  const bytes = padded('3026b2758e66cf11a6d900aa0062ce6c', 'hex')
  bytes.set(Buffer.from('a1dcab8c47a9cf118ee400c00c205365', 'hex'), 30)
  bytes.writeBigUInt64LE(BigInt(size), 70)
  return bytes
}

function box(type: string, ...body: Buffer[]): Buffer {
  const content = Buffer.concat(body)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + content.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, content])
}

const movieWith = (sampleEntry: string) =>
  Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\0\0isom')),
    box(
      'moov',
      box(
        'trak',
        box(
          'mdia',
          box(
            'minf',
            box('stbl', box('stsd', Buffer.alloc(8), box(sampleEntry, Buffer.alloc(78)))),
          ),
        ),
      ),
    ),
  ])

test.for<[string, string, Buffer]>([
  ['packets of 188 bytes', 'mpegts', transportPackets(188)],
  ['packets of 192 bytes', 'mpegts', transportPackets(192)],
  ['packets of 204 bytes', 'mpegts', transportPackets(204)],
  ['a stream cut inside a packet', 'mpegts', transportPackets(188).subarray(61)],
  [
    'a sync byte without a period',
    'not_a_video',
    Buffer.concat([Buffer.from('G'), Buffer.alloc(9000)]),
  ],
  ['a program stream', 'mpeg', sector(0)],
  ['a program stream cut inside a sector', 'mpeg', sector(0).subarray(1000)],
  ['a cut AVI', 'truncated', padded('RIFF\xff\xff\0\0AVI LIST', 'latin1')],
  ['an AVI that was not finished', 'avi', padded('RIFF\0\0\0\0AVI LIST', 'latin1')],
  ['cut Windows Media', 'truncated', windowsMedia(1_000_000)],
  ['Windows Media of the declared size', 'asf', windowsMedia(3_000)],
  ['AVI', 'avi', padded('RIFF\x10\0\0\0AVI LIST', 'latin1')],
  ['a sound file', 'not_a_video', padded('RIFF\x10\0\0\0WAVEfmt ', 'latin1')],
  ['Windows Media', 'asf', padded('3026b2758e66cf11a6d900aa0062ce6c', 'hex')],
  ['MXF', 'mxf', padded('060e2b34020501010d0102010102', 'hex')],
  ['Flash video', 'flv', padded('FLV\x01\x05', 'latin1')],
  ['DV', 'dv', padded('1f0700bf', 'hex')],
  ['Ogg', 'unsupported_container', padded('OggS', 'latin1')],
  ['a movie', 'mov', movieWith('avc1')],
  ['a movie with common encryption', 'encrypted', movieWith('encv')],
  ['a movie of a shop', 'encrypted', movieWith('drmi')],
  ['a scrambled broadcast', 'encrypted', transportPackets(188, { flags: 0x90 })],
  ['a copy-protected DVD', 'encrypted', sector(1)],
  [
    'protected Windows Media',
    'encrypted',
    Buffer.concat([
      padded('3026b2758e66cf11a6d900aa0062ce6c', 'hex'),
      Buffer.from('fbb3112223bdd211b4b700a0c955fc6e', 'hex'),
    ]),
  ],
])('identifies %s as %s', async ([, expected, bytes]) => {
  expect(await detect(bytes)).toBe(expected)
})

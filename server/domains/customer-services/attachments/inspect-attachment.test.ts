import {
  html,
  makeBmp,
  makeDoc,
  makeDocx,
  makePdf,
  makePhoto,
  makeZip,
  svg,
} from '#test/fixtures/attachment-files.ts'
import { makeHeic } from '#test/fixtures/heic-photo.ts'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { SandboxRejection } from '#server/adapters/sandbox/index.ts'
import { inspectAttachment } from './inspect-attachment.ts'

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

const inspect = (file: Buffer | string, name = 'file') =>
  inspectAttachment(Buffer.from(file), name, 1)
const refused = { code: 'file_type_rejected' }
/** An empty tag of MP3 files, which file-type skips. */
const id3 = Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1')

describe('accepted attachments', () => {
  test.each(['jpeg', 'png', 'webp', 'gif'] as const)('accepts %s', async (format) => {
    expect(await inspect(await makePhoto(format))).toMatchObject({ type: `image/${format}` })
  })

  test.each([
    ['24 bits', 24],
    ['32 bits', 32],
    ['a palette of 256 colours', 8],
    ['a palette of 2 colours', 1],
  ])('converts a bitmap of %s to PNG', async (_, bits) => {
    const inspected = await inspect(makeBmp(bits), '화면.bmp')
    expect(inspected).toMatchObject({ type: 'image/png', name: '화면.bmp.png' })
    const { data, info } = await sharp(inspected.bytes)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject({ width: 3, height: 2, channels: 3 })
    const pixels = Array.from({ length: 6 }, (__, n) => [...data.subarray(n * 3, n * 3 + 3)])
    const [red, blue] = [
      [255, 0, 0],
      [0, 0, 255],
    ]
    expect(pixels).toEqual([red, blue, red, blue, red, blue])
  })

  test('converts a HEIC photo to JPEG', async () => {
    const photo = makeHeic({ width: 96, height: 64, color: 'red' })
    const inspected = await inspect(photo, 'IMG_0001.HEIC')
    expect(inspected).toMatchObject({ type: 'image/jpeg', name: 'IMG_0001.HEIC.jpg' })
    const { data, info } = await sharp(inspected.bytes).raw().toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject({ width: 96, height: 64 })
    const [r = 0, g = 0, b = 0] = data
    expect([r > 200, g < 60, b < 60]).toEqual([true, true, true])
  })

  test('rejects damaged bitmaps and photos', async () => {
    const photo = makeHeic({ width: 96, height: 64, color: 'red' })
    const bitmap = makeBmp(24)
    const wide = Buffer.from(bitmap)
    wide.writeInt32LE(2_000_000_000, 18)
    const files = [photo.subarray(0, photo.length / 2), bitmap.subarray(0, -1), wide]
    for (const file of files) await expect(inspect(file)).rejects.toMatchObject(refused)
  })

  test.each<[string, string, Buffer | string]>([
    ['a PDF', 'application/pdf', makePdf()],
    [
      'a PDF with bookmarks and a script',
      'application/pdf',
      makePdf(['4 0 obj\n<< /S /JavaScript /JS (app.alert(1)) >>\nendobj\n']),
    ],
    ['a Word document', docx, makeDocx()],
    [
      'a Word document with a chart',
      docx,
      makeDocx([{ name: 'word/charts/chart1.xml', content: '<c:chartSpace/>' }]),
    ],
    ['a Word 97 document', 'application/msword', makeDoc()],
    [
      'a Word 97 document with objects',
      'application/msword',
      makeDoc(['WordDocument', 'ObjectPool']),
    ],
    ['text', 'text/plain', '결제가 두 번 됐어요.\r\n\t확인해 주세요 😀'],
    ['text with a byte order mark', 'text/plain', '\ufeff결제가 두 번 됐어요.'],
    ['text in EUC-KR', 'text/plain', Buffer.from('b0e1c1a6b0a1', 'hex')],
    ['text in CP949', 'text/plain', Buffer.from('8c63c0bdb1b9', 'hex')],
    ['text in UTF-16', 'text/plain', Buffer.from('\ufeff똠양꿍 사 주세요', 'utf16le')],
    ['text about markup', 'text/plain', '화면에 <b>결제</b>라고 나와요'],
    ['text that begins like an image', 'text/plain', 'GIF 파일이 안 열려요'],
    ['text that begins like a bitmap', 'text/plain', 'BMP 파일이 안 열려요'],
  ])('keeps %s byte for byte', async (_, type, file) => {
    const inspected = await inspect(file)
    expect(inspected.type).toBe(type)
    expect(inspected.bytes.equals(Buffer.from(file))).toBe(true)
  })
})

describe('rejected attachments', () => {
  test('reads text in a sandbox process', async () => {
    const text = Buffer.alloc(1_000_000, '\xff\x41', 'latin1')
    const cause = expect.any(SandboxRejection)
    await expect(inspect(text)).rejects.toMatchObject({ ...refused, cause })
  })

  test.each<[string, Buffer | string]>([
    ['nothing', ''],
    ['nothing but white space', ' \n\t'],
    ['SVG', svg],
    ['SVG behind a declaration', `<?xml version="1.0"?>\n${svg}`],
    ['HTML', html],
    ['HTML behind a mark and white space', `\ufeff\n  ${html}`],
    ['HTML behind a comment', `<!-- x -->${html}`],
    ['Rich Text', '{\\rtf1{\\object\\objemb}}'],
    ['PostScript', '%!PS-Adobe-3.0'],
    ['a script', '#!/bin/sh\nrm -rf /'],
    ['a page in a mail', 'MIME-Version: 1.0\nContent-Type: text/html\n\n<script>'],
    ['text with controls', 'a\x1b[2Jb'],
    ['text with NUL', 'a\0b'],
    ['neither UTF-8 nor EUC-KR', Buffer.from('ff41ff42', 'hex')],
    ['a program', Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1')],
    ['a bitmap', Buffer.from('BM\x46\0\0\0\0\0\0\0', 'latin1')],
    ['a camera’s HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1')],
    ['a film', Buffer.from('\0\0\0\x20ftypisom\0\0\x02\0', 'latin1')],
    ['an archive', makeZip([{ name: 'a.txt', content: 'a' }])],
    ['a workbook', makeZip([{ name: 'xl/workbook.xml', content: '<workbook/>' }])],
    ['an empty archive', makeZip([])],
    ['a JPEG that ends early', Buffer.from('ffd8ffe000104a464946', 'hex')],
    ['a GIF that is a script', 'GIF89a/*\n*/=1;alert(1)'],
    ['markup before a PDF', Buffer.concat([Buffer.from(html), makePdf()])],
    ['a byte order mark before a PDF', Buffer.concat([Buffer.from('\ufeff'), makePdf()])],
    ['an ID3 tag before a PDF', Buffer.concat([id3, makePdf()])],
    ['a DOCX with macros', makeDocx([{ name: 'word/vbaProject.bin', content: 'x' }])],
    ['a compound file without streams', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
    ['a DOC with macros', makeDoc(['WordDocument', '_VBA_PROJECT'])],
    ['a workbook of Excel 97', makeDoc(['Workbook'])],
    ['a document of Hangul', makeDoc(['FileHeader', 'BodyText'])],
    ['a DOC behind an ID3 tag', Buffer.concat([id3, makeDoc()])],
  ])('%s', async (_, file) => {
    await expect(inspect(file)).rejects.toMatchObject(refused)
  })
})

describe('image sanitization', () => {
  test('removes camera metadata and applies the orientation', async () => {
    const photo = await sharp(await makePhoto('jpeg'))
      .keepExif()
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    const { bytes } = await inspect(photo)
    const after = await sharp(bytes).metadata()
    expect(after).toMatchObject({ format: 'jpeg', width: 48, height: 64 })
    for (const field of ['exif', 'xmp', 'iptc', 'icc', 'orientation'] as const)
      expect(after[field]).toBeUndefined()
    expect(bytes.includes('Hanpyeon Phone')).toBe(false)
  })

  test.each(['jpeg', 'png', 'webp', 'gif'] as const)(
    'removes data appended to a %s',
    async (format) => {
      for (const hidden of [Buffer.from(html), makeDocx(), Buffer.from('<?php system($_GET[0])')]) {
        const { type, bytes } = await inspect(Buffer.concat([await makePhoto(format), hidden]))
        expect(type).toBe(`image/${format}`)
        expect(bytes.includes(hidden.subarray(0, 20))).toBe(false)
      }
    },
  )

  test('keeps an animation within the pixel limit and otherwise its first frame', async () => {
    const frames = (count: number, side: number) => {
      const pixels = Buffer.alloc(side * side * 3 * count)
      for (let at = 0; at < count; at++)
        pixels.fill((at * 80) % 251, at * side * side * 3, (at + 1) * side * side * 3)
      const raw = { width: side, height: side * count, pageHeight: side, channels: 3 as const }
      return sharp(pixels, { raw, limitInputPixels: false })
        .gif({ effort: 1, dither: 0 })
        .toBuffer()
    }
    const small = await inspect(await frames(3, 20))
    expect(await sharp(small.bytes, { animated: true }).metadata()).toMatchObject({ pages: 3 })
    const large = await inspect(await frames(11, 1_000))
    expect((await sharp(large.bytes, { animated: true }).metadata()).pages ?? 1).toBe(1)
  })

  test('rejects an image above 40 megapixels', async () => {
    const vast = await makePhoto('png', { width: 8_001, height: 5_000 })
    await expect(inspect(vast)).rejects.toMatchObject(refused)
  })
})

test.each<[clientName: string, type: 'text' | 'pdf', expected: string]>([
  ['영수증.txt', 'text', '영수증.txt'],
  ['영수증.TXT', 'text', '영수증.TXT'],
  ['영수증.txt'.normalize('NFD'), 'text', '영수증.txt'],
  ['영수증', 'pdf', '영수증.pdf'],
  ['견적.hwp', 'pdf', '견적.hwp.pdf'],
  ['../../etc/passwd', 'text', 'passwd.txt'],
  ['C:\\Users\\김한편\\메모.txt', 'text', '메모.txt'],
  ['..\\..\\con', 'text', '_con.txt'],
  ['.bashrc', 'text', 'bashrc.txt'],
  ['a\r\nSet-Cookie: x=1.txt', 'text', 'aSet-Cookie_ x=1.txt'],
  ['\u202egnp.exe.txt', 'text', 'gnp.exe.txt'],
  ['a\u202e\u2066\u200f\u0000b.pdf', 'pdf', 'ab.pdf'],
  ['<img src=x onerror=1>.pdf', 'pdf', '_img src=x onerror=1_.pdf'],
  ['가족 👨‍👩‍👧.pdf', 'pdf', '가족 👨‍👩‍👧.pdf'],
  ['', 'pdf', '첨부파일.pdf'],
  ['   ...   ', 'text', '첨부파일.txt'],
  ['.pdf', 'pdf', '첨부파일.pdf'],
  [`${'가'.repeat(300)}.pdf`, 'pdf', `${'가'.repeat(60)}.pdf`],
])('converts the file name %j to a safe name', async (clientName, type, expected) => {
  const file = type === 'pdf' ? makePdf() : 'text'
  expect((await inspect(file, clientName)).name).toBe(expected)
})

import {
  docxParts,
  html,
  makeDoc,
  makeDocx,
  makePdf,
  makePhoto,
  makeZip,
  objectStream,
  relation,
  svg,
} from '#test/attachments.ts'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { inspectAttachment } from './inspect.ts'

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

const inspect = (file: Buffer | string, name = 'file') => inspectAttachment(Buffer.from(file), name)
const refused = { code: 'file_not_taken' }

describe('what may be attached', () => {
  test.each(['jpeg', 'png', 'webp', 'gif'] as const)('%s', async (format) => {
    expect(await inspect(await makePhoto(format))).toMatchObject({ type: `image/${format}` })
  })

  test.each<[string, string, Buffer | string]>([
    ['a PDF', 'application/pdf', makePdf()],
    ['a PDF with objects deflated', 'application/pdf', makePdf([objectStream('4 0 << /A 1 >>')])],
    ['a document of Word 97', 'application/msword', makeDoc()],
    ['one with room for objects', 'application/msword', makeDoc(['WordDocument', 'ObjectPool'])],
    ['a document of Word', docx, makeDocx()],
    [
      'one with pictures and printer settings',
      docx,
      makeDocx([
        { name: 'word/media/image1.png', content: Buffer.alloc(1_000, 7), stored: true },
        { name: 'word/printerSettings/printerSettings1.bin', content: 'printer' },
      ]),
    ],
    ['text', 'text/plain', '결제가 두 번 됐어요.\r\n\t확인해 주세요 😀'],
    ['text with its mark', 'text/plain', '\ufeff결제가 두 번 됐어요.'],
    ['text of Korean Windows', 'text/plain', Buffer.from('b0e1c1a6b0a1', 'hex')],
    ['text about markup', 'text/plain', '화면에 <b>결제</b>라고 나와요'],
  ])('%s, byte for byte', async (_, type, file) => {
    const found = await inspect(file)
    expect(found.type).toBe(type)
    expect(found.bytes.equals(Buffer.from(file))).toBe(true)
  })
})

describe('what may not', () => {
  const rels = 'word/_rels/settings.xml.rels'
  const outside = ' TargetMode="External"'
  const bomb = Buffer.alloc(70 * 1024 * 1024)
  /** Where the front of a document with a picture in it ends, and the picture's own bytes begin. */
  const partWithin = makeDocx([
    { name: 'word/media/a.png', content: 'MARK', stored: true },
  ]).indexOf('MARK')
  /** Looked at last, so that what comes before it is looked through. */
  const badCrc = { name: 'word/z.png', content: 'x', claims: { crc: 1 } }
  const word = docxParts()[2]?.content ?? ''
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
    ['PDF', '%PDF-'],
    ['a PDF that does not end', makePdf().subarray(0, 60)],
    ['a PDF that runs', makePdf(['4 0 obj\n<< /S /JavaScript /JS (app.alert(1)) >>\nendobj\n'])],
    ['one that hides it in its letters', makePdf(['4 0 obj\n<< /S /J#61vaScript >>\nendobj\n'])],
    ['one that hides it in a stream', makePdf([objectStream('4 0 << /S /JavaScript >>')])],
    [
      'one that hides that behind another',
      makePdf(['% /ObjStm stream\n', objectStream('4 0 << /S /JavaScript >>')]),
    ],
    [
      'one that spells the stream in numbers',
      makePdf([
        Buffer.from(
          objectStream('4 0 << /S /JavaScript >>')
            .toString('latin1')
            .replace('/ObjStm', '/#4fbjSt#6D'),
          'latin1',
        ),
      ]),
    ],
    ['one that packs it otherwise', makePdf(['<< /Type /ObjStm >>\nstream\nqqqq\nendstream\n'])],
    ['one of streams without end', makePdf([`${'/ObjStm stream '.repeat(300_000)} endstream`])],
    ['one that starts a program', makePdf(['4 0 obj\n<< /S /Launch /F (cmd.exe) >>\nendobj\n'])],
    ['one that carries a file', makePdf(['4 0 obj\n<< /Type /EmbeddedFile >>\nendobj\n'])],
    ['one with a password', makePdf(['trailer\n<< /Encrypt 5 0 R >>\n'])],
    ['one that swells', makePdf([objectStream(Buffer.alloc(9 * 1024 * 1024))])],
    ['a PDF that is an archive', Buffer.concat([makePdf(), makeDocx()])],
    ['markup before a PDF', Buffer.concat([Buffer.from(html), makePdf()])],
    ['DOC', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
    ['a DOC with macros', makeDoc(['WordDocument', 'Macros'])],
    ['a DOC with a project', makeDoc(['WordDocument', '_VBA_PROJECT'])],
    [
      'a DOC with objects in their place',
      makeDoc(['WordDocument', 'ObjectPool'], (file) => file.writeUInt32LE(3, 1_024 + 256 + 76)),
    ],
    ['a DOC with an object', makeDoc(['WordDocument', '\x01Ole10Native'])],
    ['a workbook of Excel 97', makeDoc(['Workbook'])],
    ['a document of Hangul', makeDoc(['FileHeader', 'BodyText'])],
    ['a locked document', makeDoc(['EncryptedPackage', 'WordDocument'])],
    ['a DOC with a password', makeDoc(undefined, (file) => file.writeUInt16LE(0x0100, 2_058))],
    ['a DOC without its mark', makeDoc(undefined, (file) => file.writeUInt16LE(0, 2_048))],
    ['a DOC whose directory turns round', makeDoc(undefined, (f) => f.writeUInt32LE(1, 512 + 4))],
    ['a DOC that leads out', makeDoc(undefined, (file) => file.writeUInt32LE(1e9, 48))],
    ['a DOC whose lists turn round', makeDoc(undefined, (file) => file.writeUInt32LE(1, 68))],
    ['a DOC of an odd size', makeDoc(undefined, (file) => file.writeUInt16LE(31, 30))],
    ['a DOC that is an archive', Buffer.concat([makeDoc(), makeDocx()])],
    ['a document with macros', makeDocx([{ name: 'word/vbaProject.bin', content: 'x' }])],
    ['one with a control', makeDocx([{ name: 'word/activeX/activeX1.xml', content: '<a/>' }])],
    ['one with an object', makeDocx([{ name: 'word/embeddings/oleObject1.bin', content: 'x' }])],
    ['one with a program', makeDocx([{ name: 'word/media/a.EXE', content: 'x' }])],
    ['one with a page', makeDocx([{ name: 'word/afchunk.html', content: html }])],
    [
      'one that says it has macros',
      makeDocx([
        {
          name: '[Content_Types].xml',
          content: String(docxParts()[0]?.content).replace(
            '</Types>',
            '<Default Extension="x" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>',
          ),
        },
      ]),
    ],
    [
      'a template from elsewhere',
      makeDocx([
        { name: rels, content: relation('attachedTemplate', 'https://evil.example/', outside) },
      ]),
    ],
    [
      'one that spells it otherwise',
      makeDocx([
        {
          name: rels,
          content: relation('attachedTemplate', 'x', " TargetMode = '&#69;xternal'"),
        },
      ]),
    ],
    [
      'one whose name closes its tag',
      makeDocx([{ name: rels, content: relation('attachedTemplate', 'https://x/?a>b', outside) }]),
    ],
    [
      'marks that are never closed',
      makeDocx([{ name: 'word/styles.xml', content: `${'<'.repeat(2_000_000)}` }, badCrc]),
    ],
    [
      'a relation beyond all bounds',
      makeDocx([{ name: rels, content: `<Relationship ${'a'.repeat(31_000_000)}` }, badCrc]),
    ],
    [
      'a field beyond all bounds',
      makeDocx([{ name: 'word/styles.xml', content: `DDE${' '.repeat(31_000_000)}` }, badCrc]),
    ],
    [
      'relations that are never closed',
      makeDocx([{ name: rels, content: '<Relationship "'.repeat(100_000) }, badCrc]),
    ],
    [
      'a picture from elsewhere',
      makeDocx([{ name: rels, content: relation('image', '//evil.example/a.png', outside) }]),
    ],
    ['another file within', makeDocx([{ name: rels, content: relation('aFChunk', 'x.mht') }])],
    [
      'relations in another encoding',
      makeDocx([
        {
          name: rels,
          content: Buffer.from(relation('attachedTemplate', 'https://x/', outside), 'utf16le'),
        },
      ]),
    ],
    [
      'entities that swell',
      makeDocx([{ name: 'word/styles.xml', content: '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' }]),
    ],
    [
      'a field that starts a program',
      makeDocx([
        {
          name: 'word/document.xml',
          content: String(word).replace('결제', 'DDE</w:t></w:r><w:r><w:t>AUTO c:\\\\cmd'),
        },
      ]),
    ],
    ['a bomb', makeDocx([{ name: 'word/media/a.png', content: bomb }])],
    [
      'many small bombs',
      makeDocx(
        Array.from({ length: 5 }, (_, at) => ({
          name: `word/media/${at}.png`,
          content: bomb.subarray(0, 15 * 1024 * 1024),
        })),
      ),
    ],
    [
      'a bomb that calls itself small',
      makeDocx([{ name: 'word/media/a.png', content: bomb, claims: { size: 100 } }]),
    ],
    [
      'parts that lie over each other',
      makeDocx([{ name: 'word/document.xml', content: word, claims: { offset: 0 } }]),
    ],
    [
      'a part within another',
      makeDocx([
        {
          name: 'word/media/a.png',
          content: makeZip([{ name: 'word/b.png', content: 'x', stored: true }]).subarray(0, 41),
          stored: true,
        },
        { name: 'word/b.png', content: 'x', stored: true, claims: { offset: partWithin } },
      ]),
    ],
    [
      'a part that is damaged',
      makeDocx([{ name: 'word/a.png', content: 'x', claims: { crc: 1 } }]),
    ],
    ['a part with a password', makeDocx([{ name: 'a.png', content: 'x', claims: { flags: 1 } }])],
    [
      'a part packed otherwise',
      makeDocx([{ name: 'a.png', content: 'x', claims: { method: 12 } }]),
    ],
    ['a part that leads out', makeDocx([{ name: '../../a.png', content: 'x' }])],
    ['a part from the root', makeDocx([{ name: '/etc/passwd', content: 'x' }])],
    ['a part of Windows', makeDocx([{ name: 'word\\..\\a.png', content: 'x' }])],
    [
      'two parts of a name',
      makeZip([...docxParts(), { name: 'WORD/document.xml', content: '<w:document/>' }]),
    ],
    ['a comment behind it', makeZip(docxParts(), html)],
    ['something before it', Buffer.concat([Buffer.from('PK\x03\x04'), makeDocx()])],
    ['something behind it', Buffer.concat([makeDocx(), Buffer.from(html)])],
    ['the front of one', makeDocx().subarray(0, 200)],
    ['one without a text', makeZip(docxParts().filter(({ name }) => name !== 'word/document.xml'))],
  ])('%s', async (_, file) => {
    await expect(inspect(file)).rejects.toMatchObject(refused)
  })
})

describe('images are drawn anew', () => {
  test('without what the camera wrote, upright', async () => {
    const photo = await sharp(await makePhoto('jpeg'))
      .keepExif()
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    const { bytes } = await inspect(photo)
    const after = await sharp(bytes).metadata()
    expect(after).toMatchObject({ format: 'jpeg', width: 48, height: 64 })
    for (const gone of ['exif', 'xmp', 'iptc', 'icc', 'orientation'] as const)
      expect(after[gone]).toBeUndefined()
    expect(bytes.includes('Hanpyeon Phone')).toBe(false)
  })

  test.each(['jpeg', 'png', 'webp', 'gif'] as const)(
    'a %s that is something else, too, is an image afterwards and nothing more',
    async (format) => {
      for (const hidden of [Buffer.from(html), makeDocx(), Buffer.from('<?php system($_GET[0])')]) {
        const { type, bytes } = await inspect(Buffer.concat([await makePhoto(format), hidden]))
        expect(type).toBe(`image/${format}`)
        expect(bytes.includes(hidden.subarray(0, 20))).toBe(false)
      }
    },
  )

  test('one that moves keeps moving, within bounds, and else stands still', async () => {
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

  test('of more than 40 megapixels none is opened', async () => {
    const vast = await makePhoto('png', { width: 8_001, height: 5_000 })
    await expect(inspect(vast)).rejects.toMatchObject(refused)
  })
})

test.each<[given: string, type: 'text' | 'pdf', kept: string]>([
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
])('%j is kept as a name that is one', async (given, type, kept) => {
  const file = type === 'pdf' ? makePdf() : 'text'
  expect((await inspect(file, given)).name).toBe(kept)
})

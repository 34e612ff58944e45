/** Files that come with inquiries, honest and hostile, made byte by byte. */
import { crc32, deflateRawSync, deflateSync } from 'node:zlib'
import sharp from 'sharp'

type Part = {
  name: string
  content: Buffer | string
  /** What headers claim instead of what is true. */
  claims?: Partial<{ size: number; crc: number; flags: number; method: number; offset: number }>
  stored?: boolean
}

/** An archive as any program writes it, or as `claims` say. */
export function makeZip(parts: readonly Part[], comment = ''): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content, claims = {}, stored = false } of parts) {
    const plain = Buffer.from(content)
    const packed = stored ? plain : deflateRawSync(plain)
    const facts = Buffer.alloc(22)
    facts.writeUInt16LE(claims.flags ?? 0, 0)
    facts.writeUInt16LE(claims.method ?? (stored ? 0 : 8), 2)
    facts.writeUInt32LE(claims.crc ?? crc32(plain), 8)
    facts.writeUInt32LE(packed.length, 12)
    facts.writeUInt32LE(claims.size ?? plain.length, 16)
    facts.writeUInt16LE(Buffer.byteLength(name), 20)
    const local = Buffer.concat([
      Buffer.from('PK\x03\x04\x14\0', 'latin1'),
      facts,
      Buffer.alloc(2),
      Buffer.from(name),
      packed,
    ])
    const entry = Buffer.concat([
      Buffer.from('PK\x01\x02\x14\0\x14\0', 'latin1'),
      facts,
      Buffer.alloc(16),
      Buffer.from(name),
    ])
    entry.writeUInt32LE(claims.offset ?? at, 42)
    locals.push(local)
    directory.push(entry)
    at += local.length
  }
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(at, 16)
  end.writeUInt16LE(Buffer.byteLength(comment), 20)
  return Buffer.concat([...locals, ...directory, end, Buffer.from(comment)])
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
export const relation = (type: string, target: string, mode = '') =>
  `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"${mode}/></Relationships>`

/** The parts of a Word document; `more` come with them or instead of those of their name. */
export function docxParts(more: readonly Part[] = []): Part[] {
  const own: Part[] = [
    {
      name: '[Content_Types].xml',
      content: `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${wordType}"/></Types>`,
    },
    { name: '_rels/.rels', content: relation('officeDocument', 'word/document.xml') },
    {
      name: 'word/document.xml',
      content: `${xml}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>결제가 두 번 됐어요</w:t></w:r></w:p></w:body></w:document>`,
    },
    {
      name: 'word/_rels/document.xml.rels',
      content: relation('hyperlink', 'https://example.com/', ' TargetMode="External"'),
    },
  ]
  return [...own.filter(({ name }) => !more.some((part) => part.name === name)), ...more]
}

export const makeDocx = (more: readonly Part[] = []): Buffer => makeZip(docxParts(more))

/**
 * A compound file of Word 97 with streams of these names beside its text; `change` may then alter any byte.
 * @param text its only piece of text, fields included.
 */
export function makeDoc(
  names: readonly string[] = ['WordDocument'],
  change: (file: Buffer) => void = () => {},
  { text = '결제가 두 번 됐어요\r', template = 'Normal.dotm' } = {},
): Buffer {
  const sector = 512
  const end = 0xfffffffe
  // Sector 0 is the allocation table, 1 and 2 the directory, 3 to 10 the document, 11 to 18 its table stream.
  const chain = [0xfffffffd, 2, end, 4, 5, 6, 7, 8, 9, 10, end, 12, 13, 14, 15, 16, 17, 18, end]
  const file = Buffer.alloc(sector * (chain.length + 1))
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file)
  file.writeUInt16LE(0x3e, 24)
  file.writeUInt16LE(3, 26)
  file.writeUInt16LE(0xfffe, 28)
  file.writeUInt16LE(9, 30)
  file.writeUInt16LE(6, 32)
  file.writeUInt32LE(1, 44)
  file.writeUInt32LE(1, 48)
  file.writeUInt32LE(4_096, 56)
  file.writeUInt32LE(end, 60)
  file.writeUInt32LE(end, 68)
  file.fill(0xff, 76, 512)
  file.writeUInt32LE(0, 76)
  file.fill(0xff, sector, sector * 2)
  for (const [at, next] of chain.entries()) file.writeUInt32LE(next, sector + at * 4)
  const first: Record<string, number> = { WordDocument: 3, '0Table': 11 }
  const entries = ['Root Entry', ...names, '0Table']
  for (const [at, name] of entries.entries()) {
    const entry = file.subarray(sector * 2 + at * 128, sector * 2 + (at + 1) * 128)
    entry.write(name, 'utf16le')
    entry.writeUInt16LE((name.length + 1) * 2, 64)
    entry[66] = at === 0 ? 5 : 2
    entry.fill(0xff, 68, 80)
    // Every entry is the right sibling of the one before it.
    if (at === 0) entry.writeUInt32LE(1, 76)
    else if (at + 1 < entries.length) entry.writeUInt32LE(at + 1, 72)
    entry.writeUInt32LE(first[name] ?? end, 116)
    entry.writeUInt32LE(name in first ? 4_096 : 0, 120)
  }
  const document = file.subarray(sector * 4)
  const table = file.subarray(sector * 12)
  document.writeUInt16LE(0xa5ec, 0)
  document.write(text, 0x600, 'utf16le')
  const clx = Buffer.from([2, 16, 0, 0, 0, ...Array<number>(16).fill(0)])
  clx.writeUInt32LE(text.length, 9)
  clx.writeUInt32LE(0x600, 15)
  clx.copy(table)
  document.writeUInt32LE(clx.length, 0x1a6)
  table.writeUInt16LE(0xffff, 512)
  table.writeUInt16LE(2, 514)
  table.writeUInt16LE(template.length, 520)
  table.write(template, 522, 'utf16le')
  document.writeUInt32LE(512, 0x19a)
  document.writeUInt32LE(10 + template.length * 2, 0x19e)
  change(file)
  return file
}

/** A PDF of one page; `more` are further objects, as they stand in the file. */
export function makePdf(more: readonly (string | Buffer)[] = []): Buffer {
  const objects = [
    '1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n',
    '2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n',
    '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>\nendobj\n',
    ...more,
  ]
  return Buffer.concat([
    Buffer.from('%PDF-1.7\n%âãÏÓ\n', 'latin1'),
    ...objects.map((object) => Buffer.from(object)),
    Buffer.from('trailer\n<< /Root 1 0 R /Size 4 >>\nstartxref\n9\n%%EOF\n'),
  ])
}

/** Objects that lie deflated in a stream, where nobody reads them at a glance. */
export const objectStream = (objects: string | Buffer): Buffer => {
  const packed = deflateSync(objects)
  return Buffer.concat([
    Buffer.from(
      `9 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`,
    ),
    packed,
    Buffer.from('\nendstream\nendobj\n'),
  ])
}

/** A photograph with the place it was taken at, as phones write it. */
export function makePhoto(
  format: 'jpeg' | 'png' | 'webp' | 'gif' = 'jpeg',
  size = { width: 64, height: 48 },
): Promise<Buffer> {
  return sharp({ create: { ...size, channels: 3, background: '#a43' } })
    .toFormat(format)
    .withExif({
      IFD0: { Make: 'Hanpyeon Phone', Artist: '김한편' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '37/1 33/1 59/1' },
    })
    .toBuffer()
}

export const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
export const html = '<!doctype html><html><body onload="alert(1)"></body></html>'

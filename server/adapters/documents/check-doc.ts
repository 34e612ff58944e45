import { find, type CFB$Container, type CFB$Entry, read } from 'cfb'
import { isSafeField } from './field-codes.ts'
import { UnsafeDocument } from './unsafe-document.ts'

const reject = (what: string): never => {
  throw new UnsafeDocument(what)
}

// Structure and offsets: [MS-DOC] 2.4.1, 2.5, 2.8.

/** Streams and storages that Word writes for text, formatting and images. */
const allowedPath =
  // linear: the alternatives begin differently
  // oxlint-disable-next-line no-control-regex -- names of property streams begin with a control character
  /^Root Entry\/(?:(?:WordDocument|[01]Table|Data|ObjectPool\/?|\x05(?:Document)?SummaryInformation|\x01CompObj)?|MsoDataStore\/.*)$/
const minDocumentBytes = 4_096
const wIdent = 0xa5ec
const flags = { encrypted: 0x0100, oneTable: 0x0200 }
/** Offsets of (fc, lcb) pairs in the FIB. */
const fib = { associations: 0x019a, clx: 0x01a2 }
/** Characters that start a field, end its instruction and end the field. */
const field = { begin: '\x13', separate: '\x14', end: '\x15' }
/** Index of the attached template among the associated strings. */
const attachedTemplate = 1

/**
 * Checks a Word 97-2003 document, which is stored unchanged.
 * @throws UnsafeDocument for macros, embedded objects, a password, unknown streams and fields, and a remote template.
 * @throws Error for a damaged file.
 */
export function checkDoc(file: Buffer): void {
  // ZIP readers would open an archive appended to the document.
  if (file.subarray(-0x10016).includes('PK\x05\x06', 0, 'latin1')) reject('archive')
  const container = read(file, { type: 'buffer' })
  for (const [at, path] of container.FullPaths.entries()) {
    // `C`: the first child of a storage, -1 for none.
    const entry = container.FileIndex[at] as (CFB$Entry & { C?: number }) | undefined
    if (entry?.type === 0) continue
    if (!allowedPath.test(path)) reject(`stream ${JSON.stringify(path)}`)
    if (entry?.name === 'ObjectPool' && entry.C !== undefined && entry.C !== -1)
      reject('embedded objects')
  }
  const document = streamOf(container, 'WordDocument')
  if (document.length < minDocumentBytes || document.readUInt16LE(0) !== wIdent)
    reject('no document')
  const bits = document.readUInt16LE(10)
  if (bits & flags.encrypted) reject('password')
  const table = streamOf(container, bits & flags.oneTable ? '1Table' : '0Table')
  const readTable = (offset: number) => {
    const begin = document.readUInt32LE(offset)
    return table.subarray(begin, begin + document.readUInt32LE(offset + 4))
  }
  checkFields(textOf(document, readTable(fib.clx)))
  checkTemplate(readTable(fib.associations))
}

function streamOf(container: CFB$Container, name: string): Buffer {
  const entry: CFB$Entry | null = find(container, `/${name}`)
  return entry?.type === 2 ? Buffer.from(entry.content) : reject(`no ${name}`)
}

/** Joins the text from its pieces ([MS-DOC] 2.4.1), including headers, footnotes and text boxes. */
function textOf(document: Buffer, clx: Buffer): string {
  let at = 0
  // Prc structures precede the piece table.
  while (clx.readUInt8(at) === 1) at += 3 + clx.readUInt16LE(at + 1)
  if (clx.readUInt8(at) !== 2) reject('pieces')
  const pieces = clx.subarray(at + 5, at + 5 + clx.readUInt32LE(at + 1))
  const count = Math.floor((pieces.length - 4) / 12)
  let text = ''
  for (let piece = 0; piece < count; piece++) {
    const characters = pieces.readUInt32LE(piece * 4 + 4) - pieces.readUInt32LE(piece * 4)
    const position = pieces.readUInt32LE((count + 1) * 4 + piece * 8 + 2)
    const isCompressed = (position & 0x40000000) !== 0
    const begin = isCompressed ? (position & 0x3fffffff) / 2 : position & 0x3fffffff
    const end = begin + characters * (isCompressed ? 1 : 2)
    if (characters < 0 || end > document.length) reject('pieces')
    text += document.toString(isCompressed ? 'latin1' : 'utf16le', begin, end)
  }
  return text
}

function checkFields(text: string): void {
  const open: (string | undefined)[] = []
  const check = () => {
    const instruction = open.at(-1)
    if (instruction !== undefined && !isSafeField(instruction))
      reject(`field ${instruction.slice(0, 40)}`)
    if (open.length > 0) open[open.length - 1] = undefined
  }
  // oxlint-disable-next-line no-control-regex -- control characters delimit fields
  for (const part of text.split(/([\x13\x14\x15])/)) {
    if (part === field.begin) open.push('')
    else if (part === field.separate) check()
    else if (part === field.end) {
      check()
      open.pop()
    } else {
      const instruction = open.at(-1)
      if (instruction !== undefined) open[open.length - 1] = instruction + part
    }
  }
  // A field without an end character.
  while (open.length > 0) {
    check()
    open.pop()
  }
}

/** Word loads the attached template when it opens the document ([MS-DOC] 2.9.273, 2.9.277). */
function checkTemplate(associations: Buffer): void {
  if (associations.length < 6) return
  if (associations.readUInt16LE(0) !== 0xffff) reject('associations')
  const count = associations.readUInt16LE(2)
  let at = 6
  for (let index = 0; index < count && at + 2 <= associations.length; index++) {
    const bytes = associations.readUInt16LE(at) * 2
    const value = associations.toString('utf16le', at + 2, at + 2 + bytes)
    if (index === attachedTemplate && /^\s*[\\/]{2}|:\/\//.test(value)) reject('template')
    at += 2 + bytes
  }
}

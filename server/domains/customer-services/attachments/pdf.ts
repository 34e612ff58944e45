import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { endsAsZip } from './zip.ts'

const inflated = promisify(inflate)

/**
 * What makes a PDF do something, carries another file, or keeps it from being looked through: names as the format
 * writes them. Every one is long enough never to stand among compressed bytes by chance.
 */
const active = /\/(?:JavaScript|Launch|EmbeddedFile|RichMedia|GoToE|Encrypt|XFA[\s[])/

/** `/ObjStm`, of which any letter may stand as its number. */
const objectStream = /\/(?:O|#4[fF])(?:b|#62)(?:j|#6[aA])(?:S|#53)(?:t|#74)(?:m|#6[dD])/

/** An object stream holds objects, names among them, deflated; one of honest size is far below this. */
const mostOfStream = 8 * 1024 * 1024
const mostOfAll = 32 * 1024 * 1024
const mostStreams = 5_000

/**
 * Whether a PDF is one from its first byte to its last and holds nothing that acts: no script, no program to start, no
 * file within, no password. Objects that lie deflated are looked through, too, within bounds; what lies beyond them is refused.
 */
export async function isSafePdf(file: Buffer): Promise<boolean> {
  if (!/^%PDF-[12]\.\d/.test(file.subarray(0, 10).toString('latin1'))) return false
  if (!file.subarray(-1_024).toString('latin1').includes('%%EOF')) return false
  if (endsAsZip(file)) return false
  if (acts(file)) return false
  return areSafe(objectStreams(file))
}

/** In names any letter may stand as #4a. */
const acts = (bytes: Buffer) =>
  active.test(
    bytes
      .toString('latin1')
      .replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
  )

async function areSafe(streams: Iterable<Buffer>): Promise<boolean> {
  let total = 0
  let count = 0
  for (const stream of streams) {
    if (++count > mostStreams) return false
    // What is packed otherwise, or too large, or damaged behind something that is not, cannot be looked through.
    const plain = await inflated(stream, { maxOutputLength: mostOfStream }).catch(() => undefined)
    if (!plain || acts(plain)) return false
    if ((total += plain.length) > mostOfAll) return false
  }
  return true
}

/**
 * The bytes of every object stream: what stands between `stream` and `endstream` behind a dictionary that says so. One
 * that only seems to be, around another, does not hide it.
 */
function* objectStreams(file: Buffer): Generator<Buffer> {
  const text = file.toString('latin1')
  const next = new RegExp(objectStream, 'g')
  const from = (begin: number) => {
    next.lastIndex = begin
    return next.exec(text)?.index ?? -1
  }
  let end = 0
  for (let at = from(0); at >= 0; at = from(at)) {
    const begin = file.indexOf('stream', at)
    if (begin < 0) return
    at = begin + 6
    if (end < at) end = file.indexOf('endstream', at)
    if (end < 0) return
    yield file.subarray(at + (file[at] === 0x0d ? 2 : 1), end)
  }
}

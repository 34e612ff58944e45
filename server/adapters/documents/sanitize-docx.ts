import { sniffImageFormat } from '#server/adapters/sandbox/image-header.ts'
import { zipSync } from 'fflate'
import { inflateRawSync } from 'node:zlib'
import { fromBufferPromise } from 'yauzl'
import { attribute, checkMarkup, isSafeAddress, parsePart } from './docx-xml.ts'
import { UnsafeDocument } from './unsafe-document.ts'

/** Limits of the decompressed archive. Images in a document of 10 MiB barely expand. */
const maxBytes = 64 * 1024 * 1024
const maxPartBytes = 32 * 1024 * 1024
const maxEntries = 2_000

const relationshipsNamespace = 'http://schemas.openxmlformats.org/package/2006/relationships'
const contentTypesNamespace = 'http://schemas.openxmlformats.org/package/2006/content-types'
const wordprocessing = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const documentType = `${wordprocessing}.document.main+xml`
const activeType = /macroenabled|vbaproject|activex|oleobject/i

/** Relationship types by the last segment of their URI: transitional, strict and Microsoft forms. */
const relationshipType =
  // linear: the alternatives begin differently
  /^http:\/\/(?:schemas\.openxmlformats\.org\/officeDocument\/2006\/relationships|purl\.oclc\.org\/ooxml\/officeDocument\/relationships|schemas\.microsoft\.com\/office\/20\d\d(?:\/\d\d)?\/relationships)\/(\w+)$/

/** Retained parts by relationship type, with the content type they are given. */
const retainedParts: Readonly<Record<string, string>> = {
  officeDocument: documentType,
  styles: `${wordprocessing}.styles+xml`,
  stylesWithEffects: 'application/vnd.ms-word.stylesWithEffects+xml',
  settings: `${wordprocessing}.settings+xml`,
  webSettings: `${wordprocessing}.webSettings+xml`,
  fontTable: `${wordprocessing}.fontTable+xml`,
  numbering: `${wordprocessing}.numbering+xml`,
  footnotes: `${wordprocessing}.footnotes+xml`,
  endnotes: `${wordprocessing}.endnotes+xml`,
  header: `${wordprocessing}.header+xml`,
  footer: `${wordprocessing}.footer+xml`,
  comments: `${wordprocessing}.comments+xml`,
  commentsExtended: `${wordprocessing}.commentsExtended+xml`,
  commentsIds: `${wordprocessing}.commentsIds+xml`,
  commentsExtensible: `${wordprocessing}.commentsExtensible+xml`,
  people: `${wordprocessing}.people+xml`,
  theme: 'application/vnd.openxmlformats-officedocument.theme+xml',
}
/** Relationships that no markup refers to by id, so that they can be dropped with their parts. */
const droppedRelationships = new Set([
  ...['core-properties', 'extended-properties', 'custom-properties', 'thumbnail', 'customXml'],
  ...['customXmlProps', 'customXmlData', 'extendedProperties', 'customProperties', 'font'],
])
/** Entries that may be in the archive but are not retained. */
const droppedEntry =
  /^(?:docprops\/[\w.-]+|customxml\/[\w./-]+|word\/media\/[^/]+\.(?:png|jpe?g|gif|bmp|tiff?|emf|wmf)|word\/printersettings\/printersettings\d*\.bin|word\/fonts\/[\w.-]+\.odttf|(?:[\w-]+\/)+)$/i
const retainedName =
  /^(?:word|docProps)?\/?[\p{L}\p{N}\p{M} _./()-]+\.(?:xml|png|jpe?g|gif|bmp|tiff?)$/iu

type Part = { name: string; bytes: Buffer; type: string; relationships: Relationship[] }
type Relationship = { id: string; type: string; target: string; external: boolean }

const reject = (what: string): never => {
  throw new UnsafeDocument(what)
}

/**
 * Rebuilds a Word document from the parts reachable through its relationships, so that the result contains no other
 * entry of the archive. Writes new content types and relationships.
 * @throws UnsafeDocument for macros, objects, external content, unknown parts, relationships, markup and fields.
 * @throws Error for a damaged archive or malformed XML.
 */
export async function sanitizeDocx(file: Buffer): Promise<Buffer> {
  const archive = await Archive.open(file)
  checkContentTypes(archive)
  const [root, ...others] = archive
    .relationshipsOf('')
    .filter(({ type }) => !droppedRelationships.has(lastStep(type)))
  if (!root || others.length > 0 || nameOf(root.type) !== 'officeDocument' || root.external)
    return reject('no document')
  const parts = new Map<string, Part>()
  const pending = [{ name: resolve('', root.target), kind: 'officeDocument' }]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const name = archive.nameOf(next.name)
    const known = parts.get(name)
    const part = known ?? readPart(archive, name, next.kind)
    if (known || next.kind === 'image') {
      parts.set(name, part)
      continue
    }
    parts.set(name, part)
    for (const relationship of archive.relationshipsOf(name)) {
      const kind = checkRelationship(relationship)
      if (kind === 'dropped') continue
      part.relationships.push(relationship)
      if (kind !== 'hyperlink') pending.push({ name: resolve(name, relationship.target), kind })
    }
  }
  archive.refuseUnknown(parts)
  return write([...parts.values()], resolve('', root.target))
}

/** A size-limited archive. Names are case-insensitive, as OPC requires. */
class Archive {
  readonly #entries = new Map<string, { name: string; bytes: Buffer }>()

  static async open(file: Buffer): Promise<Archive> {
    const archive = new Archive()
    // Strict: otherwise a backslash in a name becomes a slash. Refuses absolute names and `..` in any case.
    const zip = await fromBufferPromise(file, { strictFileNames: true })
    if (zip.entryCount > maxEntries) reject('too large')
    let total = 0
    for await (const entry of zip.eachEntry()) {
      const { fileName: name, uncompressedSize: size } = entry
      // Checks the raw name: in the decoded one, yauzl has replaced control characters by symbols.
      if (entry.fileNameRaw.some((byte) => byte < 0x20 || byte === 0x3a)) reject('name')
      total += size
      if (size > maxPartBytes || total > maxBytes) reject('too large')
      // Readers differ in which of two entries with the same name they use, also if only the case differs.
      if (archive.#entries.has(name.toLowerCase())) reject('two entries of one name')
      if (!entry.canDecodeFileData()) reject('encrypted or packed otherwise')
      const { fileDataStart: at } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
      const packed = file.subarray(at, at + entry.compressedSize)
      // Without streams, which take 1.5 ms for an entry.
      const bytes = entry.isCompressed()
        ? inflateRawSync(packed, { maxOutputLength: size + 1 })
        : packed
      if (bytes.length !== size) reject('size')
      archive.#entries.set(name.toLowerCase(), { name, bytes })
    }
    return archive
  }

  /** @throws UnsafeDocument if the part does not exist. */
  read(name: string): Buffer {
    return this.#entries.get(name.toLowerCase())?.bytes ?? reject(`no part ${name}`)
  }

  /** The name as written in the archive. */
  nameOf(name: string): string {
    return this.#entries.get(name.toLowerCase())?.name ?? reject(`no part ${name}`)
  }

  relationshipsOf(part: string): Relationship[] {
    const name = relationshipsName(part)
    const entry = this.#entries.get(name.toLowerCase())
    return entry ? parseRelationships(entry.bytes) : []
  }

  /** @throws UnsafeDocument for an entry that is neither retained nor known to be harmless. */
  refuseUnknown(parts: ReadonlyMap<string, Part>): void {
    const known = new Set(['[content_types].xml', relationshipsName('')])
    for (const name of parts.keys())
      known.add(name.toLowerCase()).add(relationshipsName(name).toLowerCase())
    for (const [name, { name: originalName }] of this.#entries)
      if (!known.has(name) && !droppedEntry.test(name)) reject(`part ${originalName}`)
  }
}

function relationshipsName(part: string): string {
  const at = part.lastIndexOf('/') + 1
  return `${part.slice(0, at)}_rels/${part.slice(at)}.rels`
}

function checkContentTypes(archive: Archive): void {
  let isDocument = false
  parsePart(archive.read('[Content_Types].xml'), {
    open(tag) {
      if (tag.uri !== contentTypesNamespace) reject('content types')
      const type = attribute(tag, 'ContentType') ?? ''
      if (activeType.test(type)) reject(type)
      isDocument ||= type === documentType
    },
  })
  if (!isDocument) reject('no document')
}

function parseRelationships(bytes: Uint8Array): Relationship[] {
  const relationships: Relationship[] = []
  parsePart(bytes, {
    open(tag) {
      if (tag.uri !== relationshipsNamespace) reject('relationships')
      if (tag.local === 'Relationships') return
      if (tag.local !== 'Relationship') reject('relationships')
      const mode = attribute(tag, 'TargetMode') ?? 'Internal'
      if (mode !== 'Internal' && mode !== 'External') reject('target mode')
      relationships.push({
        id: attribute(tag, 'Id') ?? reject('relationship'),
        type: attribute(tag, 'Type') ?? reject('relationship'),
        target: attribute(tag, 'Target') ?? reject('relationship'),
        external: mode === 'External',
      })
    },
  })
  return relationships
}

const nameOf = (type: string) => relationshipType.exec(type)?.[1]
const lastStep = (type: string) => type.slice(type.lastIndexOf('/') + 1)

/** @returns the kind of part that a relationship refers to. @throws UnsafeDocument for any other. */
function checkRelationship({ type, target, external }: Relationship): string {
  const kind = nameOf(type)
  if (droppedRelationships.has(lastStep(type)) && !external) return 'dropped'
  if (kind === 'hyperlink') {
    if (!isSafeAddress(target)) reject('address')
    return kind
  }
  if (external) reject(`external ${kind}`)
  const isRetained = kind === 'image' || (kind !== undefined && Object.hasOwn(retainedParts, kind))
  return isRetained && kind !== 'officeDocument' ? kind : reject(`relationship ${type}`)
}

/** @returns the name of a part from a target relative to another part (RFC 3986, 5.2.4). */
function resolve(from: string, target: string): string {
  const base = target.startsWith('/') ? [] : from.split('/').slice(0, -1)
  for (const step of decodeURI(target).split('/')) {
    if (step === '..') base.pop()
    else if (step !== '' && step !== '.') base.push(step)
  }
  return base.join('/')
}

function readPart(archive: Archive, name: string, kind: string): Part {
  const bytes = archive.read(name)
  if (!retainedName.test(name)) reject(`name ${name}`)
  if (kind === 'image') {
    const type = imageTypeOf(bytes) ?? reject('picture')
    return { name, bytes, type, relationships: [] }
  }
  checkMarkup(bytes)
  return { name, bytes, type: retainedParts[kind]!, relationships: [] }
}

function imageTypeOf(bytes: Buffer): string | undefined {
  const format = sniffImageFormat(bytes)
  if (format) return format === 'webp' ? undefined : `image/${format}`
  const magic = bytes.toString('latin1', 0, 4)
  if (magic.startsWith('BM')) return 'image/bmp'
  return magic === 'II*\0' || magic === 'MM\0*' ? 'image/tiff' : undefined
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeXml = (text: string) => text.replace(/[&<>"]/g, (one) => escapes[one] ?? one)

function write(parts: readonly Part[], main: string): Buffer {
  const overrides = parts.map(
    ({ name, type }) =>
      `<Override PartName="/${escapeXml(encodeURI(name))}" ContentType="${type}"/>`,
  )
  const files: Record<string, Uint8Array> = {
    '[Content_Types].xml': Buffer.from(
      `${declaration}<Types xmlns="${contentTypesNamespace}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`,
    ),
    '_rels/.rels': relationshipsFile([
      {
        id: 'rId1',
        type: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument',
        target: main,
        external: false,
      },
    ]),
  }
  for (const { name, bytes, relationships } of parts) {
    files[name] = bytes
    if (relationships.length > 0) files[relationshipsName(name)] = relationshipsFile(relationships)
  }
  // A fixed time, so that the same document gives the same bytes.
  return Buffer.from(zipSync(files, { level: 6, mtime: new Date(1980, 0, 1) }))
}

const relationshipsFile = (relationships: readonly Relationship[]) =>
  Buffer.from(
    `${declaration}<Relationships xmlns="${relationshipsNamespace}">${relationships
      .map(
        ({ id, type, target, external }) =>
          `<Relationship Id="${escapeXml(id)}" Type="${escapeXml(type)}" Target="${escapeXml(target)}"${external ? ' TargetMode="External"' : ''}/>`,
      )
      .join('')}</Relationships>`,
  )

import { unzipSync, zipSync } from 'fflate'
import { attribute, checkMarkup, isSafeAddress, parsePart } from './docx-xml.ts'
import { UnsafeDocument } from './unsafe-document.ts'

/** Bounds of the inflated archive. A document of 10 MiB holds pictures that do not inflate further. */
const maxBytes = 64 * 1024 * 1024
const maxPartBytes = 32 * 1024 * 1024
const maxEntries = 2_000

const relationshipsNamespace = 'http://schemas.openxmlformats.org/package/2006/relationships'
const contentTypesNamespace = 'http://schemas.openxmlformats.org/package/2006/content-types'
const wordprocessing = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const documentType = `${wordprocessing}.document.main+xml`
const activeType = /macroenabled|vbaproject|activex|oleobject/i

/** Relationship types as the last step of their URI, of the transitional, strict and Microsoft forms. */
const relationshipType =
  /^http:\/\/(?:schemas\.openxmlformats\.org\/officeDocument\/2006\/relationships|purl\.oclc\.org\/ooxml\/officeDocument\/relationships|schemas\.microsoft\.com\/office\/20\d\d(?:\/\d\d)?\/relationships)\/(\w+)$/

/** Parts that are kept, by the type of the relationship to them, with the content type they get. */
const keptParts: Readonly<Record<string, string>> = {
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
/** Relationships that no markup names by its id, so that they can be left out with their parts. */
const droppedRelationships = new Set([
  ...['core-properties', 'extended-properties', 'custom-properties', 'thumbnail', 'customXml'],
  ...['customXmlProps', 'customXmlData', 'extendedProperties', 'customProperties', 'font'],
])
/** Entries that may be in the archive without being kept. */
const droppedEntry =
  /^(?:docprops\/[\w.-]+|customxml\/[\w./-]+|word\/media\/[^/]+\.(?:png|jpe?g|gif|bmp|tiff?|emf|wmf)|word\/printersettings\/printersettings\d*\.bin|word\/fonts\/[\w.-]+\.odttf|(?:[\w-]+\/)+)$/i
const keptName =
  /^(?:word|docProps)?\/?[\p{L}\p{N}\p{M} _./()-]+\.(?:xml|png|jpe?g|gif|bmp|tiff?)$/iu

type Part = { name: string; bytes: Uint8Array; type: string; relationships: Relationship[] }
type Relationship = { id: string; type: string; target: string; external: boolean }

const unsafe = (what: string): never => {
  throw new UnsafeDocument(what)
}

/**
 * Rebuilds a Word document from the parts that its relationships lead to, so that nothing else of the archive is in the
 * result. Content types and relationships are written anew.
 * @throws UnsafeDocument for macros, objects, external content, unknown parts, relationships, markup and fields.
 * @throws Error for a damaged archive or malformed XML.
 */
export function sanitizeDocx(file: Buffer): Buffer {
  const archive = new Archive(file)
  checkContentTypes(archive)
  const [root, ...others] = archive
    .relationshipsOf('')
    .filter(({ type }) => !droppedRelationships.has(lastStep(type)))
  if (!root || others.length > 0 || nameOf(root.type) !== 'officeDocument' || root.external)
    return unsafe('no document')
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

/** An archive within bounds, its names compared without case, as OPC requires. */
class Archive {
  readonly #entries = new Map<string, { name: string; bytes: Uint8Array }>()

  constructor(file: Buffer) {
    let total = 0
    let count = 0
    const inflated = unzipSync(file, {
      // Called with the sizes of the directory, before anything is inflated.
      filter({ name, originalSize }) {
        total += originalSize
        if (++count > maxEntries || originalSize > maxPartBytes || total > maxBytes)
          unsafe('too large')
        if (/^\/|\\|(?:^|\/)\.\.(?:\/|$)|\p{Cc}|:/u.test(name)) unsafe('name')
        return true
      },
    })
    for (const [name, bytes] of Object.entries(inflated))
      this.#entries.set(name.toLowerCase(), { name, bytes })
    // Two entries of one name, also in another case: readers differ in which one they take.
    if (this.#entries.size !== count) unsafe('two entries of one name')
  }

  /** @throws UnsafeDocument where there is no such part. */
  read(name: string): Uint8Array {
    return this.#entries.get(name.toLowerCase())?.bytes ?? unsafe(`no part ${name}`)
  }

  /** The name as the archive writes it. */
  nameOf(name: string): string {
    return this.#entries.get(name.toLowerCase())?.name ?? unsafe(`no part ${name}`)
  }

  relationshipsOf(part: string): Relationship[] {
    const name = relationshipsName(part)
    const entry = this.#entries.get(name.toLowerCase())
    return entry ? parseRelationships(entry.bytes) : []
  }

  /** @throws UnsafeDocument for an entry that is neither kept nor known to be harmless. */
  refuseUnknown(parts: ReadonlyMap<string, Part>): void {
    const known = new Set(['[content_types].xml', relationshipsName('')])
    for (const name of parts.keys())
      known.add(name.toLowerCase()).add(relationshipsName(name).toLowerCase())
    for (const [name, { name: written }] of this.#entries)
      if (!known.has(name) && !droppedEntry.test(name)) unsafe(`part ${written}`)
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
      if (tag.uri !== contentTypesNamespace) unsafe('content types')
      const type = attribute(tag, 'ContentType') ?? ''
      if (activeType.test(type)) unsafe(type)
      isDocument ||= type === documentType
    },
  })
  if (!isDocument) unsafe('no document')
}

function parseRelationships(bytes: Uint8Array): Relationship[] {
  const found: Relationship[] = []
  parsePart(bytes, {
    open(tag) {
      if (tag.uri !== relationshipsNamespace) unsafe('relationships')
      if (tag.local === 'Relationships') return
      if (tag.local !== 'Relationship') unsafe('relationships')
      const mode = attribute(tag, 'TargetMode') ?? 'Internal'
      if (mode !== 'Internal' && mode !== 'External') unsafe('target mode')
      found.push({
        id: attribute(tag, 'Id') ?? unsafe('relationship'),
        type: attribute(tag, 'Type') ?? unsafe('relationship'),
        target: attribute(tag, 'Target') ?? unsafe('relationship'),
        external: mode === 'External',
      })
    },
  })
  return found
}

const nameOf = (type: string) => relationshipType.exec(type)?.[1]
const lastStep = (type: string) => type.slice(type.lastIndexOf('/') + 1)

/** @returns the kind of part that a relationship leads to. @throws UnsafeDocument for any other. */
function checkRelationship({ type, target, external }: Relationship): string {
  const kind = nameOf(type)
  if (droppedRelationships.has(lastStep(type)) && !external) return 'dropped'
  if (kind === 'hyperlink') {
    if (!isSafeAddress(target)) unsafe('address')
    return kind
  }
  if (external) unsafe(`external ${kind}`)
  const isKept = kind === 'image' || (kind !== undefined && Object.hasOwn(keptParts, kind))
  return isKept && kind !== 'officeDocument' ? kind : unsafe(`relationship ${type}`)
}

/** @returns the name of a part from a target that is relative to another (RFC 3986, 5.2.4). */
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
  if (!keptName.test(name)) unsafe(`name ${name}`)
  if (kind === 'image') {
    const type = imageTypeOf(bytes) ?? unsafe('picture')
    return { name, bytes, type, relationships: [] }
  }
  checkMarkup(bytes)
  return { name, bytes, type: keptParts[kind]!, relationships: [] }
}

function imageTypeOf(bytes: Uint8Array): string | undefined {
  const magic = Buffer.from(bytes.subarray(0, 8)).toString('latin1')
  if (magic.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (magic.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (magic.startsWith('GIF87a') || magic.startsWith('GIF89a')) return 'image/gif'
  if (magic.startsWith('BM')) return 'image/bmp'
  if (magic.startsWith('II*\0') || magic.startsWith('MM\0*')) return 'image/tiff'
  return undefined
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (one) => escapes[one] ?? one)

function write(parts: readonly Part[], main: string): Buffer {
  const overrides = parts.map(
    ({ name, type }) => `<Override PartName="/${escaped(encodeURI(name))}" ContentType="${type}"/>`,
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
  // A fixed time: the same document gives the same bytes.
  return Buffer.from(zipSync(files, { level: 6, mtime: new Date(1980, 0, 1) }))
}

const relationshipsFile = (relationships: readonly Relationship[]) =>
  Buffer.from(
    `${declaration}<Relationships xmlns="${relationshipsNamespace}">${relationships
      .map(
        ({ id, type, target, external }) =>
          `<Relationship Id="${escaped(id)}" Type="${escaped(type)}" Target="${escaped(target)}"${external ? ' TargetMode="External"' : ''}/>`,
      )
      .join('')}</Relationships>`,
  )

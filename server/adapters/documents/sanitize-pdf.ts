import {
  PDFArray,
  PDFBool,
  PDFContext,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFStreamWriter,
  PDFString,
} from '@cantoo/pdf-lib'
import { DecodedSizeLimit } from './decoded-size.ts'
import { UnsafeDocument } from './unsafe-document.ts'

// Key names follow ISO 32000-2.

/** Copied page attributes. Annotations are filtered separately. */
const pageKeys = [
  ...['MediaBox', 'CropBox', 'BleedBox', 'TrimBox', 'ArtBox'],
  ...['Rotate', 'UserUnit', 'Group', 'Resources', 'Contents'],
]
/** Catalog keys that may execute or embed something; their presence rejects the file. */
const activeCatalogKeys = ['AA', 'Collection', 'Requirements', 'AF']
const activeNameTrees = ['JavaScript', 'EmbeddedFiles', 'AlternatePresentations', 'Renditions']

const annotationTypes = new Set([
  ...['Link', 'Text', 'FreeText', 'Line', 'Square', 'Circle', 'Polygon', 'PolyLine', 'Highlight'],
  ...['Underline', 'Squiggly', 'StrikeOut', 'Stamp', 'Caret', 'Ink', 'Popup', 'Widget'],
  'Watermark',
])
const annotationKeys = [
  ...['Type', 'Rect', 'Contents', 'F', 'AP', 'AS', 'Border', 'BS', 'BE', 'C', 'IC', 'CA', 'ca'],
  ...['QuadPoints', 'L', 'LE', 'InkList', 'Vertices', 'DA', 'Q', 'H', 'Name', 'Open', 'RD', 'Sy'],
]

const xobjectKeys: Record<string, readonly string[]> = {
  Form: ['Type', 'Subtype', 'FormType', 'BBox', 'Matrix', 'Resources', 'Group', 'OC', 'Name'],
  Image: [
    ...['Type', 'Subtype', 'Width', 'Height', 'ColorSpace', 'BitsPerComponent', 'Intent'],
    ...['ImageMask', 'Mask', 'Decode', 'Interpolate', 'SMask', 'SMaskInData', 'Name', 'OC'],
  ],
}
const streamKeys = ['Length', 'Filter', 'DecodeParms']
const filters = new Set([
  ...['FlateDecode', 'LZWDecode', 'ASCII85Decode', 'ASCIIHexDecode', 'RunLengthDecode'],
  ...['DCTDecode', 'CCITTFaxDecode', 'JPXDecode', 'JBIG2Decode'],
  // Abbreviations that some producers also write outside of inline images.
  ...['Fl', 'LZW', 'A85', 'AHx', 'RL', 'DCT', 'CCF'],
])
/**
 * Keys not copied from streams and typed dictionaries: private data, links to the structure tree and to other files. In
 * untyped dictionaries, keys are names of resources or glyphs, such as `A`.
 */
const droppedKeys = new Set([
  ...['PieceInfo', 'Metadata', 'AF', 'AA', 'A', 'JS', 'StructParent', 'StructParents', 'Parent'],
  ...['P', 'Popup', 'IRT', 'OPI', 'Alternates', 'Measure', 'PtData', 'LastModified', 'ID'],
])
const activeActions = new Set([
  ...[
    'JavaScript',
    'Launch',
    'GoToR',
    'GoToE',
    'SubmitForm',
    'ImportData',
    'ResetForm',
    'Rendition',
  ],
  ...['Sound', 'Movie', 'Hide', 'Thread', 'SetOCGState', 'GoTo3DView', 'RichMediaExecute'],
])
const pageActions = new Set(['NextPage', 'PrevPage', 'FirstPage', 'LastPage'])
/** Addresses that a reader follows on a click. */
const safeAddress = /^(?:https?:\/\/|mailto:|tel:)/i

const name = (text: string) => PDFName.of(text)
const reject = (what: string): never => {
  throw new UnsafeDocument(what)
}

/**
 * Rebuilds a PDF from its pages, so that the result contains only allowed objects. Retains page contents with resources,
 * annotations with their appearance, and links followed on a click. Drops bookmarks, form fields (their appearance
 * stays), tags and metadata.
 * @throws UnsafeDocument for scripts, embedded files, automatic actions, external references and unknown actions.
 * @throws Error for an encrypted or damaged file.
 */
export async function sanitizePdf(file: Buffer): Promise<Buffer> {
  const source = await PDFDocument.load(file, { updateMetadata: false })
  const catalog = source.catalog
  if (source.context.trailerInfo.Encrypt !== undefined) reject('password')
  rejectActiveObjects(source.context)
  rejectActiveCatalog(catalog)
  const pages = source.getPages()
  if (pages.length === 0) reject('no pages')
  const target = PDFContext.create()
  const copier = new Copier(source.context, target)
  const pagesRef = target.nextRef()
  const pageRefs = pages.map(({ ref }) => {
    const copied = target.nextRef()
    copier.pages.set(ref.toString(), copied)
    return copied
  })
  for (const [at, page] of pages.entries())
    target.assign(pageRefs[at]!, copyPage(page, copier, pagesRef))
  const kids = target.obj(pageRefs)
  target.assign(pagesRef, target.obj({ Type: 'Pages', Kids: kids, Count: pageRefs.length }))
  const root = target.obj({ Type: 'Catalog', Pages: pagesRef })
  const layers = catalog.lookup(name('OCProperties'))
  if (layers instanceof PDFDict)
    root.set(name('OCProperties'), copier.copyKeys(layers, ['OCGs', 'D']))
  copier.finish()
  target.trailerInfo.Root = target.register(root)
  return Buffer.from(await PDFStreamWriter.forContext(target, Infinity).serializeToBuffer())
}

/**
 * Rejects objects that only a hostile or interactive file has, even if unreferenced. Such an object would not be copied,
 * but its presence shows that the file is not a plain document.
 */
function rejectActiveObjects(context: PDFContext): void {
  for (const [, object] of context.enumerateIndirectObjects()) {
    const dict = object instanceof PDFStream ? object.dict : object
    if (!(dict instanceof PDFDict)) continue
    const type = nameOf(dict.lookup(name('Type')))
    if (type === 'EmbeddedFile') reject(type)
    // An object stream without `/Type /ObjStm`: some readers decode it nevertheless.
    if (dict.has(name('N')) && dict.has(name('First')) && type !== 'ObjStm') reject('object stream')
    const action = nameOf(dict.lookup(name('S')))
    if (action !== undefined && activeActions.has(action)) reject(`action ${action}`)
    for (const key of ['JS', 'EF', 'RichMediaContent']) if (dict.has(name(key))) reject(key)
  }
}

function rejectActiveCatalog(catalog: PDFDict): void {
  for (const key of activeCatalogKeys) if (catalog.has(name(key))) reject(key)
  // A destination only selects the initial view. Any action would run on opening.
  const open = catalog.get(name('OpenAction'))
  if (open !== undefined && !isDestination(catalog.lookup(name('OpenAction')))) reject('OpenAction')
  const names = catalog.lookup(name('Names'))
  if (names instanceof PDFDict)
    for (const key of activeNameTrees) if (names.has(name(key))) reject(key)
  const form = catalog.lookup(name('AcroForm'))
  if (form instanceof PDFDict && form.has(name('XFA'))) reject('XFA')
}

/** A position in this document: an array, a name, or a `GoTo` action without `Next`. */
const isDestination = (value: PDFObject | undefined): boolean =>
  value instanceof PDFArray ||
  value instanceof PDFString ||
  value instanceof PDFHexString ||
  value instanceof PDFName ||
  (value instanceof PDFDict && value.lookup(name('S')) === name('GoTo') && !value.has(name('Next')))

function copyPage(page: PDFPage, copier: Copier, parent: PDFRef): PDFDict {
  const { node } = page
  if (node.has(name('AA'))) reject('page action')
  const copy = copier.target.obj({ Type: 'Page', Parent: parent })
  for (const key of pageKeys) {
    const value = node.getInheritableAttribute(name(key))
    if (value !== undefined) copy.set(name(key), copier.copy(value))
  }
  const annotations = node.lookup(name('Annots'))
  if (annotations instanceof PDFArray) {
    const copies = annotations
      .asArray()
      .map((one) => copyAnnotation(copier.resolve(one), copier))
      .filter((one) => one !== undefined)
    if (copies.length > 0) copy.set(name('Annots'), copier.target.obj(copies))
  }
  return copy
}

/** @returns undefined for a link whose destination is not copied. */
function copyAnnotation(annotation: PDFObject | undefined, copier: Copier): PDFDict | undefined {
  if (!(annotation instanceof PDFDict)) return undefined
  const type = nameOf(annotation.lookup(name('Subtype')))
  if (type === undefined || !annotationTypes.has(type)) return reject(`annotation ${type}`)
  if (annotation.has(name('AA'))) reject('annotation action')
  const copy = copier.copyKeys(annotation, annotationKeys)
  // Without its form, a field is displayed only by its appearance stream, which a stamp has too.
  copy.set(name('Subtype'), name(type === 'Widget' ? 'Stamp' : type))
  const action = annotation.has(name('A')) ? annotation.lookup(name('A')) : undefined
  if (annotation.has(name('A'))) {
    const copied = copyAction(action, copier)
    if (copied) copy.set(name('A'), copied)
    else if (type === 'Link') return undefined
  } else if (annotation.has(name('Dest'))) {
    const destination = copier.copyDestination(annotation.lookup(name('Dest')))
    if (!destination) return undefined
    copy.set(name('Dest'), destination)
  }
  return copy
}

/** Copies an action started by a click. @returns undefined for a destination that is not copied. */
function copyAction(action: PDFObject | undefined, copier: Copier): PDFDict | undefined {
  if (!(action instanceof PDFDict) || action.has(name('Next'))) return reject('action')
  const type = nameOf(action.lookup(name('S')))
  switch (type) {
    case 'URI': {
      const address = textOf(action.lookup(name('URI')))
      if (address === undefined || !safeAddress.test(address)) return reject('address')
      return copier.target.obj({
        Type: 'Action',
        S: 'URI',
        URI: PDFString.of(escapePdfString(address)),
      })
    }
    case 'GoTo': {
      const destination = copier.copyDestination(action.lookup(name('D')))
      return destination && copier.target.obj({ Type: 'Action', S: 'GoTo', D: destination })
    }
    case 'Named': {
      const page = nameOf(action.lookup(name('N')))
      if (page === undefined || !pageActions.has(page)) return reject(`action ${page}`)
      return copier.target.obj({ Type: 'Action', S: 'Named', N: page })
    }
    default:
      return reject(`action ${type}`)
  }
}

const nameOf = (value: PDFObject | undefined) =>
  value instanceof PDFName ? value.decodeText() : undefined
const textOf = (value: PDFObject | undefined) =>
  value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : undefined
const escapePdfString = (text: string) => text.replace(/[\\()]/g, '\\$&')

const primitives = [
  PDFName,
  PDFNumber,
  PDFBool,
  PDFNull.constructor,
  PDFString,
  PDFHexString,
] as (new (...args: never[]) => PDFObject)[]

/** Copies objects into another document: each indirect object once, iterating over references instead of recursing. */
class Copier {
  readonly target: PDFContext
  /** Page references of the source, mapped to those of the target. */
  readonly pages = new Map<string, PDFRef>()
  readonly #source: PDFContext
  readonly #copied = new Map<string, PDFRef>()
  readonly #pending: [PDFRef, PDFRef][] = []
  readonly #sizeLimit = new DecodedSizeLimit()

  constructor(source: PDFContext, target: PDFContext) {
    this.#source = source
    this.target = target
  }

  resolve(value: PDFObject | undefined): PDFObject | undefined {
    return value instanceof PDFRef ? this.#source.lookup(value) : value
  }

  /** Queues references for `finish`. */
  copy(value: PDFObject): PDFObject {
    if (value instanceof PDFRef) return this.#copyReference(value)
    if (value instanceof PDFStream) return this.#copyStream(value)
    if (value instanceof PDFDict) return this.#copyDict(value)
    if (value instanceof PDFArray) {
      const copy = PDFArray.withContext(this.target)
      for (const item of value.asArray()) copy.push(this.copy(item))
      return copy
    }
    // For example PDFInvalidObject: bytes that could not be parsed.
    if (!primitives.some((type) => value instanceof type)) return reject('object')
    return value.clone()
  }

  copyKeys(dict: PDFDict, keys: readonly string[]): PDFDict {
    const copy = PDFDict.withContext(this.target)
    for (const key of keys) {
      const value = dict.get(name(key))
      if (value !== undefined) copy.set(name(key), this.copy(value))
    }
    return copy
  }

  /** @returns undefined for a named destination or one on a page that does not exist. */
  copyDestination(destination: PDFObject | undefined): PDFArray | undefined {
    if (!(destination instanceof PDFArray)) return undefined
    const [page, ...view] = destination.asArray()
    const copied = page instanceof PDFRef ? this.pages.get(page.toString()) : undefined
    if (!copied) return undefined
    const copy = PDFArray.withContext(this.target)
    copy.push(copied)
    for (const item of view) copy.push(this.copy(item))
    return copy
  }

  finish(): void {
    for (let next = this.#pending.pop(); next; next = this.#pending.pop()) {
      const value = this.#source.lookup(next[0])
      if (value !== undefined) this.target.assign(next[1], this.copy(value))
    }
  }

  #copyReference(ref: PDFRef): PDFObject {
    const page = this.pages.get(ref.toString())
    if (page) return page
    if (this.#source.lookup(ref) === undefined) return PDFNull
    const existing = this.#copied.get(ref.toString())
    if (existing) return existing
    const copied = this.target.nextRef()
    this.#copied.set(ref.toString(), copied)
    this.#pending.push([ref, copied])
    return copied
  }

  #copyDict(dict: PDFDict, isStream = false): PDFObject {
    const type = nameOf(this.resolve(dict.get(name('Type'))))
    // A reference back into the structure of the source.
    if (type === 'Catalog' || type === 'Pages' || type === 'Page') return PDFNull
    if (type === 'Action' || type === 'Filespec' || type === 'F') return reject(type)
    const copy = PDFDict.withContext(this.target)
    const isTyped = isStream || type !== undefined
    for (const [key, value] of dict.entries())
      if (!isTyped || !droppedKeys.has(key.decodeText())) copy.set(key, this.copy(value))
    return copy
  }

  #copyStream(stream: PDFStream): PDFObject {
    const { dict } = stream
    // Content in another file.
    for (const key of ['F', 'FFilter', 'FDecodeParms', 'Ref'])
      if (dict.has(name(key))) reject(`stream ${key}`)
    const streamFilters = this.#filtersOf(dict)
    for (const filter of streamFilters) if (!filters.has(filter)) reject(`filter ${filter}`)
    const type = nameOf(this.resolve(dict.get(name('Type'))))
    if (type === 'EmbeddedFile' || type === 'ObjStm' || type === 'XRef') return reject(type)
    const subtype = nameOf(this.resolve(dict.get(name('Subtype'))))
    if (subtype === 'PS') reject('PostScript')
    const keys = subtype === undefined ? undefined : xobjectKeys[subtype]
    const copy = keys ? this.copyKeys(dict, [...keys, ...streamKeys]) : this.#copyDict(dict, true)
    if (!(copy instanceof PDFDict) || !(stream instanceof PDFRawStream)) return reject('stream')
    this.#sizeLimit.check(stream, streamFilters, subtype === 'Image')
    return PDFRawStream.of(copy, stream.getContents())
  }

  #filtersOf(dict: PDFDict): string[] {
    const value = this.resolve(dict.get(name('Filter')))
    const list = value instanceof PDFArray ? value.asArray() : value === undefined ? [] : [value]
    return list.map((filter) => nameOf(this.resolve(filter)) ?? 'without a name')
  }
}

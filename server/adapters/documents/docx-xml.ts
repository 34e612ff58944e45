import { SaxesParser, type SaxesTagNS } from 'saxes'
import { isSafeField } from './field-codes.ts'
import { UnsafeDocument } from './unsafe-document.ts'

const reject = (what: string): never => {
  throw new UnsafeDocument(what)
}

/**
 * Parses a part as XML 1.0 with namespaces.
 * @throws UnsafeDocument for a document type, a processing instruction and any encoding but UTF-8; Error for malformed XML.
 */
export function parsePart(
  bytes: Uint8Array,
  on: {
    open?: (tag: SaxesTagNS) => void
    close?: (tag: SaxesTagNS) => void
    text?: (text: string) => void
  },
): void {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  const parser = new SaxesParser({ xmlns: true })
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding && encoding.toLowerCase() !== 'utf-8') reject('encoding')
  })
  parser.on('doctype', () => reject('doctype'))
  parser.on('processinginstruction', () => reject('processing instruction'))
  parser.on('error', (error) => {
    throw error
  })
  if (on.open) parser.on('opentag', on.open)
  if (on.close) parser.on('closetag', on.close)
  if (on.text) {
    parser.on('text', on.text)
    parser.on('cdata', on.text)
  }
  parser.write(text).close()
}

/** Value of an attribute without a namespace. */
export const attribute = (tag: SaxesTagNS, name: string): string | undefined =>
  tag.attributes[name]?.value

const wordNamespaces = new Set([
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  'http://purl.oclc.org/ooxml/wordprocessingml/main',
])
const vmlNamespaces = new Set([
  'urn:schemas-microsoft-com:vml',
  'urn:schemas-microsoft-com:office:office',
])

/** Namespaces whose elements a part may contain: text, drawings, formulas and extensions of Word versions. */
const namespaces = new Set([
  ...wordNamespaces,
  ...vmlNamespaces,
  'urn:schemas-microsoft-com:office:word',
  'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing',
  'http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing',
  'http://schemas.openxmlformats.org/drawingml/2006/main',
  'http://purl.oclc.org/ooxml/drawingml/main',
  'http://schemas.openxmlformats.org/drawingml/2006/picture',
  'http://purl.oclc.org/ooxml/drawingml/picture',
  'http://schemas.openxmlformats.org/markup-compatibility/2006',
  'http://schemas.openxmlformats.org/officeDocument/2006/math',
  'http://purl.oclc.org/ooxml/officeDocument/math',
  'http://schemas.openxmlformats.org/officeDocument/2006/bibliography',
  'http://schemas.openxmlformats.org/schemaLibrary/2006/main',
  'http://schemas.microsoft.com/office/thememl/2012/main',
])
/** Versioned namespaces with a year and a subject: `http://schemas.microsoft.com/office/word/2010/wordml`. */
const datedNamespace =
  /^http:\/\/schemas\.microsoft\.com\/office\/(?:word|drawing)\/20\d\d(?:\/\d\d?)?\/(?:wordml(?:\/(?:cid|cex|symex|sdtdatahash|sdtformatlock|du))?|main|wordprocessing(?:Drawing|Group|Shape|Canvas)|decorative|picture)$/i

/** Elements of WordprocessingML that load, execute or embed content. */
const activeElements = new Set([
  ...['object', 'objectEmbed', 'objectLink', 'control', 'altChunk', 'subDoc', 'frameset', 'frame'],
  ...['attachedTemplate', 'mailMerge', 'dataSource', 'entryMacro', 'exitMacro', 'movie'],
  ...['saveThroughXslt', 'sourceFileName', 'attachedSchema', 'contentPart', 'scriptAnchor'],
])
/** Elements of other namespaces that do so: embedded objects, video, ink of other programs. */
const activeInAnyNamespace = new Set([
  ...['OLEObject', 'webVideoPr', 'videoFile', 'audioFile', 'quickTimeFile', 'wavAudioFile'],
  ...['contentPart', 'externalData', 'hlinkMouseOver', 'snd'],
])

/** Returns whether an address is one that a reader follows only on a click, or a position in the document. */
export const isSafeAddress = (address: string) => /^(?:https?:\/\/|mailto:|tel:|#)/i.test(address)

/**
 * Checks the markup of a part: only known namespaces and fields, and nothing that loads or executes content.
 * @throws UnsafeDocument
 */
export function checkMarkup(bytes: Uint8Array): void {
  /** Instructions of the open fields, innermost last; undefined once the result of the field starts. */
  const fields: (string | undefined)[] = []
  let isInstruction = false
  const endInstruction = () => {
    const instruction = fields.at(-1)
    if (instruction === undefined) return
    if (!isSafeField(instruction)) reject(`field ${instruction.slice(0, 40)}`)
    fields[fields.length - 1] = undefined
  }
  parsePart(bytes, {
    open(tag) {
      checkElement(tag)
      if (!wordNamespaces.has(tag.uri)) return
      if (tag.local === 'instrText' || tag.local === 'delInstrText') isInstruction = true
      if (tag.local === 'fldSimple' && !isSafeField(wordAttribute(tag, 'instr') ?? ''))
        reject('field')
      if (tag.local !== 'fldChar') return
      switch (wordAttribute(tag, 'fldCharType')) {
        case 'begin':
          fields.push('')
          break
        case 'separate':
          endInstruction()
          break
        case 'end':
          endInstruction()
          fields.pop()
          break
        default:
          reject('fldChar')
      }
    },
    close(tag) {
      if (tag.local === 'instrText' || tag.local === 'delInstrText') isInstruction = false
    },
    text(text) {
      if (!isInstruction) return
      const instruction = fields.at(-1)
      if (instruction === undefined) return reject('instruction outside of a field')
      fields[fields.length - 1] = instruction + text
    },
  })
  if (fields.length > 0) reject('open field')
}

function checkElement(tag: SaxesTagNS): void {
  const { uri, local } = tag
  if (!namespaces.has(uri) && !datedNamespace.test(uri)) reject(`namespace ${uri}`)
  if (wordNamespaces.has(uri) && activeElements.has(local)) reject(local)
  if (activeInAnyNamespace.has(local)) reject(local)
  for (const { local: name, value, uri: of } of Object.values(tag.attributes)) {
    // VML references files without a relationship. `href` is followed on a click.
    const isVml = vmlNamespaces.has(uri) || vmlNamespaces.has(of)
    if (isVml && /^(?:src|althref|data|codebase|classid)$/i.test(name)) reject(name)
    if (isVml && /^href$/i.test(name) && !isSafeAddress(value)) reject(name)
  }
}

const wordAttribute = (tag: SaxesTagNS, name: string) =>
  Object.values(tag.attributes).find(({ local, uri }) => local === name && wordNamespaces.has(uri))
    ?.value

import { readZip, type ZipEntry } from './zip.ts'

/** Inflated. A document of 10 MiB has its pictures packed already; what swells further is meant to. */
const mostBytes = 64 * 1024 * 1024
const mostOfPart = 32 * 1024 * 1024

const documentType =
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'

/** Parts that run, or hold what runs: macros, controls, objects of other programs, programs. */
const activePart =
  /vba|activex|(?:^|\/)(?:macros?|customui)\/|(?<!printersettings\d{0,3})\.bin$|\.(?:exe|dll|scr|com|bat|cmd|lnk|js|jse|vbs|vbe|wsf|hta|ps1|jar|msi|docm|dotm|xlsm|xlsb|pptm|html?|mht|rtf|zip)$/i
const activeType = /macroenabled|vbaproject|activex|oleobject/i

/**
 * Whether an archive is a Word document and nothing else: every part is what the directory says, none runs, none loads
 * anything from elsewhere but where a reader follows a link.
 */
export async function isSafeDocx(file: Buffer): Promise<boolean> {
  const entries = readZip(file)
  if (!entries || !entries.every(isPlain)) return false
  // Before anything is inflated.
  if (entries.reduce((sum, { size }) => sum + size, 0) > mostBytes) return false
  let types = ''
  let isDocument = false
  for (const entry of entries) {
    const bytes = await entry.read()
    if (!bytes) return false
    if (!/\.(?:xml|rels)$/i.test(entry.name)) continue
    // In any other encoding than this, what follows would not see it.
    if (bytes.includes(0)) return false
    const text = bytes.toString('utf8')
    // Word itself takes no document that declares entities: they swell, and fetch.
    if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) return false
    if (entry.name === '[Content_Types].xml') types = text
    else if (entry.name.endsWith('.rels')) {
      if (!isHere(text)) return false
    } else if (entry.name.startsWith('word/')) {
      if (hasDde(text)) return false
      isDocument ||= /<(?:\w+:)?document[\s>]/.test(text.slice(0, 64 * 1024))
    }
  }
  return isDocument && types.includes(documentType) && !activeType.test(types)
}

function isPlain({ name, size }: ZipEntry): boolean {
  const leadsOut = name.startsWith('/') || /\\|(?:^|\/)\.\.(?:\/|$)|\p{Cc}|:/u.test(name)
  return !leadsOut && !activePart.test(name) && size <= mostOfPart
}

/** What closes a tag may stand within its values. Nothing here is looked at twice, however it is nested. */
const relationTag = /<(?:\w+:)?Relationship\b(?:[^"'<>]|"[^"<]*"|'[^'<]*')*>/g

/** Whether relations lead to parts of the document alone: a template or picture from elsewhere is fetched unasked. */
function isHere(rels: string): boolean {
  for (const [tag] of rels.matchAll(relationTag)) {
    const plain = unescaped(tag)
    if (/Type\s*=\s*["'][^"']*\/(?:aFChunk|oleObject|control|vbaProject)["']/i.test(plain))
      return false
    const isOutside = /TargetMode\s*=\s*["']\s*External/i.test(plain)
    if (isOutside && !/Type\s*=\s*["'][^"']*\/hyperlink["']/i.test(plain)) return false
  }
  return true
}

const unescaped = (xml: string) =>
  xml.replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (whole, hex: string, number: string) => {
    const code = hex ? parseInt(hex, 16) : Number(number)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

/** A field that starts a program. It may be cut into pieces, with markup between them. */
const hasDde = (xml: string) => /\bDDE(?:AUTO)?\s+["\\a-z]/i.test(xml.replace(/<[^<>]*>/g, ''))

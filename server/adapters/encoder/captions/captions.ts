import { captionLanguagePattern } from '#contract/contents/caption-languages.ts'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeCaptionPlaylist } from '../hls/playlist.ts'
import { InputRejectedError } from '../encoder-errors.ts'
import { formatVttTime } from '../stills/storyboard.ts'

/** Captions in one language (BCP 47, `ko`) as SRT or WebVTT. */
export type CaptionInput = { language: string; label: string; text: string }

export type Cue = { start: number; end: number; settings: string; text: string }

const MAX_CHARACTERS = 4 * 1024 * 1024
export const MAX_CUES = 20_000
const MAX_CUE_LENGTH = 2000

/** Writes `captions/ko.vtt` and its playlist for each language. @throws InputRejectedError `bad_captions` */
export async function writeCaptions(
  inputs: CaptionInput[],
  duration: number,
  folder: string,
): Promise<void> {
  if (inputs.length === 0) return
  const languages = new Set<string>()
  await mkdir(join(folder, 'captions'))
  for (const input of inputs) {
    // The language becomes a file name, so its form is restricted.
    if (!captionLanguagePattern.test(input.language) || languages.has(input.language)) {
      throw new InputRejectedError('bad_captions', `language ${input.language}`)
    }
    languages.add(input.language)
    const vtt = formatVtt(parseCaptions(input.text, duration))
    await writeFile(join(folder, 'captions', `${input.language}.vtt`), vtt)
    await writeCaptionPlaylist(
      join(folder, 'captions', `${input.language}.m3u8`),
      `${input.language}.vtt`,
      duration,
    )
  }
}

const cueTimingPattern =
  /^\s*((?:\d+:)?\d{1,2}:\d{1,2}[.,]\d{1,3})\s*-->\s*((?:\d+:)?\d{1,2}:\d{1,2}[.,]\d{1,3})(.*)$/

/** Parses SRT or WebVTT cues in order, clamped to the duration. @throws InputRejectedError `bad_captions` */
export function parseCaptions(text: string, duration: number): Cue[] {
  if (text.length > MAX_CHARACTERS)
    throw new InputRejectedError('bad_captions', `${text.length} characters`)
  const isVtt = /^\uFEFF*WEBVTT(\s|$)/i.test(text)
  const lines = splitLines(text.replace(/^\uFEFF+/, '').replaceAll('\0', ''))
  const cues: Cue[] = []
  for (let at = 0; at < lines.length; at++) {
    const match = cueTimingPattern.exec(lines[at]!)
    if (!match) continue
    const start = seconds(match[1]!)
    const end = Math.min(seconds(match[2]!), duration)
    const body: string[] = []
    while (at + 1 < lines.length && !isTiming(lines[at + 1]!)) {
      // In SRT a cue may have blank lines: only the next cue ends it.
      if (isVtt && lines[at + 1]!.trim() === '') break
      body.push(lines[++at]!)
    }
    if (at + 1 < lines.length) dropNextNumber(body)
    const clean = cleanCue(body.join('\n'))
    if (!clean || !(end > start)) continue
    cues.push({ start, end, settings: isVtt ? cleanSettings(match[3]!) : '', text: clean })
    if (cues.length > MAX_CUES) throw new InputRejectedError('bad_captions', 'too many cues')
  }
  if (cues.length === 0) throw new InputRejectedError('bad_captions', 'no cues')
  return cues.sort((a, b) => a.start - b.start || a.end - b.end)
}

/** Splits text at line breaks, also at CR CR LF, which conversions of line breaks leave. */
export const splitLines = (text: string): string[] => text.split(/\r\r?\n|\r|\n/)

const isTiming = (line: string): boolean => line.includes('-->')

/** Removes the number of the next cue: the last line, or one between blank lines. */
function dropNextNumber(body: string[]): void {
  const last = body.findLastIndex((line) => line.trim() !== '')
  const isAlone = body[last - 1]?.trim() === ''
  if (/^\d+$/.test(body[last]?.trim() ?? '') && (isAlone || last === body.length - 1))
    body.splice(last)
}

/** Converts captions to WebVTT, cut at `duration` seconds; a range without cues gives an empty file. */
export function toWebVtt(text: string, duration: number): string {
  try {
    return formatVtt(parseCaptions(text, duration))
  } catch (error) {
    if (error instanceof InputRejectedError && error.detail === 'no cues') return formatVtt([])
    throw error
  }
}

function seconds(text: string): number {
  const parts = text.replace(',', '.').split(':').map(Number)
  return parts.reduce((sum, part) => sum * 60 + part, 0)
}

/**
 * Cleans cue text: keeps balanced italics, bold and underline, removes all other tags and escapes the rest, so that
 * players find no markup of the source.
 */
export function cleanCue(text: string): string {
  const open: string[] = []
  const plain = text
    .slice(0, MAX_CUE_LENGTH)
    .replace(/\{\\[^{}]*\}/g, '')
    .replace(/-->/g, '→')
  const parts = plain.split(/(<\/?[A-Za-z0-9][^<>]*>)/)
  let out = ''
  for (const part of parts) {
    const tag = /^<(\/?)([biu])>$/i.exec(part)
    if (tag) {
      const name = tag[2]!.toLowerCase()
      if (!tag[1]) {
        open.push(name)
        out += `<${name}>`
      } else if (open.includes(name)) {
        // Tags that are open inside end with it.
        for (const inner of open.splice(open.lastIndexOf(name)).reverse()) out += `</${inner}>`
      }
    } else if (!/^<\/?[A-Za-z0-9][^<>]*>$/.test(part)) {
      out += unescape(part).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
    }
  }
  for (const name of open.reverse()) out += `</${name}>`
  const lines = out.split('\n').map((line) => line.trim())
  return lines
    .filter((line) => line !== '')
    .join('\n')
    .replace(/^(<[biu]>|<\/[biu]>|\s)*$/, '')
}

/** Entities that files also write without a semicolon. */
const oldEntities = new Map(Object.entries({ amp: '&', gt: '>', lt: '<', nbsp: ' ', quot: '"' }))

const namedEntities = new Map([
  ...oldEntities,
  ...Object.entries({
    apos: "'",
    lrm: '',
    rlm: '',
    zwj: '\u200d',
    zwnj: '\u200c',
    shy: '',
    ensp: ' ',
    emsp: ' ',
    hellip: '…',
    middot: '·',
    bull: '•',
    ndash: '–',
    mdash: '—',
    deg: '°',
    times: '×',
    lsquo: '‘',
    rsquo: '’',
    ldquo: '“',
    rdquo: '”',
    laquo: '«',
    raquo: '»',
    copy: '©',
    reg: '®',
    trade: '™',
    hearts: '♥',
    larr: '←',
    rarr: '→',
    frac12: '½',
    eacute: 'é',
    egrave: 'è',
    agrave: 'à',
    ccedil: 'ç',
    ntilde: 'ñ',
    ouml: 'ö',
    uuml: 'ü',
  }),
])

/** Decodes the entities that caption files contain; others stay as they are. */
function unescape(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7});?|#x([\da-f]{1,6});?|([a-z]{2,6}\d{0,2});|(nbsp|amp|quot|[lg]t(?![a-z])))/gi,
    (entity, decimal, hex, name, old) => {
      if (old !== undefined) return oldEntities.get(String(old).toLowerCase())!
      if (name !== undefined) return namedEntities.get(String(name).toLowerCase()) ?? entity
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code >= 0x20 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : ''
    },
  )
}

/** Keeps valid WebVTT position settings and drops the others. */
function cleanSettings(text: string): string {
  return text
    .trim()
    .split(/\s+/)
    .filter((line) =>
      // linear: each setting begins differently, and numbers have one reading
      /^(line:-?\d+(\.\d+)?%?(,(start|center|end))?|position:\d+(\.\d+)?%(,\S+)?|size:\d+(\.\d+)?%|align:(start|center|end|left|right)|vertical:(rl|lr))$/.test(
        line,
      ),
    )
    .join(' ')
}

/** Formats cues as a WebVTT file. The timestamp map aligns its zero with that of the segments (RFC 8216, 3.5). */
export function formatVtt(cues: Cue[]): string {
  const lines = ['WEBVTT', 'X-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000', '']
  for (const cue of cues) {
    const settings = cue.settings ? ` ${cue.settings}` : ''
    lines.push(`${formatVttTime(cue.start)} --> ${formatVttTime(cue.end)}${settings}`, cue.text, '')
  }
  return lines.join('\n')
}

/** An error in a line of a caption file. `no_captions`: no cue could be parsed. */
export type CaptionIssue = {
  /** 1-based. */
  line: number
  code:
    | 'invalid_timestamp'
    | 'ends_before_start'
    | 'out_of_order'
    | 'beyond_duration'
    | 'no_captions'
    | 'too_many_lines'
}

type CaptionValidationResult = {
  cues: { start: number; end: number; text: string }[]
  faults: CaptionIssue[]
}

/**
 * Validates captions strictly: reports by line each cue that `parseCaptions` would silently drop.
 * @param duration of the video in seconds, if known.
 */
export function validateCaptions(
  text: string,
  duration = Number.POSITIVE_INFINITY,
): CaptionValidationResult {
  const faults: CaptionIssue[] = []
  let last = 0
  for (const [index, lineText] of splitLines(text).entries()) {
    const line = index + 1
    if (!isTiming(lineText)) continue
    const match = cueTimingPattern.exec(lineText)
    const [start, end] = [secondsOf(match?.[1]), secondsOf(match?.[2])]
    if (start === undefined || end === undefined) faults.push({ line, code: 'invalid_timestamp' })
    else if (end <= start) faults.push({ line, code: 'ends_before_start' })
    else if (start >= duration) faults.push({ line, code: 'beyond_duration' })
    else if (start < last) faults.push({ line, code: 'out_of_order' })
    last = Math.max(last, start ?? 0)
  }
  try {
    const cues = parseCaptions(text, duration).map(({ start, end, text }) => ({ start, end, text }))
    return { cues, faults }
  } catch (error) {
    if (!(error instanceof InputRejectedError)) throw error
    const code = error.detail.includes('too many') ? 'too_many_lines' : 'no_captions'
    return { cues: [], faults: faults.length > 0 ? faults : [{ line: 1, code }] }
  }
}

/** Parses `1:02:03,400` into seconds; undefined if minutes or seconds exceed 59. */
function secondsOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const parts = text.replace(',', '.').split(':').map(Number)
  if (parts.slice(-2).some((part) => part >= 60)) return undefined
  return parts.reduce((sum, part) => sum * 60 + part, 0)
}

import { cleanCue, type CaptionIssue, type Cue, MAX_CUES } from './captions.ts'
import { InputRejectedError } from '../encoder-errors.ts'

/** The cues of one class of a SAMI file, which is one language. */
export type SamiTrack = {
  /** BCP 47, by the style of the class or by its usual name; null if neither says. */
  language: string | null
  cues: Cue[]
  faults: CaptionIssue[]
}

/** Seconds that the last cue of a class lasts, because SAMI gives no end. */
const lastCueLength_s = 10

/** Two languages of `MAX_CUES` each, with their ends, as `SYNC` and `P`. */
const maxTags = 8 * MAX_CUES

/** Prefixes of class names in files whose styles name no language: KRCC, ENCC, JPCC. */
const languagesOfClasses = new Map(
  Object.entries({
    CN: 'zh',
    EG: 'en',
    EN: 'en',
    JA: 'ja',
    JP: 'ja',
    KO: 'ko',
    KR: 'ko',
  }),
)

/** Files begin with `<SAMI>`, or with a comment, another declaration or the first caption. */
export const isSami = (text: string): boolean =>
  /^\s*</.test(text) && /<sync\s|<sami[\s>]/i.test(text)

/**
 * Parses SAMI, the caption format of Korean players: `<SYNC Start=500><P Class=KRCC>text`. A cue lasts until the next one of
 * its class; one without text, mostly `&nbsp;`, only ends the one before.
 * @see https://learn.microsoft.com/previous-versions/windows/desktop/dnacc/understanding-sami-1.0
 * @param duration of the film in seconds; may be infinite.
 * @throws InputRejectedError `bad_captions` if there are too many cues or tags
 */
export function parseSami(source: string, duration: number): SamiTrack[] {
  const text = blankComments(source)
  const languages = languagesOfStyles(source)
  const classes = new Map<string, { points: Point[]; faults: CaptionIssue[] }>()
  let start: number | undefined
  let end: number | undefined
  let last = 0
  const tags: RegExpExecArray[] = []
  for (const tag of text.matchAll(/<(sync|p)\b([^<>]*)>/gi))
    if (tags.push(tag) > maxTags) throw new InputRejectedError('bad_captions', 'too many tags')
  const lineOf = createLineCounter(text)
  for (const [index, { 0: tag, 1: name = '', 2: attributes = '', index: at }] of tags.entries()) {
    const line = lineOf(at)
    const body = text.slice(at + tag.length, tags[index + 1]?.index)
    if (name.toLowerCase() === 'sync') {
      start = seconds(attribute(attributes, 'start'))
      end = seconds(attribute(attributes, 'end'))
      // The text follows in paragraphs, as a rule.
      if (body.trim() === '' && tags[index + 1]?.[1]?.toLowerCase() === 'p') continue
    }
    const className = name.toLowerCase() === 'p' ? (attribute(attributes, 'class') ?? '') : ''
    const { points, faults } = getOrCreate(classes, className.toUpperCase())
    const cue = cleanCue(toLines(body))
    if (start === undefined) faults.push({ line, code: 'invalid_timestamp' })
    else {
      if (cue && start >= duration) faults.push({ line, code: 'beyond_duration' })
      else if (start < last) faults.push({ line, code: 'out_of_order' })
      last = Math.max(last, start)
      points.push({ start, text: cue })
      if (end !== undefined) points.push({ start: end, text: '' })
    }
    if (points.length > 2 * MAX_CUES) throw new InputRejectedError('bad_captions', 'too many cues')
  }
  return [...classes]
    .map(([name, { points, faults }]) => ({
      language: languages.get(name) ?? languagesOfClasses.get(name.slice(0, 2)) ?? null,
      cues: toCues(points, duration),
      faults,
    }))
    .filter(({ cues, faults }) => cues.length + faults.length > 0)
}

/** A moment in seconds at which the text of a class changes. */
type Point = { start: number; text: string }

/** Texts of one moment are shown together, and such an end is the end of the cue before. */
function toCues(points: readonly Point[], duration: number): Cue[] {
  const moments = new Map<number, string[]>()
  for (const { start, text } of points.toSorted((a, b) => a.start - b.start)) {
    const texts = moments.get(start)
    if (!texts) moments.set(start, text ? [text] : [])
    else if (text) texts.push(text)
  }
  const starts = [...moments.keys()]
  return [...moments].flatMap(([start, texts], index) => {
    const end = Math.min(starts[index + 1] ?? start + lastCueLength_s, duration)
    return texts.length > 0 && end > start
      ? [{ start, end, settings: '', text: texts.join('\n') }]
      : []
  })
}

/** Line breaks are markup in SAMI, and those of the source are spaces. */
const toLines = (body: string) => body.replace(/\s+/g, ' ').replace(/<br\b[^<>]*>/gi, '\n')

function attribute(attributes: string, name: string): string | undefined {
  const pattern = new RegExp(`\\b${name}\\s*=\\s*["']?([\\w.-]+)`, 'i')
  return pattern.exec(attributes)?.[1]
}

/** Milliseconds as seconds. */
function seconds(text: string | undefined): number | undefined {
  const ms = Number.parseInt(text ?? '', 10)
  return ms >= 0 ? ms / 1_000 : undefined
}

/** Reads `.KRCC { lang:ko-KR; }`, which files put into a comment. */
function languagesOfStyles(text: string): Map<string, string> {
  const languages = new Map<string, string>()
  const from = text.search(/<style\b/i)
  const to = text.search(/<\/style/i)
  if (from === -1 || to < from) return languages
  for (const [, name = '', rules = ''] of text
    .slice(from, to)
    .matchAll(/\.([\w-]+)\s*\{([^{}]*)\}/g)) {
    const language = /\blang\s*:\s*([a-z]{2,3})\b/i.exec(rules)?.[1]
    if (language) languages.set(name.toUpperCase(), language.toLowerCase())
  }
  return languages
}

/**
 * Replaces comments by their line breaks, so that lines keep their numbers. A comment that is not closed ends before the
 * next caption, and one in styles ends with them.
 */
function blankComments(text: string): string {
  let result = ''
  let from = 0
  let close = 0
  for (;;) {
    const start = text.indexOf('<!--', from)
    if (start === -1) return result + text.slice(from)
    // Searched once where no comment is closed any more.
    if (close !== -1 && close < start) close = text.indexOf('-->', start)
    const comment = text.slice(start, close === -1 ? undefined : close + 3)
    const length = comment.search(close === -1 ? /<\/style|<sync\s/i : /<\/style/i)
    result += text.slice(from, start)
    from = start + (length === -1 ? comment.length : length)
    result += text.slice(start, from).replace(/[^\n]/g, '')
  }
}

/** @returns the 1-based line of an offset; offsets must not decrease. */
function createLineCounter(text: string): (offset: number) => number {
  let line = 1
  let at = 0
  return (offset) => {
    for (; at < offset; at++) if (text[at] === '\n') line++
    return line
  }
}

function getOrCreate(
  classes: Map<string, { points: Point[]; faults: CaptionIssue[] }>,
  name: string,
) {
  const existing = classes.get(name)
  if (existing) return existing
  const created = { points: [], faults: [] }
  classes.set(name, created)
  return created
}

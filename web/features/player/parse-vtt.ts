/** A stretch of caption text in one style. */
export type Run = { text: string; bold: boolean; italic: boolean; underline: boolean }

/** One caption: from `start` up to `end` seconds. Line breaks are `\n` in the runs. */
export type Cue = { start: number; end: number; runs: Run[] }

const timing = /^((?:\d+:)?\d\d:\d\d[.,]\d{3})[ \t]+-->[ \t]+((?:\d+:)?\d\d:\d\d[.,]\d{3})/

function secondsOf(stamp: string): number {
  return stamp
    .replace(',', '.')
    .split(':')
    .reduce((sum, part) => sum * 60 + Number(part), 0)
}

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f',
}

function plain(text: string): string {
  return text.replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)
}

/** Cue text to runs: `<b> <i> <u>` are kept, every other tag (voices, classes, times) leaves its text. */
function runsOf(payload: string): Run[] {
  const runs: Run[] = []
  const open = { b: 0, i: 0, u: 0 }
  for (const piece of payload.split(/(<[^>]*>)/)) {
    const tag = /^<(\/?)([biu])(?:\.[^>]*)?>$/.exec(piece)
    if (tag) {
      const name = tag[2] as 'b' | 'i' | 'u'
      open[name] = Math.max(0, open[name] + (tag[1] ? -1 : 1))
    } else if (piece && !/^<[^>]*>$/.test(piece)) {
      runs.push({ text: plain(piece), bold: open.b > 0, italic: open.i > 0, underline: open.u > 0 })
    }
  }
  return runs
}

/**
 * Parses a WebVTT file (https://www.w3.org/TR/webvtt1/): the cues in order of their start. Identifiers,
 * settings, notes, styles and regions are passed over: place, size and colour are the viewer's choice here.
 * A block that is no cue is left out and the rest is read.
 */
export function parseVtt(file: string): Cue[] {
  const cues: Cue[] = []
  const blocks = file
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
  for (const block of blocks) {
    const lines = block.split('\n').filter((line, index) => index > 0 || line !== '')
    const at = lines.findIndex((line) => line.includes('-->'))
    if (at < 0 || at > 1) continue
    const found = timing.exec(lines[at]!.trim())
    if (!found) continue
    const start = secondsOf(found[1]!)
    const end = secondsOf(found[2]!)
    const runs = runsOf(
      lines
        .slice(at + 1)
        .join('\n')
        .trim(),
    )
    if (end > start && runs.length > 0) cues.push({ start, end, runs })
  }
  return cues.toSorted((one, other) => one.start - other.start)
}

/** The cues on screen at `time`, first begun first. */
export function cuesAt(cues: readonly Cue[], time: number): Cue[] {
  return cues.filter((cue) => cue.start <= time && time < cue.end)
}

/** When the picture of captions next changes after `time`, in seconds; null after the last. */
export function nextChange(cues: readonly Cue[], time: number): number | null {
  let next: number | null = null
  for (const { start, end } of cues) {
    for (const edge of [start, end]) {
      if (edge > time && (next === null || edge < next)) next = edge
    }
    if (next !== null && start > next) break
  }
  return next
}

import { basename } from 'node:path'

const width = 24
const nameWidth = 28
/** Maximum bars drawn at once; further videos are counted in one line. */
const maxBars = 12

/**
 * Shows the progress of several videos: bars on a terminal, otherwise a line whenever a video changes state or advances by
 * a tenth.
 */
export function createProgressBars(files: readonly string[]) {
  const { stderr, stdout } = process
  const terminal = stderr.isTTY && stdout.isTTY
  const films = files.map((file) => ({
    name: basename(file).normalize('NFC'),
    text: '',
    share: 0,
    ended: false,
    failed: false,
    lastReported: '',
  }))
  let drawn = 0
  let lastDrawn = ''

  const wipe = () => {
    if (drawn > 0) stderr.write(`\x1b[${drawn}A\x1b[0J`)
    drawn = 0
  }
  const draw = () => {
    if (!terminal) return
    const open = films.filter((film) => !film.ended && film.text)
    const lines = open.slice(0, maxBars).map(bar)
    if (open.length > maxBars) lines.push(`… and ${open.length - maxBars} more`)
    const text = lines.map((line) => `${line}\n`).join('')
    if (drawn > 0 && text === lastDrawn) return
    wipe()
    stderr.write(text)
    lastDrawn = text
    drawn = lines.length
  }

  return {
    /** @param share completed, 0..1. */
    show(index: number, text: string, share: number) {
      const film = films[index]
      if (!film) return
      Object.assign(film, { text, share })
      const report = `${text} ${Math.floor(share * 10)}`
      if (!terminal && report !== film.lastReported)
        stderr.write(`${film.name}: ${text}${share > 0 ? ` ${percent(share)}` : ''}\n`)
      film.lastReported = report
      draw()
    },
    /** @param details further lines, each below the result. */
    end(index: number, isSuccess: boolean, text: string, details: readonly string[] = []) {
      const film = films[index]
      if (!film) return
      Object.assign(film, { ended: true, failed: !isSuccess })
      wipe()
      const result = `${isSuccess ? '✓' : '✗'} ${film.name}: ${text}`
      const line = [result, ...details.map((detail) => `  ${detail}`), ''].join('\n')
      if (isSuccess) stdout.write(line)
      else stderr.write(line)
      draw()
    },
    close: wipe,
    failed: () => films.some((film) => film.failed),
  }
}

function bar({ name, text, share }: { name: string; text: string; share: number }): string {
  const done = Math.round(share * width)
  const filled = `${'█'.repeat(done)}${'░'.repeat(width - done)}`
  return `${fitName(name)} ${filled} ${percent(share).padStart(4)} ${text}`
}

const percent = (share: number) => `${Math.floor(share * 100)}%`

/** Fits a name into a fixed number of terminal columns; Korean characters take two. */
function fitName(name: string): string {
  let columns = 0
  let text = ''
  for (const character of name) {
    const wide =
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/.test(
        character,
      )
        ? 2
        : 1
    if (columns + wide > nameWidth - 1) {
      text += '…'
      columns += 1
      break
    }
    text += character
    columns += wide
  }
  return text + ' '.repeat(nameWidth - columns)
}

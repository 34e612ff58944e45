import { basename } from 'node:path'

const width = 24
const nameWidth = 28
/** Bars drawn at once; of more films, those in work come first. */
const mostBars = 12

/**
 * How far several films are: on a terminal a bar each, drawn over themselves, and elsewhere a line whenever a film
 * enters another state or comes a tenth further.
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
    told: '',
  }))
  let drawn = 0
  let shown = ''

  const wipe = () => {
    if (drawn > 0) stderr.write(`\x1b[${drawn}A\x1b[0J`)
    drawn = 0
  }
  const draw = () => {
    if (!terminal) return
    const open = films.filter((film) => !film.ended && film.text)
    const lines = open.slice(0, mostBars).map(bar)
    if (open.length > mostBars) lines.push(`… and ${open.length - mostBars} more`)
    const text = lines.map((line) => `${line}\n`).join('')
    if (drawn > 0 && text === shown) return
    wipe()
    stderr.write(text)
    shown = text
    drawn = lines.length
  }

  return {
    /** @param share of the work that is done, 0..1. */
    show(index: number, text: string, share: number) {
      const film = films[index]
      if (!film) return
      Object.assign(film, { text, share })
      const told = `${text} ${Math.floor(share * 10)}`
      if (!terminal && told !== film.told)
        stderr.write(`${film.name}: ${text}${share > 0 ? ` ${percent(share)}` : ''}\n`)
      film.told = told
      draw()
    },
    end(index: number, well: boolean, text: string) {
      const film = films[index]
      if (!film) return
      Object.assign(film, { ended: true, failed: !well })
      wipe()
      const line = `${well ? '✓' : '✗'} ${film.name}: ${text}\n`
      if (well) stdout.write(line)
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
  return `${fitted(name)} ${filled} ${percent(share).padStart(4)} ${text}`
}

const percent = (share: number) => `${Math.floor(share * 100)}%`

/** A name in so many columns of a terminal, where Korean letters take two. */
function fitted(name: string): string {
  let columns = 0
  let text = ''
  for (const letter of name) {
    const wide =
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/.test(
        letter,
      )
        ? 2
        : 1
    if (columns + wide > nameWidth - 1) {
      text += '…'
      columns += 1
      break
    }
    text += letter
    columns += wide
  }
  return text + ' '.repeat(nameWidth - columns)
}

// hard: starts Python, whose csv module writes the files.
import { execFileSync, spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { decodeText } from '#server/shared/decode-text.ts'
import { readCsv } from './read-import-csv.ts'

const hasPython = spawnSync('python3', ['--version']).status === 0

const script = `
import csv, io, json, sys
rows, dialect, delimiter, encoding = json.load(sys.stdin)
text = io.StringIO(newline='')
csv.writer(text, dialect, delimiter=delimiter).writerows(rows)
sys.stdout.buffer.write(text.getvalue().encode(encoding))
`

/** Cells of every character that CSV treats in a special way, and of Korean. */
const pieces = [
  '가나다',
  '똠양꿍',
  '"',
  '""',
  ',',
  ';',
  '\t',
  '\n',
  '\r\n',
  ' ',
  'x',
  '12',
  '=',
  "'",
]

/** A generator of Park and Miller, for the same cells in every run. */
function randomNumbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

const seed = Number(process.env['SEED_NUMBER'] ?? 20_261_128)

test.skipIf(!hasPython).each([
  ['excel', ',', 'utf-8-sig'],
  ['excel', ';', 'cp949'],
  ['excel-tab', '\t', 'utf-16'],
  ['unix', ',', 'utf-8'],
])('reads what the dialect %s of Python writes with %j in %s', (dialect, delimiter, encoding) => {
  const random = randomNumbers(seed)
  const cell = () =>
    Array.from({ length: 1 + random(6) }, () => pieces[random(pieces.length)])
      .join('')
      .trim()
  const rows = Array.from({ length: 300 }, (_, index) => [`가 ${index}`, cell(), cell(), cell()])
  const columns = ['work', 'title', 'synopsis', 'licence_notes']
  const input = JSON.stringify([[columns, ...rows], dialect, delimiter, encoding])
  const read = readCsv(decodeText(execFileSync('python3', ['-c', script], { input }))!, 1_000)
  const expected = rows.map((row, index) => {
    const cells = Object.fromEntries(columns.map((name, at) => [name, row[at] ?? '']))
    return { line: index + 2, cells }
  })
  const filled = (cells: object) =>
    Object.fromEntries(Object.entries(cells).filter(([, value]) => value !== ''))
  expect(
    'lines' in read && read.lines.map(({ line, cells }) => ({ line, cells })),
    `seed ${seed}`,
  ).toEqual(expected.map(({ line, cells }) => ({ line, cells: filled(unguarded(cells)) })))
})

/** Removes the apostrophe that the export puts before values that a spreadsheet takes for formulas. */
const unguarded = (cells: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(cells).map(([name, value]) => [
      name,
      /^'['\s]*[=+\-@]/.test(value) ? value.slice(1) : value,
    ]),
  )

import { expect, test } from 'vitest'
import { csvFile, stripFormulaGuard } from './csv-export.ts'

const exported = (value: string | number) =>
  csvFile('file', [['head', (cell: string | number) => cell]], [value])
    .bytes.toString()
    .slice(1)
    .split('\r\n')
    .slice(1, -1)
    .join('\r\n')

test.each([
  ...['=1+1', '+1', '-1', '@sum(a1)', '\t=1', '\r=1', '\n=1'],
  // Behind spaces and invisible characters; full-width and small forms, which spreadsheets with Korean input treat as equal.
  ...[' =1', '\u00a0=1', '\u200b=1', '\ufeff+1', '\u3164@a', " '=1"],
  ...['＝1+1', '＋1', '－1', '＠sum(a1)', '﹦1', '﹢1', '﹣1', '﹫a'],
])('exports %j so that no spreadsheet executes it, and imports it unchanged', (text) => {
  const cell = exported(text).replace(/^"([^]*)"$/, '$1')
  expect(cell).toBe(`'${text}`)
  expect(stripFormulaGuard(cell)).toBe(text)
})

test.each(["'=1", "''＝1"])('keeps the apostrophe of %j through export and import', (text) => {
  expect(stripFormulaGuard(exported(text))).toBe(text)
})

test.each(['제목', "'90년대", 'a=b', '1-2', ''])('exports %j unchanged', (text) => {
  expect(exported(text)).toBe(text)
  expect(stripFormulaGuard(text)).toBe(text)
})

test('exports a number as a number', () => expect(exported(-1)).toBe('-1'))

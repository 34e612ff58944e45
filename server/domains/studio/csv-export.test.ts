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
  // Full-width and small forms, which a spreadsheet with a Korean keyboard reads as the same.
  ...['＝1+1', '＋1', '－1', '＠sum(a1)', '﹦1', '﹢1', '﹣1', '﹫a'],
])('the text %j is exported so that no spreadsheet runs it, and read back as it was', (text) => {
  const cell = exported(text).replace(/^"([^]*)"$/, '$1')
  expect(cell).toBe(`'${text}`)
  expect(stripFormulaGuard(cell)).toBe(text)
})

test.each(["'=1", "''＝1"])('the apostrophe of %j survives export and import', (text) => {
  expect(stripFormulaGuard(exported(text))).toBe(text)
})

test.each(['제목', "'90년대", 'a=b', '1-2', ''])('the text %j is exported as it is', (text) => {
  expect(exported(text)).toBe(text)
  expect(stripFormulaGuard(text)).toBe(text)
})

test('a number is exported as a number', () => expect(exported(-1)).toBe('-1'))

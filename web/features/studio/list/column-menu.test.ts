import { expect, test } from 'vitest'
import { parseHiddenColumns } from './column-menu.tsx'

const columns = [{ key: 'state' }, { key: 'viewers' }]

test('hides the stored columns, without those that the table no longer has', () => {
  expect(parseHiddenColumns('viewers,removed', columns)).toEqual(['viewers'])
  expect(parseHiddenColumns('viewers,state', columns)).toEqual(['state', 'viewers'])
  for (const text of [null, '']) expect(parseHiddenColumns(text, columns)).toEqual([])
})
